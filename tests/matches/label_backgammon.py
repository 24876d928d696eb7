# Has GNU Backgammon judge the boards that training_test.cpp writes. It runs inside GNU Backgammon:
#
#     printf 'new session\n>exec(open("tests/matches/label_backgammon.py").read())\n' |
#         ARBITER_BOARDS=boards.txt ARBITER_LESSONS=lessons.txt gnubg -t -q
#
# Each line of the answer has the board and, for the side that has moved, the chances to win, to win a gammon and a
# backgammon, to lose a gammon and a backgammon, in ten thousandths.
import os

ONCE = gnubg.evalcontext(0, 0, 1, 0, 0.0)  # noqa: F821
MONEY = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0)  # noqa: F821


def judged(line):
    counts = [ord(letter) - ord("A") for letter in line]
    board = (tuple(counts[:25]), tuple(counts[25:]))
    win, gammon, backgammon, lost_gammon, lost_backgammon, _ = gnubg.evaluate(board, MONEY, ONCE)  # noqa: F821
    chances = (1 - win, lost_gammon, lost_backgammon, gammon, backgammon)
    return " ".join([line] + [str(round(10_000 * chance)) for chance in chances])


with open(os.environ["ARBITER_BOARDS"]) as boards, open(os.environ["ARBITER_LESSONS"], "w") as lessons:
    for line in boards:
        lessons.write(judged(line.strip()) + "\n")
