"""Games for people: moves, reasons, texts, copies."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given, strategies
from support import NAMES, new_game, random_game

import arbiter

names = strategies.sampled_from(NAMES)
seeds = strategies.integers(0, 2**32)
lengths = strategies.integers(0, 60)


def test_scholars_mate() -> None:
    game = arbiter.chess()
    for move in "e4 e5 Qh5 Nc6 Bc4 Nf6".split():
        game.play(move)
    assert game.play("Qxf7#") is game
    assert [effect["kind"] for effect in game.effects] == ["moved", "captured", "check", "game_over"]
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.winner, game.outcome.reason) == ("win", "white", "checkmate")
    assert game.legal == []
    assert game.undo() and game.outcome is None


def test_a_rejection_says_why_and_what_else() -> None:
    game = arbiter.chess()
    with pytest.raises(arbiter.Rejection) as caught:
        game.check("O-O")
    assert caught.value.code == "castling_path_occupied"
    assert caught.value.kind == "illegal"
    assert "f1" in str(caught.value)
    assert caught.value.legal == game.legal
    assert len(game) == 0
    assert not game.is_legal("Ke2") and game.is_legal("Nf3")
    assert pickle.loads(pickle.dumps(caught.value)).code == caught.value.code


def test_every_option_and_every_unknown_one() -> None:
    assert arbiter.go(9, rules="japanese").ask("score")["white"]["komi"] == 6.5
    assert arbiter.go(9, komi=0.5).ask("score")["white"]["komi"] == 0.5
    assert arbiter.backgammon(match=7, crawford=False).ask("score")["match"] == 7
    assert arbiter.chess("8/8/8/8/8/4k3/8/4K2R w K - 0 1").legal
    assert len(arbiter.chess(0, variant="chess960").legal) == 20
    with pytest.raises(arbiter.Unreadable) as caught:
        arbiter.go(9, gravity="on")
    assert caught.value.code == "unknown_option"
    with pytest.raises(arbiter.Unreadable):
        arbiter.new("checkers")


def test_moves_as_values() -> None:
    go = arbiter.go(9)
    go.play((2, 3))
    assert go.history_in("rows") == ["[2,3]"]
    chess = arbiter.chess()
    chess.play({"from": "e2", "to": "e4", "promotion": None})
    assert chess.history == ["e4"]
    with pytest.raises(TypeError):
        chess.play(object())  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        chess.play("e5", by="green")
    with pytest.raises(arbiter.Rejection):
        chess.play("e5", by="white")
    chess.play(move="e5", by="black").play("Nf3")
    with pytest.raises(TypeError):
        chess.play()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        arbiter.Game.__new__(arbiter.Game).play("e4")


def test_what_is_no_game_is_not_equal() -> None:
    game = arbiter.chess().play("resign")
    assert game != 5 and not game == None and game not in ["e4", None]  # noqa: E711
    assert game.outcome is not None and game.outcome != "win"
    for twin in (copy.copy(game.outcome), pickle.loads(pickle.dumps(game.outcome))):
        assert twin == game.outcome and hash(twin) == hash(game.outcome)
        assert (twin.result, twin.winner, twin.reason) == ("win", "black", "resignation")


def test_questions() -> None:
    assert arbiter.chess().ask("winnable")["white"] is True
    go = arbiter.go(9)
    go.play("E5")
    assert len(go.ask("liberties", "E5")["liberties"]) == 4
    with pytest.raises(arbiter.Unreadable):
        go.ask("weather")


def test_backgammon_rolls_are_events() -> None:
    game = arbiter.backgammon(match=3)
    game.play(game.chance_event([3, 1]))
    assert game.turn == "white" and "8/5 6/5" in game.legal
    game.play("8/5 6/5")
    assert game.awaits == "roll"
    with pytest.raises(ValueError):
        arbiter.chess().chance_event([1, 2])


@given(names, seeds, lengths)
def test_copies_are_equal_and_independent(name: str, seed: int, length: int) -> None:
    game = random_game(name, seed, length)
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game and hash(twin) == hash(game)
        assert twin.history == game.history and twin.legal == game.legal
        if twin.legal:
            twin.play(twin.legal[0])
            assert twin != game


@given(names, seeds, lengths)
def test_check_and_play_agree_and_undo_restores(name: str, seed: int, length: int) -> None:
    game = random_game(name, seed, length)
    before = (game.history, game.legal, game.position_hash)
    for move in game.legal[:5]:
        assert game.check(move) == game.play(move).effects
        assert game.undo()
        assert (game.history, game.legal, game.position_hash) == before


@given(names, seeds, lengths)
def test_what_is_written_is_read(name: str, seed: int, length: int) -> None:
    game = random_game(name, seed, length)
    assert arbiter.read(game.write("record"), game=name) == game
    # MAT has no words for a tie of the opening roll.
    text = game.write({"chess": "pgn", "go": "sgf", "backgammon": "record"}[name])
    assert arbiter.read(text, game=name).history == game.history
    assert arbiter.detect(text) is not None


@given(strategies.text(max_size=200))
def test_no_text_breaks_reading(text: str) -> None:
    for name in NAMES:
        game = new_game(name)
        try:
            game.play(text)
        except arbiter.Rejection as rejection:
            assert rejection.sentence
    try:
        arbiter.read(text)
    except arbiter.Unreadable as unreadable:
        assert unreadable.faults and unreadable.sentence


def test_pictures() -> None:
    for name in NAMES:
        game = new_game(name)
        assert game._repr_svg_().startswith("<svg")
        assert game.svg(theme="dark", size=200).startswith("<svg")
        assert str(game) and repr(game).startswith("<")
    with pytest.raises(arbiter.Unreadable):
        arbiter.chess().svg(theme="mauve")


def test_bots_answer() -> None:
    for name in NAMES:
        game = new_game(name)
        while game.awaits == "roll":
            game.play(game.legal[1])
        move = game.bot_move(level=1, seed=1)
        assert game.is_legal(move)
        assert move == game.bot_move(level=1, seed=1)


def test_perft() -> None:
    assert sum(arbiter.chess().perft(3).values()) == 8902


def test_no_leak_over_100000_games() -> None:
    """In a process of its own: what it holds after 10,000 games is what it holds after 100,000."""
    script = """
import resource, arbiter
def play(count):
    for i in range(count):
        game = arbiter.chess()
        game.play("e4")
        try:
            game.play("Ke3")
        except arbiter.Rejection:
            pass
        game.copy().legal
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
first = play(10_000)
last = play(90_000)
assert last - first < 4096, (first, last)
"""
    subprocess.run([sys.executable, "-c", script], check=True)
