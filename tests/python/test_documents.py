"""Files: trees, streams, charsets."""

from __future__ import annotations

import copy
import io
import pickle
import resource
from pathlib import Path

import pytest
from hypothesis import given, strategies
from support import NAMES, random_game

import arbiter

PGN = '[White "Ada"]\n\n1. e4 {best by test} (1. d4 d5 (1... Nf6)) 1... e5 2. Nf3 *\n'


def test_a_tree_can_be_walked() -> None:
    document = arbiter.read_document(PGN)
    assert document.name == "chess" and document.tags["White"] == "Ada" and not document.faults
    assert [node.move for node in document.walk()] == [None, "e4", "e5", "Nf3", "d4", "d5", "Nf6"]
    assert [node.move for node in document.main_line()] == ["e4", "e5", "Nf3"]
    e4, d4 = document.root.children
    assert e4.comment == "best by test" and e4.verdict == "legal"
    assert d4.game().history == ["d4"]
    assert d4.parent == document.root and document.root.parent is None
    assert document.game().history == ["e4", "e5", "Nf3"]


def test_a_tree_can_be_changed() -> None:
    document = arbiter.read_document(PGN)
    e4, d4 = document.root.children
    d4.promote()
    assert document.game().history == ["d4", "d5"]
    c4 = d4.children[0].add("c4")
    assert c4 == d4.children[0].add("c4")
    c4.comment = "a gambit"
    c4.annotations = [*c4.annotations, {"type": "glyph", "number": 1}]
    e4.remove()
    document.set_tag("Black", "Charles")
    text = document.write("pgn")
    assert "1. d4 d5 (1... Nf6) 2. c4 $1 {a gambit} *" in text or "2. c4 {a gambit}" in text
    again = arbiter.read_document(text)
    assert again == document and again.tags["Black"] == "Charles"
    with pytest.raises(arbiter.Rejection):
        document.root.add("Ke2")
    with pytest.raises(ValueError):
        document.root.remove()
    with pytest.raises(KeyError):
        e4.game()
    with pytest.raises(arbiter.Unreadable):
        d4.annotations = [{"type": "smell"}]


def test_copies_of_documents() -> None:
    document = arbiter.read_document(PGN)
    for twin in (document.copy(), copy.deepcopy(document), pickle.loads(pickle.dumps(document))):
        assert twin == document
        twin.root.add("c4")
        assert twin != document
    assert arbiter.document_of(document.game()).game() == document.game()


def test_illegal_moves_are_kept_and_judged() -> None:
    document = arbiter.read_document("1. e4 e5 2. Ke3 Nc6 *")
    assert document.faults
    verdicts = [node.verdict for node in document.main_line()]
    assert verdicts[:3] == ["legal", "legal", "illegal"]


@given(strategies.sampled_from(NAMES), strategies.integers(0, 2**32))
def test_documents_hold_games(name: str, seed: int) -> None:
    game = random_game(name, seed, 30)
    assert arbiter.document_of(game).game().history == game.history


@pytest.mark.parametrize(("name", "format"), [("chess", "pgn"), ("go", "sgf"), ("backgammon", "mat")])
def test_a_file_of_any_size_is_read_game_by_game(name: str, format: str, tmp_path: Path) -> None:
    """The file is larger than what may be held of it; comments make it so without many games."""
    game = random_game(name, 7, 120, **({"match": 3} if name == "backgammon" else {}))
    document = arbiter.document_of(game)
    document.root.comment = "\n".join(["x" * 70] * 150)
    one = document.write(format)
    path = tmp_path / f"many.{format}"

    def write(times: int) -> None:
        with path.open("w") as file:
            for _ in range(times):
                file.write(one + "\n")

    write(50)
    games = arbiter.games(path)
    first = next(games)
    assert sum(1 for _ in games) == 49
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    write(1600)
    assert path.stat().st_size > 16 << 20
    assert sum(1 for _ in arbiter.games(str(path))) == 1600
    assert sum(1 for document in arbiter.documents(path) if document.game() == first) == 1600
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 * 1024


def test_sgf_and_mat_files(tmp_path: Path, root: Path) -> None:
    sgf = random_game("go", 3, 30).write("sgf")
    assert len(list(arbiter.games(sgf * 5))) == 5
    assert len(list(arbiter.documents(io.StringIO(sgf * 3)))) == 3
    mat = tmp_path / "match.mat"
    mat.write_text(random_game("backgammon", 3, 60, match=3).write("mat"))
    assert [game.name for game in arbiter.games(mat)] == ["backgammon"]
    assert arbiter.read(str(mat)).name == "backgammon"
    with pytest.raises(FileNotFoundError):
        arbiter.read("no such file.sgf")


def test_unreadable_games_are_raised_or_told() -> None:
    text = "1. e4 e5 *\n\n1. e5 *\n\n1. d4 *\n"
    with pytest.raises(arbiter.Unreadable):
        list(arbiter.games(text, format="pgn", game="chess"))
    told: list[arbiter.Unreadable] = []
    kept = list(arbiter.games(text, format="pgn", game="chess", on_error=told.append))
    assert [game.history for game in kept] == [["e4", "e5"], ["d4"]]
    assert len(told) == 1 and told[0].place is not None


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "shift_jis", "euc_kr"])
def test_charsets(charset: str, tmp_path: Path) -> None:
    names = {"gb18030": "李世石九段胜", "shift_jis": "いごのほんいんぼう", "euc_kr": "이세돌바둑기사"}
    name = names.get(charset, "Łukasz 李世石")
    path = tmp_path / "game.sgf"
    path.write_bytes(f"(;GM[1]FF[4]SZ[9]PB[{name}]C[{name}];B[ee])".encode(charset))
    assert arbiter.read(path).tags["Black"] == name
    assert arbiter.read(path.read_bytes()).tags["Black"] == name
