"""Trees of PGN files: python-chess reads a file, and what `arbiter convert` makes of it, alike.

    python_chess.py ARBITER FILE...

Every move, comment, glyph and variation is compared; files that python-chess cannot read are named.
"""
import io
import subprocess
import sys

import chess.pgn


def squeezed(comment):
    """python-chess joins several comments; blanks between them differ."""
    return " ".join(comment.split())


def nodes(game):
    """Every node as (path, comment before, glyphs, comment), in a fixed order."""
    found = []
    waiting = [(game, ())]
    while waiting:
        node, path = waiting.pop()
        found.append((path, squeezed(node.starting_comment), sorted(node.nags), squeezed(node.comment)))
        for child in node.variations:
            waiting.append((child, (*path, child.move.uci())))
    return sorted(found)


def games(text):
    stream = io.StringIO(text)
    return list(iter(lambda: chess.pgn.read_game(stream), None))


def compare(arbiter, file):
    with open(file, encoding="utf-8", errors="replace") as opened:
        text = opened.read()
    converted = subprocess.run([arbiter, "convert", "--from", "pgn", "--to", "pgn"], input=text.encode(),
                               capture_output=True, check=True).stdout.decode()
    before, after = games(text), games(converted)
    if any(game.errors for game in before):
        return None
    assert len(before) == len(after), f"{file}: {len(before)} games, {len(after)} after conversion"
    for number, (old, new) in enumerate(zip(before, after), 1):
        assert not new.errors, f"{file}, game {number}: {new.errors}"
        assert nodes(old) == nodes(new), f"{file}, game {number}: the trees differ"
    return len(before)


def main():
    arbiter, *files = sys.argv[1:]
    total, unread = 0, []
    for file in files:
        count = compare(arbiter, file)
        if count is None:
            unread.append(file)
        else:
            total += count
    assert total > 0, "nothing was compared"
    print(f"python-chess {chess.__version__}: {total} games alike; not read without errors: {len(unread)} files")


main()
