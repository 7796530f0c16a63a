"""What calls send."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, TypeGuard
from urllib.parse import quote

#: The bytes of a file, its path, an open file, or chunks as they come.
Content = bytes | Path | IO[bytes] | Iterable[bytes]

_CHUNK_BYTES = 64 * 1024


@dataclass(frozen=True)
class File:
    """A file of a form."""

    name: str
    content: Content
    content_type: str = "application/octet-stream"


class Body(Protocol):
    """What a call sends, as often as it is sent."""

    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def is_repeatable(self) -> bool: ...
    def data(self) -> bytes | Iterable[bytes]: ...


class JsonBody:
    headers: Mapping[str, str] = {"content-type": "application/json"}
    is_repeatable = True

    def __init__(self, value: object) -> None:
        self._text = json.dumps(value, ensure_ascii=False).encode()

    def data(self) -> bytes:
        return self._text


class UrlEncodedBody:
    headers: Mapping[str, str] = {"content-type": "application/x-www-form-urlencoded"}
    is_repeatable = True

    def __init__(self, text: str) -> None:
        self._text = text.encode()

    def data(self) -> bytes:
        return self._text


class FileBody:
    """A file as the whole body."""

    def __init__(self, content: Content, filename: str) -> None:
        self._content = content
        self.is_repeatable = _is_repeatable(content)
        self.headers: Mapping[str, str] = {
            "content-type": "application/octet-stream",
            "content-disposition": f"attachment; filename*=UTF-8''{quote(filename, safe='')}",
            **_length_header(_size_of(content)),
        }

    def data(self) -> bytes | Iterable[bytes]:
        return _chunks_of(self._content)


class FormBody:
    """A multipart form. Objects are written as JSON; several values are several parts."""

    def __init__(self, form: Mapping[str, object]) -> None:
        self._boundary = f"dossier-{secrets.token_hex(16)}"
        self._parts = [
            part for name, value in form.items() if value is not None for part in self._parts_of(name, value)
        ]
        self.is_repeatable = all(_is_repeatable(content) for _, content in self._parts)
        self.headers: Mapping[str, str] = {
            "content-type": f"multipart/form-data; boundary={self._boundary}",
            **_length_header(self._size()),
        }

    def data(self) -> Iterator[bytes]:
        for head, content in self._parts:
            yield head
            yield from _chunks_of(content)
            yield b"\r\n"
        yield self._end

    @property
    def _end(self) -> bytes:
        return f"--{self._boundary}--\r\n".encode()

    def _size(self) -> int | None:
        total = len(self._end)
        for head, content in self._parts:
            size = _size_of(content)
            if size is None:
                return None
            total += len(head) + size + 2
        return total

    def _parts_of(self, name: str, value: object) -> Iterator[tuple[bytes, Content]]:
        if isinstance(value, list | tuple):
            for one in value:
                yield from self._parts_of(name, one)
            return
        disposition = f'form-data; name="{_escaped(name)}"'
        if isinstance(value, File):
            disposition += f'; filename="{_escaped(value.name)}"'
            yield self._head(f"{disposition}\r\ncontent-type: {_one_line(value.content_type)}"), value.content
        else:
            yield self._head(disposition), _text_of(value).encode()

    def _head(self, disposition: str) -> bytes:
        return f"--{self._boundary}\r\ncontent-disposition: {disposition}\r\n\r\n".encode()


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def _escaped(text: str) -> str:
    """As browsers do: a quotation mark or a line break would end the name."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _one_line(value: str) -> str:
    if not value.isprintable():
        raise ValueError(f"{value!r} cannot be the type of a file.")
    return value


def _chunks_of(content: Content) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
    elif isinstance(content, Path):
        with content.open("rb") as file:
            yield from _chunks_of(file)
    elif _is_file(content):
        if content.seekable():
            content.seek(0)
        while chunk := content.read(_CHUNK_BYTES):
            yield chunk
    else:
        yield from content


def _is_file(content: Content) -> TypeGuard[IO[bytes]]:
    return hasattr(content, "read")


def _is_repeatable(content: Content) -> bool:
    return isinstance(content, bytes | Path) or (_is_file(content) and content.seekable())


def _size_of(content: Content) -> int | None:
    if isinstance(content, bytes):
        return len(content)
    if isinstance(content, Path):
        return content.stat().st_size
    if _is_file(content) and content.seekable():
        return content.seek(0, os.SEEK_END)
    return None


def _length_header(size: int | None) -> dict[str, str]:
    """Without a length the body is sent in chunks."""
    return {} if size is None else {"content-length": str(size)}
