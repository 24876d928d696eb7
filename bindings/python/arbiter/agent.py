"""Agents for servers and arenas: a callable that chooses a move.

As the player `stdio:python3 -m arbiter.agent my_module:choose`, or over HTTP with `--http 8000`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import IO, Any

from arbiter import Game, read


@dataclass
class Turn:
    """What an agent is asked."""

    request: dict[str, Any]
    """As docs/players.md describes it."""

    @property
    def seat(self) -> str:
        return str(self.request["seat"])

    @property
    def legal(self) -> list[Any]:
        """Moves that can be answered; empty where only actions are left."""
        return list(self.request["legal"] or [])

    @property
    def actions(self) -> list[str]:
        """What can be answered instead of a move: resign, roll, take ..."""
        return list(self.request["actions"])

    @property
    def refusals(self) -> list[dict[str, Any]]:
        """The answers of this turn that were rejected, with the reasons."""
        return list(self.request["refusals"])

    @property
    def game(self) -> Game:
        """The state as a game that begins with this position."""
        state = self.request["state"]
        text = state if isinstance(state, str) else json.dumps(state)
        return read(text, game=self.request["game"], format=self.request["format"])


Choose = Callable[[Turn], Any]
"""Answers a move in any notation, or one of the actions."""


def answer(choose: Choose, request: dict[str, Any]) -> dict[str, Any]:
    turn = Turn(request)
    chosen = choose(turn)
    return {"action": chosen} if chosen in turn.actions else {"move": chosen}


def serve_stdio(choose: Choose, source: IO[str] = sys.stdin, target: IO[str] = sys.stdout) -> None:
    """Answers line by line until the input ends."""
    for line in source:
        print(json.dumps(answer(choose, json.loads(line))), file=target, flush=True)


def http_server(choose: Choose, port: int = 8000) -> ThreadingHTTPServer:
    """A server on this machine that answers each POST; `serve_forever` starts it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            body = json.dumps(answer(choose, json.loads(self.rfile.read(size)))).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def player(choose: Choose) -> str:
    """The player for `arbiter arena` and `arbiter serve` that asks this callable, which others can import."""
    if choose.__module__ == "__main__" or not choose.__qualname__.isidentifier():
        raise ValueError(f"{choose.__module__}:{choose.__qualname__} cannot be imported: put the callable into a module")
    return f"stdio:{sys.executable} -m arbiter.agent {choose.__module__}:{choose.__qualname__}"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python3 -m arbiter.agent")
    parser.add_argument("callable", metavar="MODULE:CALLABLE")
    parser.add_argument("--http", type=int, metavar="PORT")
    given = parser.parse_args(arguments)
    sys.path.insert(0, os.getcwd())
    module, _, name = given.callable.partition(":")
    choose = getattr(importlib.import_module(module), name or "choose")
    if given.http is None:
        serve_stdio(choose)
    else:
        http_server(choose, given.http).serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])
