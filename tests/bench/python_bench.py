"""The Python package beside other packages: steps, moves and games a second, on one core and in alternation.

    PYTHONPATH=PACKAGE python_bench.py [--quick]

What the environment lacks is left out and named.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import io
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import arbiter
from arbiter import VecEnv

N = 1024
Work = Callable[[], int]
"""Does something and returns how often."""


def speed(work: Work) -> float:
    begin = time.process_time()
    count = work()
    return count / (time.process_time() - begin)


# Ours ---------------------------------------------------------------------------------------------


def steps(game: str, rounds: int, **options: Any) -> Work:
    env = VecEnv(game, N, seed=1, **options)

    def work() -> int:
        halves = 0
        for _ in range(rounds):
            env.step(env.sample())
            if game == "backgammon":
                halves += second_halves(env)
        return rounds * N - halves

    return work


def second_halves(env: VecEnv) -> int:
    """The games in the midst of a double: two equal dice are left."""
    return int((env.observations[:, 28:34] == 2).any(axis=1).sum())


# Games in SAN and files ---------------------------------------------------------------------------


def random_games(count: int) -> list[list[str]]:
    choice = random.Random(1)
    games = []
    for _ in range(count):
        game = arbiter.chess()
        while game.outcome is None and len(game) < 120:
            game.play(choice.choice(game.legal))
        games.append(game.history[:120])
    return games


def play_san(games: list[list[str]], times: int) -> Work:
    def work() -> int:
        for _ in range(times):
            for moves in games:
                game = arbiter.chess()
                for move in moves:
                    game.play(move)
        return times * sum(map(len, games))

    return work


def read_pgn(path: Path, times: int) -> Work:
    """As trees, which is what python-chess reads too."""
    return lambda: sum(sum(1 for _ in arbiter.documents(path)) for _ in range(times))


def chess_works(games: list[list[str]], path: Path) -> tuple[Work, Work]:
    import chess
    import chess.pgn

    def play() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_san(move)
        return sum(map(len, games))

    def read() -> int:
        count = 0
        with path.open() as file:
            while chess.pgn.read_game(file) is not None:
                count += 1
        return count

    return play, read


# Peers' steps -------------------------------------------------------------------------------------


def open_spiel_steps(name: str, count: int) -> Work:
    """One random move with the observation and the mask, as a learner needs them."""
    import pyspiel

    game = pyspiel.load_game(name)
    choice = random.Random(1)

    def work() -> int:
        state, made = game.new_initial_state(), 0
        while made < count:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                state.apply_action(choice.choice(state.legal_actions()))
                continue
            state.apply_action(choice.choice(state.legal_actions()))
            made += 1
            if not state.is_terminal() and not state.is_chance_node():
                np.array(state.observation_tensor(), np.float32)
                state.legal_actions_mask()
        return made

    return work


def pettingzoo_steps(module: str, count: int, **options: Any) -> Work:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{module}").env(**options)
    env.reset(seed=1)

    def work() -> int:
        made = 0
        while made < count:
            env.reset()
            for agent in env.agent_iter():
                seen, _, over, cut_off, _ = env.last()
                env.step(None if over or cut_off else env.action_space(agent).sample(seen["action_mask"]))
                made += 1
                if made >= count:
                    break
        return made

    return work


def pgx_steps(name: str, rounds: int, n: int) -> Work:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    keys = jax.random.split(jax.random.PRNGKey(0), n)
    reset, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    def act(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(state, jax.random.categorical(key, logits), jax.random.split(key, n))

    state = act(reset(keys), jax.random.PRNGKey(1))

    def work() -> int:
        now = state
        for i in range(rounds):
            now = act(now, jax.random.PRNGKey(i))
        jax.block_until_ready(now.observation)
        return rounds * n

    return work


# The table ----------------------------------------------------------------------------------------


def rows(quick: bool, path: Path) -> list[tuple[str, str, Work, list[tuple[str, Callable[[], Work]]]]]:
    r, few, k = (3, 50, 1) if quick else (300, 2000, 10)
    games = random_games(2 if quick else 40)
    with path.open("w") as file:
        for moves in games:
            game = arbiter.chess()
            game.play(" ".join(moves))
            file.write(game.write("pgn") + "\n")
    lone, chess_read = (lambda: chess_works(games, path)[0]), (lambda: chess_works(games, path)[1])
    return [
        ("chess, 19 planes and mask, steps", "600,000", steps("chess", r, planes=19), [
            ("open_spiel", lambda: open_spiel_steps("chess", few)),
            ("pettingzoo", lambda: pettingzoo_steps("chess_v6", few // 4)),
            ("pgx", lambda: pgx_steps("chess", 2, 64)),
        ]),
        ("chess, 119 planes and mask, steps", "", steps("chess", r, planes=119), []),
        ("Go 9x9, 17 planes and mask, steps", "500,000", steps("go", r, size=9), [
            ("open_spiel", lambda: open_spiel_steps("go(board_size=9)", few)),
            ("pettingzoo", lambda: pettingzoo_steps("go_v5", few // 4, board_size=9)),
            ("pgx", lambda: pgx_steps("go_9x9", 5, N)),
        ]),
        ("Go 19x19, 17 planes and mask, steps", "120,000", steps("go", r, size=19), [
            ("open_spiel", lambda: open_spiel_steps("go(board_size=19)", few)),
            ("pettingzoo", lambda: pettingzoo_steps("go_v5", few // 10, board_size=19)),
            ("pgx", lambda: pgx_steps("go_19x19", 2, 128)),
        ]),
        ("backgammon, whole turns", "500,000", steps("backgammon", r), [
            ("open_spiel", lambda: open_spiel_steps("backgammon", few)),
            ("pgx", lambda: pgx_steps("backgammon", 5, N)),
        ]),
        ("one game, moves in SAN", "15 x", play_san(games, k), [("chess", lone)]),
        ("PGN file, games read", "30 x", read_pgn(path, k), [("chess", chess_read)]),
    ]  # fmt: skip


def version(peer: str) -> str:
    return f"{'python-chess' if peer == 'chess' else peer} {importlib.metadata.version(peer)}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    missing: set[str] = set()
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        for name, must, ours, peers in rows(quick, Path(folder) / "games.pgn"):
            made = []
            for peer, make in peers:
                try:
                    made.append((peer, make()))
                except ImportError:
                    missing.add(peer)
            ours()
            rounds = [(speed(ours), [speed(theirs) for _, theirs in made]) for _ in range(1 if quick else 5)]
            mine = statistics.median(one for one, _ in rounds)
            print(f"| {name} | {must} | {mine:,.0f} |", file=out, end="")
            for i, (peer, _) in enumerate(made):
                theirs = statistics.median(others[i] for _, others in rounds)
                ratio = statistics.median(one / others[i] for one, others in rounds)
                print(f" {version(peer)}: {theirs:,.0f}, x {ratio:,.0f};", file=out, end="")
            print(" |", file=out)
    print("The Python package, one core, a second (medians)\n| work | must | arbiter | beside |\n| --- | --- | --- | --- |")
    print(out.getvalue(), end="")
    if missing:
        print(f"not installed, so not compared: {', '.join(sorted(missing))}", file=sys.stderr)


main()
