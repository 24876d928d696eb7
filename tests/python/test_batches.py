"""Batches beside the games of the core: the same moves, positions and outcomes, whoever counts them."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arbiter
from arbiter import VecEnv


def names(env: VecEnv, i: int) -> list[str]:
    return [env.action_name(i, int(action)) for action in np.flatnonzero(env.masks[i])]


def test_chess_is_the_chess_of_the_core() -> None:
    """Whole random games, with the automatic draws of FIDE 9.6 in both."""
    env = VecEnv("chess", 1, claims=False, dead="proof", auto_reset=False, planes=19)
    for seed in range(12):
        env.reset(seed=seed)
        game = arbiter.chess()
        while game.outcome is None:
            assert sorted(names(env, 0)) == sorted(game.legal_in("uci"))
            assert env.state(0).split()[:3] == game.write("fen").split()[:3]
            assert env.state(0).split()[4:] == game.write("fen").split()[4:]
            action = int(env.sample()[0])
            game.play(env.action_name(0, action))
            env.step([action])
        assert env.terminated[0] and not env.masks.any()
        winner = {"white": [1, -1], "black": [-1, 1], None: [0, 0]}[game.outcome.winner]
        assert env.rewards[0].tolist() == winner, game.outcome


@pytest.mark.parametrize("rules", ["cgos", "tromp-taylor", "new-zealand", "aga", "simple", "chinese ko=simple"])
@pytest.mark.parametrize("size", [3, 5, 9])
def test_go_is_the_go_of_the_core(size: int, rules: str) -> None:
    """On small boards random games are full of ko, superko and suicide."""
    env = VecEnv("go", 1, size=size, rules=rules, auto_reset=False, max_moves=120)
    for seed in range(4):
        env.reset(seed=seed)
        game = arbiter.go(size, rules=rules, dead_stones="stay")
        while game.outcome is None and not env.truncated[0]:
            assert sorted(names(env, 0)) == sorted(game.legal_in("sgn"))
            action = int(env.sample()[0])
            if random.Random(len(game)).random() < 0.9 and (others := np.flatnonzero(env.masks[0])[:-1]).size:
                action = int(others[action % others.size])  # passes end games early
            game.play(env.action_name(0, action))
            env.step([action])
        if game.outcome is not None:
            winner = {"white": [1, -1], "black": [-1, 1], None: [0, 0]}[game.outcome.winner]
            assert env.terminated[0] and env.rewards[0].tolist() == winner


def turn_by_turn(env: VecEnv, game: arbiter.Game) -> None:
    """One turn of the batch, which is two actions after a double, made in the game too."""
    moves: list[str] = []
    side = env.turns[0]
    while env.turns[0] == side and not env.terminated[0]:
        action = int(env.sample()[0])
        moves.append(env.action_name(0, action))
        env.step([action])
    text = " ".join(move for move in moves if move != "can't move") or "can't move"
    game.play(text)


def test_backgammon_is_the_backgammon_of_the_core() -> None:
    env = VecEnv("backgammon", 1, auto_reset=False)
    for seed in range(8):
        env.reset(seed=seed)
        game = env.copy_of_game(0)
        while not env.terminated[0]:
            values = env.observations[0].copy()
            dice = [die for die in range(1, 7) for _ in range(values[27 + die])]
            if game.awaits == "roll":
                game.play(game.chance_event(sorted(dice)[:2]))
            double = len(dice) == 4
            count = int(env.masks[0].sum())
            assert count == len(game.legal) if not double else count <= len(game.legal)
            turn_by_turn(env, game)
        assert game.outcome is not None
        side = 0 if game.outcome.winner == "white" else 1
        points = {"single": 1, "gammon": 2, "backgammon": 3}[game.outcome.reason]
        assert env.rewards[0, side] == points == -env.rewards[0, 1 - side]


def test_both_halves_of_a_double_reach_every_turn() -> None:
    env = VecEnv("backgammon", 1, auto_reset=False)
    for start in ("XGID=-b----E-C---eE---c-e----B-:0:0:1:33:0:0:0:0:10", "XGID=-BBB---C------------cccC--:0:0:1:11:0:0:0:0:10"):
        env._batch.restart(0, start)
        game = arbiter.read(start)
        wanted = {tuple(after_board(game, move)) for move in game.legal}
        reached = set()
        for first in np.flatnonzero(env.masks[0]):
            env._batch.restart(0, start)
            env.step([first])
            seconds = np.flatnonzero(env.masks[0]) if env.observations[0, 28:34].sum() in (2, -2) else [None]
            for second in seconds:
                env._batch.restart(0, start)
                env.step([first])
                if second is not None:
                    env.step([second])
                reached.add(tuple(env.observe(0, "white")[:28].tolist()))
        assert reached == wanted


def after_board(game: arbiter.Game, move: str) -> list[int]:
    env = VecEnv("backgammon", 1, auto_reset=False)
    after = game.copy()
    after.play(move)
    env._batch.restart(0, after.write("record"))
    return [int(value) for value in env.observe(0, "white")[:28]]


def test_the_cube() -> None:
    env = VecEnv("backgammon", 1, auto_reset=False, cube=True)
    roll, double, take, drop = range(1352, 1356)
    assert env.action_count == 1356 and env.observations.shape == (1, 37)
    env.step(env.sample())
    while set(np.flatnonzero(env.masks[0])) != {roll, double}:
        env.step(env.sample())
    side = int(env.turns[0])
    assert env.observations[0, 34:].tolist() == [0, 0, 1]
    env.step([double])
    assert set(np.flatnonzero(env.masks[0])) == {take, drop} and env.turns[0] == 1 - side
    assert env.observations[0, 36] == 2
    env.step([take])
    assert env.observations[0, 34:].tolist() == [1, -1, 0] and env.turns[0] == side
    env.reset(seed=1)
    while double not in np.flatnonzero(env.masks[0]):
        env.step(env.sample())
    side = int(env.turns[0])
    env.step([double])
    env.step([drop])
    assert env.terminated[0] and env.rewards[0, side] == 1


def naive_planes(game: arbiter.Game, side: str) -> Any:
    """The first twelve planes from a FEN, square by square."""
    planes = np.zeros((12, 8, 8), np.uint8)
    for row, line in enumerate(game.write("fen").split()[0].split("/")):
        column = 0
        for letter in line:
            if letter.isdigit():
                column += int(letter)
                continue
            own = letter.isupper() == (side == "white")
            plane = "pnbrqk".index(letter.lower()) + (0 if own else 6)
            planes[plane, row if side == "white" else 7 - row, column] = 1
            column += 1
    return planes


def test_the_planes_of_chess() -> None:
    for planes in (19, 119):
        env = VecEnv("chess", 1, planes=planes, auto_reset=False, seed=5)
        game = arbiter.chess()
        seen: list[Any] = []
        for _ in range(40):
            side = game.turn
            assert (env.observations[0, :12] == naive_planes(game, side)).all()
            assert (env.observe(0, "white")[:12] == naive_planes(game, "white")).all()
            seen.append(game.copy())
            if planes == 119:
                for ago in range(8):
                    block = env.observations[0, 14 * ago : 14 * ago + 12]
                    expected = naive_planes(seen[-1 - ago], side) if ago < len(seen) else 0
                    assert (block == expected).all()
                assert (env.observations[0, 112] == (side == "black")).all()
                assert (env.observations[0, 113] == int(game.write("fen").split()[5])).all()
                assert (env.observations[0, 118] == int(game.write("fen").split()[4])).all()
            else:
                rights = game.write("fen").split()[2]
                order = "KQkq" if side == "white" else "kqKQ"
                assert [int(plane[0, 0]) for plane in env.observations[0, 12:16]] == [int(r in rights) for r in order]
                assert (env.observations[0, 17] == int(game.write("fen").split()[4])).all()
            action = int(env.sample()[0])
            game.play(env.action_name(0, action))
            env.step([action])
            if game.outcome is not None:
                return


def test_repetitions_and_en_passant_are_seen() -> None:
    env = VecEnv("chess", 1, planes=19, auto_reset=False)
    for move in "g1f3 g8f6 f3g1 f6g8".split():
        assert env.observations[0, 18].max() == 0
        env.step([env.action_of(0, move)])
    assert (env.observations[0, 18] == 1).all()
    for move in "g1f3 g8f6 f3g1 f6g8".split():
        env.step([env.action_of(0, move)])
    assert env.terminated[0] and env.rewards[0].tolist() == [0, 0]  # the third time
    env.reset(seed=0)
    for move in "e2e4 a7a6 e4e5 d7d5".split():
        env.step([env.action_of(0, move)])
    plane = env.observations[0, 16]
    assert plane.sum() == 1 and plane[2, 3] == 1  # d6
    env.step([env.action_of(0, "e5d6")])


def test_the_planes_of_go() -> None:
    env = VecEnv("go", 1, size=5, auto_reset=False)
    for move in "A5b E1w C3b".split():
        env.step([env.action_of(0, move)])
    planes = env.observations[0]
    assert planes.shape == (17, 5, 5)
    assert np.argwhere(planes[0]).tolist() == [[4, 4]]  # White to move: its stone on E1
    assert np.argwhere(planes[1]).tolist() == [[0, 0], [2, 2]]
    assert np.argwhere(planes[3]).tolist() == [[0, 0]]  # one move ago
    assert planes[4].sum() == 0 and planes[5].sum() == 1
    assert planes[6:16].sum() == 0 and planes[16].sum() == 0
    assert env.observe(0, "black")[16].all()
    assert env.action_name(0, 25) == "passw" and env.action_name(0, 4) == "E5w"


def test_the_numbers_of_chess_actions() -> None:
    """From the file, the rank and the plane of the step: docs/python.md."""
    env = VecEnv("chess", 1)
    assert env.action_of(0, "e2e4") == (4 * 8 + 1) * 73 + 8 + 4
    assert env.action_of(0, "g1f3") == (6 * 8 + 0) * 73 + 56 + 3
    env.step([env.action_of(0, "e2e4")])
    assert env.action_of(0, "e7e5") == (4 * 8 + 1) * 73 + 8 + 4  # as Black sees it
    starts = VecEnv("chess", 1, starts=lambda i: "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    base = (0 * 8 + 6) * 73
    assert starts.action_of(0, "a7a8q") == base + 4
    assert starts.action_of(0, "a7a8n") == base + 64 + 3
    assert starts.action_of(0, "a7b8r") == base + 64 + 6 + 2


@pytest.mark.parametrize("game", ["chess", "go", "backgammon"])
def test_threads_and_seeds_give_the_same_games(game: str) -> None:
    def run(threads: int, seed: int) -> list[Any]:
        env = VecEnv(game, 37, threads=threads, seed=seed, max_moves=60)
        out = []
        for _ in range(80):
            env.step(env.sample())
            out.append((env.observations.copy(), env.masks.copy(), env.rewards.copy(), env.terminated.copy()))
        return out

    one, four, other = run(1, 3), run(4, 3), run(1, 4)
    for a, b in zip(one, four):
        assert all((x == y).all() for x, y in zip(a, b))
    assert any((a[0] != b[0]).any() for a, b in zip(one, other))


def test_masks_are_exactly_the_legal_actions_after_restarts() -> None:
    """Masks are changed in place: nothing of an earlier game may stay."""
    env = VecEnv("chess", 16, max_moves=9, planes=19)
    fresh = VecEnv("chess", 1, planes=19)
    for _ in range(60):
        env.step(env.sample())
        for i in (0, 7, 15):
            fresh._batch.restart(0, env.state(i))
            assert (fresh.masks[0] == env.masks[i]).all()


def test_illegal_actions_change_nothing() -> None:
    env = VecEnv("go", 2, size=9)
    before = env.observations.copy()
    for wrong in ([0, 82], [0, -1], [0, 10**12]):
        with pytest.raises(ValueError, match="not legal in game 1"):
            env.step(wrong)
    assert (env.observations == before).all()
    with pytest.raises(ValueError):
        env.step([0])
    with pytest.raises(ValueError):
        env.masks[0, 0] = 1


def test_starts(tmp_path: Path) -> None:
    fens = ["8/8/8/8/8/4k3/8/R3K3 w Q - 0 1", "4k3/7p/8/8/8/8/8/4K3 b - - 0 1"]
    path = tmp_path / "starts.fen"
    path.write_text("\n".join(fens) + "\n")
    env = VecEnv("chess", 64, starts=path)
    assert {env.state(i).split()[0] for i in range(64)} == {fen.split()[0] for fen in fens}
    env = VecEnv("chess", 4, starts=lambda i: fens[i % 2], max_moves=1)
    env.step(env.sample())
    assert env.truncated.all()
    assert [env.state(i).split()[0] for i in range(4)] == [fens[i % 2].split()[0] for i in range(4)]
    with pytest.raises(arbiter.Unreadable):
        VecEnv("chess", 1, starts=lambda i: "nonsense")


@pytest.mark.parametrize("game", ["chess", "go", "backgammon"])
@pytest.mark.parametrize("opponent", ["random", "bot:1"])
def test_opponents_inside(game: str, opponent: str) -> None:
    options = {"size": 5} if game == "go" else {}
    env = VecEnv(game, 3, opponent=opponent, side="black", seed=2, max_moves=30, **options)
    for _ in range(12):
        assert (env.turns == 1).all()
        env.step(env.sample())
    with pytest.raises(ValueError):
        VecEnv(game, 1, opponent="bot:9")


def test_unknown_settings() -> None:
    for game, options in (("chess", {"planes": 7}), ("go", {"size": 1}), ("backgammon", {"match": 3}), ("nim", {})):
        with pytest.raises(arbiter.Unreadable):
            VecEnv(game, 1, **options)  # type: ignore[arg-type]
    for n in (0, -1):
        with pytest.raises(ValueError):
            VecEnv("chess", n)
    with pytest.raises(TypeError):
        VecEnv("go", 1).step([0.5])
    assert repr(VecEnv("chess", 2, seed=-1)) == "<VecEnv: 2 games of chess>"


def test_two_threads_may_share_a_batch() -> None:
    env = VecEnv("chess", 8, threads=2)

    def work() -> None:
        for _ in range(50):
            env.state(0)
            env.reset(seed=1)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.step(env.sample())
