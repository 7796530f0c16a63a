"""What the generated operations are built from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ._answers import Answer, FileAnswer, NumberedPage, Page
from ._errors import DossierError
from ._transport import Call

#: The largest page that every list gives.
_PER_PAGE = 100


class Operations:
    """Sends calls in the way of an API group."""

    def _send(self, call: Call) -> Answer:
        raise NotImplementedError

    def _answer(self, call: Call) -> Answer:
        """What the service did. A redirect is none, unless the operation has no other answer."""
        answer = self._send(call)
        if not 200 <= answer.status < 300 and answer.status != call.redirect_status:
            raise DossierError(answer.status, answer.headers, answer.read())
        return answer

    def _json(self, call: Call) -> Any:
        return json.loads(self._answer(call).read())

    def _text(self, call: Call) -> str:
        return self._answer(call).read().decode()

    def _nothing(self, call: Call) -> None:
        self._answer(call).close()

    def _file(self, call: Call) -> FileAnswer:
        answer = self._answer(call)
        return FileAnswer(answer, answer.body)

    def _headers(self, call: Call) -> Mapping[str, str]:
        answer = self._answer(call)
        answer.close()
        return answer.headers

    def _page(self, call: Call) -> Page[Any]:
        answer = self._answer(call)
        return Page(json.loads(answer.read()), answer.headers.get("next-cursor"), answer.headers.get("previous-cursor"))

    def _pages(self, call: Call) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self._page(_with_query(call, cursor=cursor))
            yield from page.items
            if page.next_cursor is None:
                return
            cursor = page.next_cursor

    def _numbered_page(self, call: Call) -> NumberedPage[Any]:
        answer = self._answer(call)
        return NumberedPage(json.loads(answer.read()), int(answer.headers.get("x-total-count", "0")))

    def _numbered_pages(self, call: Call) -> Iterator[Any]:
        number = 1
        while True:
            page = self._numbered_page(_with_query(call, page=number))
            yield from page.items
            if not page.items or number * _PER_PAGE >= page.total:
                return
            number += 1


def _with_query(call: Call, **query: object) -> Call:
    return Call(
        call.method,
        call.path,
        call.parameters,
        {**call.query, "per_page": _PER_PAGE, **query},
        call.headers,
    )
