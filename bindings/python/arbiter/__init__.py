"""One referee for Go, chess and backgammon.

    >>> import arbiter
    >>> game = arbiter.chess()
    >>> game.play("e4")
    >>> game.legal[:3]
    ['a6', 'a5', 'b6']

docs/python.md has the whole story.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from arbiter import _core
from arbiter._core import Game, Outcome, game_infos
from arbiter.documents import Annotation, Document, Move, Node, document_of, read_document
from arbiter.errors import Fault, Rejection, Unreadable
from arbiter.sources import Source, pieces_of, text_of

if TYPE_CHECKING:
    from arbiter.vector import VecEnv

__all__ = [
    "Annotation",
    "Document",
    "Fault",
    "Game",
    "Move",
    "Node",
    "Outcome",
    "Rejection",
    "Source",
    "Unreadable",
    "VecEnv",
    "backgammon",
    "chess",
    "detect",
    "document_of",
    "documents",
    "game_infos",
    "games",
    "go",
    "new",
    "read",
    "read_document",
]

OnError = Callable[[Unreadable], object]


def new(name: str, **options: Any) -> Game:
    """A new game by name. `game_infos()` lists the games and their options."""
    return _core.create(name, options)


def chess(start: str | int | None = None, *, variant: str | None = None) -> Game:
    """A game of chess: from a FEN, or in Chess960 from a number 0 to 959."""
    return new("chess", start=start, variant=variant)


def go(size: int | str = 19, *, rules: str | None = None, handicap: int | None = None, **options: Any) -> Game:
    """A game of Go. `options` are the fields of the rules: komi, ko, suicide, scoring ..."""
    return new("go", size=size, rules=rules, handicap=handicap, **options)


def backgammon(match: int | None = None, **options: Any) -> Game:
    """A match to `match` points, or one game for money."""
    return new("backgammon", match=match, **options)


def detect(text: str) -> dict[str, str] | None:
    """The game and format that a text looks like."""
    return _core.detect(text)


def read(source: Source, *, game: str = "", format: str = "", strict: bool = False, **options: Any) -> Game:
    """Reads a game or a position in any format, from a text, a path or an open file. Raises Unreadable."""
    return _core.read(text_of(source), game, format, options, strict)


def games(
    source: Source, *, game: str = "", format: str = "", on_error: OnError | None = None, **options: Any
) -> Iterator[Game]:
    """Every game of a file of any size, one after the other: the main lines.

    A game that cannot be read raises Unreadable, or is passed to `on_error` and left out.
    """
    return _each(_core.GameReader, source, game, format, on_error, options)


def documents(
    source: Source, *, game: str = "", format: str = "", on_error: OnError | None = None, **options: Any
) -> Iterator[Document]:
    """Every document of a file of any size, one after the other: the whole trees."""
    return map(Document, _each(_core.DocumentReader, source, game, format, on_error, options))


def _each(reader_type: Any, source: Source, game: str, format: str, on_error: OnError | None, options: dict[str, Any]) -> Iterator[Any]:
    reader = None
    for piece in pieces_of(source):
        if reader is None:
            if not format and (detected := _core.detect(piece)) is not None:
                game, format = detected["game"], detected["format"]
            reader = reader_type(game, format, options)
        reader.feed(piece)
        yield from _ready(reader, on_error)
    if reader is not None:
        reader.finish()
        yield from _ready(reader, on_error)


def _ready(reader: Any, on_error: OnError | None) -> Iterator[Any]:
    while True:
        try:
            value = reader.next()
        except Unreadable as error:
            if on_error is None:
                raise
            on_error(error)
            continue
        if value is None:
            return
        yield value


def __getattr__(name: str) -> Any:
    # numpy is needed for batches alone.
    if name == "VecEnv":
        from arbiter.vector import VecEnv

        return VecEnv
    raise AttributeError(f"module 'arbiter' has no attribute '{name}'")
