"""Files as trees: variations, comments and marks that one can walk and change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Union

from arbiter import _core
from arbiter.sources import Source, text_of

Annotation = dict[str, Any]
Move = Union[str, Sequence[int], dict[str, Any]]
"""In any notation, or a value of JSON: (2, 3) in Go, {"from": "e2", "to": "e4"}."""


class Node:
    """One place in a document: a move, or the root."""

    __slots__ = ("_id", "document")

    def __init__(self, document: Document, number: int) -> None:
        self.document = document
        self._id = number

    @property
    def _facts(self) -> dict[str, Any]:
        return self.document._facts(self._id)

    @property
    def is_root(self) -> bool:
        return self._id == 0

    @property
    def parent(self) -> Node | None:
        """None at the root."""
        return None if self.is_root else Node(self.document, self.document._core.parent(self._id))

    @property
    def children(self) -> list[Node]:
        """What follows; the first one is the main line."""
        return [Node(self.document, number) for number in self.document._core.children(self._id)]

    @property
    def move(self) -> str | None:
        """The move as the game writes it. None at the root and at nodes without a move."""
        return self._facts.get("move")

    @property
    def verdict(self) -> str:
        """legal, illegal, unreadable, after_the_end or below_a_fault."""
        return str(self._facts.get("verdict", "legal"))

    @property
    def annotations(self) -> list[Annotation]:
        """Comments, glyphs, marks, arrows, clocks ... in their order."""
        return list(self._facts.get("annotations", []))

    @annotations.setter
    def annotations(self, annotations: list[Annotation]) -> None:
        self.document._core.annotate(self._id, annotations)
        self.document._changed()

    @property
    def comment(self) -> str:
        """All comments on this move; setting it replaces them and keeps the rest."""
        return " ".join(a["text"] for a in self.annotations if a["type"] == "comment")

    @comment.setter
    def comment(self, text: str) -> None:
        others = [a for a in self.annotations if a["type"] != "comment"]
        self.annotations = [*others, {"type": "comment", "text": text}] if text else others

    def add(self, move: Move) -> Node:
        """A move after this one; the node that is there already, if it is the same. Raises Rejection."""
        number = self.document._core.add(self._id, move)
        self.document._changed()
        return Node(self.document, number)

    def remove(self) -> None:
        """Takes this move and everything after it out of the document."""
        self.document._core.remove(self._id)
        self.document._changed()

    def promote(self) -> None:
        """Makes this move the first choice of its parent."""
        self.document._core.promote(self._id)
        self.document._changed()

    def game(self) -> _core.Game:
        """The game on the way to this node."""
        return self.document._core.game_at(self._id)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def main_line(self) -> Iterator[Node]:
        """The first choices after this node."""
        children = self.children
        while children:
            yield children[0]
            children = children[0].children

    def _repr_svg_(self) -> str:
        return self.game().svg()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self.document is other.document and self._id == other._id

    def __hash__(self) -> int:
        return hash((id(self.document), self._id))

    def __repr__(self) -> str:
        return "<Node: the root>" if self.is_root else f"<Node: {self.move}>"


class Document:
    """A file as a tree. Reading keeps what can be kept; `faults` says what could not be read or played."""

    def __init__(self, core: _core.Document) -> None:
        self._core = core
        self._nodes: dict[int, dict[str, Any]] | None = None

    def _facts(self, number: int) -> dict[str, Any]:
        if self._nodes is None:
            self._nodes = {node["id"]: node for node in self._core.tree()["nodes"]}
        return self._nodes.get(number, {})

    def _changed(self) -> None:
        self._nodes = None

    @property
    def name(self) -> str:
        """Of the game: "chess"."""
        return self._core.name

    @property
    def faults(self) -> list[dict[str, Any]]:
        return self._core.faults

    @property
    def root(self) -> Node:
        return Node(self, 0)

    @property
    def tags(self) -> dict[str, str]:
        """A copy: `set_tag` changes them."""
        return self._core.tags

    def set_tag(self, name: str, value: str) -> None:
        self._core.set_tag(name, value)

    def game(self) -> _core.Game:
        """The main line, as far as it can be played."""
        return self._core.game()

    def walk(self) -> Iterator[Node]:
        """Every node, the root first."""
        return self.root.walk()

    def main_line(self) -> Iterator[Node]:
        return self.root.main_line()

    def write(self, format: str) -> str:
        """In one of the game's formats; one that holds a single game gets the main line."""
        return self._core.write(format)

    def left_out_by(self, format: str) -> str:
        """What that format has no place for: "2 variations"; empty if it holds everything."""
        return self._core.left_out_by(format)

    def copy(self) -> Document:
        return Document(self._core.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Document:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        format = next(
            f["name"]
            for game in _core.game_infos()
            if game["name"] == self.name
            for f in game["formats"]
            if f["keeps_document"]
        )
        return (_unpickled, (self.write(format), self.name, format))

    def __eq__(self, other: object) -> bool:
        """The same start and the same tree, as with games; tags are not part of it."""
        if not isinstance(other, Document) or self._core.game_at(0) != other._core.game_at(0):
            return False
        return self._tree() == other._tree()

    def _tree(self) -> list[dict[str, Any]]:
        """The nodes in the order of the text, by which their parents are numbered."""
        self._facts(0)
        assert self._nodes is not None
        order = {number: place for place, number in enumerate(self._nodes)}
        return [
            {key: order[value] if key == "parent" else value for key, value in node.items() if key != "id"}
            for node in self._nodes.values()
        ]

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        return self.game().svg()

    def __repr__(self) -> str:
        return f"<Document: {self.game()!r}>"


def _unpickled(text: str, game: str, format: str) -> Document:
    return Document(_core.read_document(text, game, format))


def read_document(source: Source, *, game: str = "", format: str = "", **options: Any) -> Document:
    """The first document of a text or file. Raises Unreadable if there is nothing to hold."""
    return Document(_core.read_document(text_of(source), game, format, options))


def document_of(game: _core.Game) -> Document:
    """A document with the events of a game as its main line."""
    return Document(_core.document_of(game))
