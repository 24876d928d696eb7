"""What a comparison counted, and the differences that are known, with their reasons."""

from __future__ import annotations


class Comparison:
    def __init__(self, peer: str, reasons: dict[str, str]) -> None:
        self.peer = peer
        self.reasons = reasons
        self.counts: dict[str, int] = {}
        self.differences = dict.fromkeys(reasons, 0)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + number

    def differ(self, reason: str) -> None:
        """A difference that the table explains."""
        self.differences[reason] += 1

    def print(self, *, positions: int = 10_000) -> None:
        print(f"{self.peer}: " + ", ".join(f"{number:,} {what}" for what, number in self.counts.items()) + " alike")
        for reason, explanation in self.reasons.items():
            print(f"  {self.differences[reason]:>7,}  {reason}: {explanation}")
        assert self.counts.get("positions", 0) >= positions, f"{self.peer}: too few positions"
