"""What can go wrong: a move is rejected, a text cannot be read."""

from __future__ import annotations

from typing import Any

Fault = dict[str, Any]


class Rejection(ValueError):
    """A move or action was not accepted. The game has not changed."""

    code: str
    """Stable, for programs: "leaves_king_in_check"."""
    kind: str
    """unreadable, ambiguous, illegal, out_of_turn or game_over."""
    sentence: str
    data: dict[str, Any]
    """The squares, dice and moves involved."""
    legal: list[str]
    """The legal moves at that point."""

    def __init__(self, rejection: dict[str, Any], legal: list[str]) -> None:
        super().__init__(rejection, legal)
        self.code = rejection["code"]
        self.kind = rejection["kind"]
        self.sentence = rejection["sentence"]
        self.data = rejection["data"]
        self.legal = legal

    def __str__(self) -> str:
        return self.sentence


class Unreadable(ValueError):
    """A text cannot be read or a setting is wrong, with every fault that was found."""

    faults: list[Fault]
    """Each with severity, code, sentence and place."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults)
        self.faults = faults

    @property
    def code(self) -> str:
        """Of the first fault."""
        return str(self.faults[0]["code"])

    @property
    def sentence(self) -> str:
        """Of the first fault."""
        return str(self.faults[0]["sentence"])

    @property
    def place(self) -> dict[str, Any] | None:
        """Of the first fault: line and column, token, or pointer; None if it concerns the whole."""
        place: dict[str, Any] | None = self.faults[0]["place"]
        return place

    def __str__(self) -> str:
        return "; ".join(fault["sentence"] for fault in self.faults)
