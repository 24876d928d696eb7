"""Answers questions inside GNU Backgammon: `gnubg -t -q -r -p gnubg.py`.

Each line on standard input is a verb and its argument; each answer is a line that begins with "= ".
GNU Backgammon says other things in between, which are not answers.

    play COMMAND   gives a command, as one types it: the ID of the position after it
    moves ID       the legal moves of a position with dice, each with the Position ID it leads to:
                   "8/5 6/5=4NvBEQiYz+ABMA;..."
    match FILE     imports a MAT file: "length" and for each game its winner, points and score
                   before it, and the Position IDs before each roll
    export FILE    writes the match in MAT
"""

import sys

import gnubg

MOVES_MAX = 5000


def current_id():
    try:
        return gnubg.gnubgid()
    except Exception:
        return "none"


def play(command):
    gnubg.command(command)
    return current_id()


def moves(identifier):
    gnubg.command("set gnubgid " + identifier)
    hint = gnubg.hint(MOVES_MAX)
    answers = []
    for candidate in hint["hint"] if hint else []:
        gnubg.command("set gnubgid " + identifier)
        gnubg.command("move " + candidate["move"])
        answers.append(candidate["move"] + "=" + current_id().split(":")[0])
    return ";".join(answers)


def match(file):
    gnubg.command("import mat " + file)
    record = gnubg.match(analysis=0, boards=1, statistics=0, verbose=0)
    words = [str(record["match-info"]["match-length"])]
    for game in record["games"]:
        info = game["info"]
        words.append(
            ",".join(
                str(info.get(key))
                for key in ("winner", "points-won", "score-X", "score-O")
            )
        )
        words.append(
            ",".join(
                action["board"] for action in game["game"] if action["action"] == "move"
            )
        )
    return ";".join(words)


def export(file):
    gnubg.command("export match mat " + file)
    return file


VERBS = {"play": play, "moves": moves, "match": match, "export": export}

for setting in (
    "automatic bearoff off",
    "automatic crawford on",
    "automatic doubles 0",
    "automatic game off",
    "automatic move off",
    "automatic roll off",
    "confirm new off",
    "confirm save off",
    "display off",
    "evaluation chequerplay evaluation plies 0",
    "evaluation movefilter 1 0 -1 0 0",
    "jacoby on",
    "player 0 human",
    "player 1 human",
    "rng mersenne",
    "seed 1",
):
    gnubg.command("set " + setting)

while line := sys.stdin.readline():
    verb, _, argument = line.strip().partition(" ")
    # What was said before may not have ended its line.
    print("\n= " + VERBS[verb](argument), flush=True)
