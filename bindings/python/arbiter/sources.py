"""Texts from strings, files and open files, piece by piece and in any charset."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Union

from arbiter import _core

Source = Union[str, bytes, "os.PathLike[str]", IO[Any]]
"""A text, its bytes, a path, or an open file."""

PIECE = 1 << 16
ENDINGS = (".pgn", ".sgf", ".mat", ".fen", ".epd", ".json", ".txt")
# How much more plausible another charset must be before the one that a text names is not believed.
DOUBT = 400


def _path_of(source: Source) -> Path | None:
    """A string is a path if it is a single line and there is such a file, or ends like the name of one."""
    if isinstance(source, os.PathLike):
        return Path(source)
    if isinstance(source, str) and "\n" not in source and len(source) < 1024:
        try:
            named = source.lower().endswith(ENDINGS)
            return Path(source) if named or os.path.isfile(source) else None
        except ValueError:
            return None
    return None


def _fits(head: bytes, charset: str) -> bool:
    """Whether the bytes can be in that charset; they may end within a character."""
    try:
        decoder = codecs.getincrementaldecoder(charset)()
        decoder.decode(head)
        return True
    except (UnicodeDecodeError, LookupError):
        return False


def charset_of(head: bytes, whole_is_utf8: bool) -> str:
    """The charset of a file: by its mark, as UTF-8, as it says itself, or the most plausible one."""
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if whole_is_utf8:
        return "utf-8"
    first = next((i for i, byte in enumerate(head) if byte >= 0x80), 0)
    sample = head[max(0, first - 1) :]

    def plausibility(charset: str) -> int:
        return _core.plausibility(sample.decode(charset, "replace"), charset)

    best = max(_core.likely_charsets(), key=plausibility)
    named = _core.named_charset(head.decode("latin-1"))
    if named is None or named == "windows-1252" or not _fits(sample, named):
        return best
    return named if plausibility(named) + DOUBT >= plausibility(best) else best


def _is_utf8(path: Path) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as file:
        try:
            while piece := file.read(1 << 20):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True


def _decoded(pieces: Iterator[bytes], charset: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(charset)("replace")
    for piece in pieces:
        if text := decoder.decode(piece):
            yield text
    if text := decoder.decode(b"", final=True):
        yield text


def pieces_of(source: Source) -> Iterator[str]:
    """The text, piece by piece: a file is never held as a whole."""
    path = _path_of(source)
    if path is not None:
        with path.open("rb") as file:
            head = file.read(PIECE)
            charset = charset_of(head, _is_utf8(path))
            file.seek(0)
            yield from _decoded(iter(lambda: file.read(PIECE), b""), charset)
    elif isinstance(source, str):
        for begin in range(0, len(source), PIECE):
            yield source[begin : begin + PIECE]
    elif isinstance(source, (bytes, bytearray)):
        head = bytes(source)
        yield from _decoded(iter([head]), charset_of(head[:PIECE], _fits(head, "utf-8")))
    elif isinstance(source, os.PathLike) or not hasattr(source, "read"):
        raise TypeError("a source is a text, bytes, a path or an open file")
    else:
        yield from _from_file(source)


def _from_file(file: IO[Any]) -> Iterator[str]:
    piece = file.read(PIECE)
    if isinstance(piece, str):
        while piece:
            yield piece
            piece = file.read(PIECE)
        return
    charset = charset_of(piece, _fits(piece, "utf-8"))

    def rest() -> Iterator[bytes]:
        block = piece
        while block:
            yield block
            block = file.read(PIECE)

    yield from _decoded(rest(), charset)


def text_of(source: Source) -> str:
    return "".join(pieces_of(source))
