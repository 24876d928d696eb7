"""The package itself: its stubs, its docs, its agents."""

from __future__ import annotations

import ast
import doctest
import http.client
import inspect
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import arbiter
from arbiter import _core, agent


def stubs() -> ast.Module:
    return ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text())


def public(names: set[str]) -> set[str]:
    return {name for name in names if not name.startswith("_") or name == "_repr_svg_"}


def test_the_stubs_list_what_the_module_has() -> None:
    tree = stubs()
    declared = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert public(set(vars(_core))) == public(set(declared))
    for name, node in declared.items():
        if isinstance(node, ast.ClassDef):
            members = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            assert public(members) == public(set(vars(getattr(_core, name)))), name


def test_the_stubs_name_the_arguments() -> None:
    """pybind11 writes the signature of a method with named arguments into its docstring."""
    for node in stubs().body:
        if not isinstance(node, ast.ClassDef):
            continue
        for member in node.body:
            if not isinstance(member, ast.FunctionDef) or not (member.args.defaults or node.name == "Game"):
                continue
            if member.name.startswith("__") or member.decorator_list:
                continue
            text = getattr(getattr(_core, node.name), member.name).__doc__ or ""
            for argument in member.args.args[1:]:
                assert f"{argument.arg}:" in text, (node.name, member.name, argument.arg)


def test_everything_public_is_exported_and_described() -> None:
    for name in arbiter.__all__:
        value = getattr(arbiter, name)
        if inspect.isfunction(value) or inspect.isclass(value):
            assert value.__doc__, name
    assert Path(arbiter.__file__).with_name("py.typed").exists()


def test_importing_needs_no_numpy() -> None:
    script = "import sys; sys.modules['numpy'] = None; import arbiter, arbiter.agent; arbiter.chess().play('e4')"
    subprocess.run([sys.executable, "-c", script], check=True)


def snippets(root: Path) -> list[tuple[str, str]]:
    """Of docs/python.md all, of other pages those with prompts; each with its place."""
    found = []
    for page in sorted((root / "docs").glob("*.md")):
        text = page.read_text()
        for match in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            if page.name == "python.md" or match.group(1).startswith(">>>"):
                found.append((f"docs/{page.name}:{text[: match.start()].count(chr(10)) + 1}", match.group(1)))
    return found


def test_every_snippet_of_the_docs(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with prompts print what is shown; programs run. Snippets that need other packages say so in their first
    line and are compiled only."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.pgn").write_text("1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n")
    found = snippets(root)
    assert len(found) >= 8
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    names: dict[str, object] = {}
    for where, text in found:
        if text.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(text, names, where, where, 0)
            assert runner.run(test, clear_globs=False).failed == 0, where
            names.update(test.globs)
        elif re.match(r"# needs ", text):
            compile(text, where, "exec")
        else:
            exec(compile(text, where, "exec"), {"__name__": "snippet"})


REQUEST = {
    "game": "chess", "seat": "white", "awaits": "move", "format": "fen",
    "state": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "notation": "san",
    "legal": ["e4", "d4"], "actions": ["resign"], "history": [], "clock": None, "time_ms": 5000, "refusals": [],
}  # fmt: skip


def first_legal(turn: agent.Turn) -> str:
    return turn.game.legal[0]


def test_agents_answer() -> None:
    assert agent.answer(first_legal, REQUEST) == {"move": "a3"}
    assert agent.answer(lambda turn: "resign", REQUEST) == {"action": "resign"}
    assert agent.player(first_legal).endswith("-m arbiter.agent test_package:first_legal")
    with pytest.raises(ValueError, match="cannot be imported"):
        agent.player(lambda turn: "resign")


def test_an_agent_over_http() -> None:
    with agent.http_server(first_legal, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
        connection.request("POST", "/", json.dumps(REQUEST))
        assert json.load(connection.getresponse()) == {"move": "a3"}
        connection.close()
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("game", ["chess", "go", "backgammon"])
def test_a_callable_plays_in_the_arena(game: str, program: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def choose(turn):\n    return turn.legal[0] if turn.legal else turn.actions[-1]\n"
    )
    settings = ["--set", "size=5"] if game == "go" else []
    command = [program, "arena", "--game", game, "--player", f"stdio:{sys.executable} -m arbiter.agent mine:choose",
               "--player", "random", "--rounds", "1", "--moves-max", "40", "--quiet", *settings]  # fmt: skip
    done = subprocess.run(command, cwd=tmp_path, env=os.environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads((tmp_path / "arena" / "results.json").read_text())
    mine = results["players"][0]
    assert mine["games"] == 2 and mine["turns"] > 0 and not mine["forfeits"] and mine["refusals"] == 0, mine
