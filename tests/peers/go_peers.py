"""Random games of Go beside OpenSpiel and sgfmill: moves, captures, ko, tensors, scores."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
from report import Comparison
from sgfmill import boards, sgf

import arbiter
from arbiter import VecEnv

POSITIONS = 11_000


def open_spiel() -> None:
    same = Comparison(
        "OpenSpiel",
        {
            "length": "OpenSpiel ends every game after 2 N² moves and scores it; the rules know no such end",
            "repetition": "OpenSpiel draws a game whose position is repeated: our preset `openspiel`",
        },
    )
    spiel = pyspiel.load_game("go(board_size=9,komi=7.5)")
    env = VecEnv("go", 1, size=9, rules="cgos ko=simple", auto_reset=False)
    choice = random.Random(1)
    for seed in range(10_000):
        if same.counts.get("positions", 0) >= POSITIONS:
            break
        state, game = spiel.new_initial_state(), arbiter.go(9, rules="openspiel")
        env.reset(seed=seed)
        while game.outcome is None and not state.is_terminal():
            legal = {text.lower().removeprefix("b ").removeprefix("w "): action
                     for action in state.legal_actions() for text in [state.action_to_string(action)]}  # fmt: skip
            assert {name.lower() for name in game.legal} == {key.upper().lower() for key in legal}, str(game)
            theirs = np.array(state.observation_tensor(), np.float32).reshape(4, 9, 9)
            for plane, side in enumerate(("black", "white")):
                assert (theirs[plane] == env.observe(0, side)[0][::-1]).all()
            same.count("positions")
            same.count("tensors")
            move = choice.choice(game.legal)
            if len(game) > 120 and choice.random() < 0.3:
                move = "pass"
            record = game.understand(move)["event"]
            state.apply_action(legal[move.lower()])
            game.play(move)
            env.step([env.action_of(0, record)])
        if game.outcome is None:
            same.differ("length")
        else:
            assert state.is_terminal(), str(game)
            winner = {"black": [1, -1], "white": [-1, 1], None: [0, 0]}[game.outcome.winner]
            assert state.returns() == winner, (str(game), state.returns())
            if game.outcome.reason == "long_cycle":
                same.differ("repetition")
            same.count("outcomes")
    same.print()


def sgfmill() -> None:
    same = Comparison(
        "sgfmill",
        {"whole board": "sgfmill tells the point of a simple ko only; superko is compared with OpenSpiel's and our own"},
    )
    choice = random.Random(2)
    while same.counts.get("positions", 0) < POSITIONS:
        board, game = boards.Board(9), arbiter.go(9, rules="cgos ko=simple")
        turn, ko = "b", None
        while len(game) < 150 and game.outcome is None:
            points = {(p["point"]): p["color"][0] for p in game.ask("stones")["stones"]}
            theirs = {name(move): color for color, move in board.list_occupied_points()}
            assert points == theirs
            legal = set(game.legal)
            assert (ko is None) or name(ko) not in legal
            same.count("positions")
            move = choice.choice(sorted(legal - {"pass"}) or ["pass"])
            game.play(move)
            if move == "pass":
                ko = None
            else:
                ko = board.play(int(move[1:]) - 1, "ABCDEFGHJ".index(move[0]), turn)
            turn = "w" if turn == "b" else "b"
        while game.outcome is None:
            game.play("pass")
        assert game.outcome is not None
        margin = board.area_score() - 7.5
        assert game.outcome.winner == ("black" if margin > 0 else "white")
        same.count("scores")
        read = sgf.Sgf_game.from_string(game.write("sgf"))
        moves = [node.get_move()[1] for node in read.get_main_sequence()[1:]]
        ours = [None if text == "pass" else text for text in game.history]
        assert [None if move is None else name(move) for move in moves] == ours
        assert arbiter.read(read.serialise().decode()).history == game.history
        same.count("files")
    same.print()


def name(move: tuple[int, int]) -> str:
    row, column = move
    return f"{'ABCDEFGHJ'[column]}{row + 1}"


open_spiel()
sgfmill()
