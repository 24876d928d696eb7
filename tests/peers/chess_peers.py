"""Random games of chess beside python-chess and OpenSpiel: moves, notations, tensors, ends."""

from __future__ import annotations

import random

import chess
import numpy as np
import pyspiel
from report import Comparison

import arbiter
from arbiter import VecEnv

POSITIONS = 11_000


def python_chess() -> None:
    same = Comparison(
        f"python-chess {chess.__version__}",
        {"dead position": "FIDE 5.2.2 with a proof; python-chess knows insufficient material only, and plays on"},
    )
    choice = random.Random(1)
    while same.counts.get("positions", 0) < POSITIONS:
        board, game = chess.Board(), arbiter.chess()
        while game.outcome is None:
            assert {m.uci() for m in board.legal_moves} == set(game.legal_in("uci")), board.fen()
            assert board.fen(en_passant="fen") == game.write("fen")
            assert board.outcome() is None, board.fen()
            same.count("positions")
            if same.counts["positions"] % 10 == 0:
                assert {board.san(m) for m in board.legal_moves} == set(game.legal), board.fen()
                same.count("lists in SAN")
            move = choice.choice(game.legal_in("uci"))
            game.play(move)
            board.push_uci(move)
        theirs = board.outcome()
        if theirs is None:
            assert game.outcome.reason == "dead_position", (board.fen(), game.outcome)
            same.differ("dead position")
            continue
        names = {
            chess.Termination.INSUFFICIENT_MATERIAL: "dead_position",
            chess.Termination.SEVENTYFIVE_MOVES: "seventy_five_move_rule",
            chess.Termination.FIVEFOLD_REPETITION: "fivefold_repetition",
        }
        name = names.get(theirs.termination, theirs.termination.name.lower())
        assert game.outcome.reason == name, (board.fen(), game.outcome, theirs)
        assert theirs.winner == {"white": True, "black": False, None: None}[game.outcome.winner]
        same.count("outcomes")
    same.print()


# OpenSpiel's planes: kings, queens, rooks, bishops, knights, pawns, each White's and then Black's.
ORDER = [5, 4, 3, 2, 1, 0]


def open_spiel() -> None:
    same = Comparison(
        "OpenSpiel",
        {"material": "OpenSpiel plays on with bishops of one square colour on both sides, which cannot mate"},
    )
    env = VecEnv("chess", 1, planes=19, auto_reset=False)
    spiel = pyspiel.load_game("chess")
    choice = random.Random(2)
    for seed in range(10_000):
        if same.counts.get("positions", 0) >= POSITIONS:
            break
        env.reset(seed=seed)
        state, game = spiel.new_initial_state(), arbiter.chess()
        while not env.terminated[0]:
            assert not state.is_terminal(), game.write("fen")
            actions = {state.action_to_string(action): action for action in state.legal_actions()}
            assert set(actions) == set(game.legal), game.write("fen")
            theirs = np.array(state.observation_tensor(), np.float32).reshape(20, 8, 8)
            ours = env.observe(0, "white")
            for number, plane in enumerate(ORDER):
                # Theirs begin with the first rank.
                assert (theirs[2 * number][::-1] == ours[plane]).all()
                assert (theirs[2 * number + 1][::-1] == ours[plane + 6]).all()
            same.count("positions")
            same.count("tensors")
            move = choice.choice(game.legal)
            uci = game.understand(move)["event"]
            state.apply_action(actions[move])
            game.play(move)
            env.step([env.action_of(0, uci)])
        if state.is_terminal():
            white = state.returns()[1]
            assert white == env.rewards[0, 0], (game.write("fen"), state.returns())
            same.count("outcomes")
        else:
            assert game.outcome is not None and game.outcome.reason == "dead_position", game.write("fen")
            same.differ("material")
    same.print()


python_chess()
open_spiel()
