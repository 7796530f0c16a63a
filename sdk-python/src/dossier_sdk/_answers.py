"""What calls answer."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Generic, TypeVar

Item = TypeVar("Item")

_CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A page of a list of group A, with what leads to its neighbours."""

    items: list[Item]
    next_cursor: str | None
    previous_cursor: str | None


@dataclass(frozen=True)
class NumberedPage(Generic[Item]):
    """A page of a list of group C, and how many items the list has."""

    items: list[Item]
    total: int


class Answer:
    """An answer whose body has not been read."""

    def __init__(self, status: int, headers: Mapping[str, str], body: IO[bytes]) -> None:
        self.status = status
        #: Their names are in lower case.
        self.headers = headers
        self.body = body

    def read(self) -> bytes:
        """The whole body."""
        with self.body:
            return self.body.read()

    def close(self) -> None:
        self.body.close()


class FileAnswer:
    """A file, which is read as it arrives. Close it, or use it in a ``with`` statement."""

    def __init__(self, answer: Answer, body: IO[bytes]) -> None:
        self.status = answer.status
        #: Such as ``content-type``, ``content-length`` and ``etag``; their names are in lower case.
        self.headers = answer.headers
        self._body = body

    def read(self) -> bytes:
        """All of it."""
        with self._body:
            return self._body.read()

    def chunks(self) -> Iterator[bytes]:
        """One piece after another."""
        with self._body:
            while chunk := self._body.read(_CHUNK_BYTES):
                yield chunk

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file, never holding all of it."""
        with open(path, "wb") as target:
            for chunk in self.chunks():
                target.write(chunk)

    def close(self) -> None:
        self._body.close()

    def __enter__(self) -> FileAnswer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
