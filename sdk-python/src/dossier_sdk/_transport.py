"""How calls reach the service."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO
from urllib.parse import quote, urlencode, urlsplit

from ._answers import Answer
from ._bodies import Body
from ._retries import Attempts, Retries, send_with_retries

IDEMPOTENCY_KEY = "idempotency-key"


@dataclass(frozen=True)
class Call:
    """One call of an operation."""

    method: str
    #: With the names of parameters in braces.
    path: str
    parameters: Mapping[str, str | int] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Body | None = None
    idempotency_key: str | None = None
    #: For calls whose repetition is harmless, and which the service keeps no answer of.
    is_harmless: bool = False
    #: Of an operation that answers with the address of a page.
    redirect_status: int | None = None


#: What opens a request in place of ``urllib``.
Opener = Callable[[urllib.request.Request, float], Answer]


class Transport:
    def __init__(self, base_url: str, retries: Retries, timeout_seconds: float, opener: Opener | None = None) -> None:
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url must be an http or https URL.")
        self._base_url = base_url.rstrip("/")
        self._retries = retries
        self._timeout_seconds = timeout_seconds
        self._open = opener or open_with_urllib

    def send(self, call: Call, credentials: Mapping[str, str]) -> Answer:
        """Sends a call, with an idempotency key if it is a POST, and again if that can help."""
        headers = {"accept": "*/*", **call.headers, **credentials}
        if call.method == "POST" and not call.is_harmless:
            headers[IDEMPOTENCY_KEY] = call.idempotency_key or str(uuid.uuid4())
        if call.body is not None:
            headers.update(call.body.headers)
        url = self._base_url + _fill(call.path, call.parameters) + _query_of(call.query)

        def send() -> Answer:
            data = call.body.data() if call.body is not None else None
            request = urllib.request.Request(url, data=data, headers=headers, method=call.method)
            return self._open(request, self._timeout_seconds)

        if call.body is not None and not call.body.is_repeatable:
            return send()
        has_key = IDEMPOTENCY_KEY in headers
        is_idempotent = call.method != "POST" or has_key or call.is_harmless
        return send_with_retries(Attempts(send, is_idempotent, has_key), self._retries)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer: its target is not given the credentials."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


def open_with_urllib(request: urllib.request.Request, timeout_seconds: float) -> Answer:
    try:
        answer = _OPENER.open(request, timeout=timeout_seconds)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return Answer(answer.status, headers, answer)


def _fill(pattern: str, parameters: Mapping[str, str | int]) -> str:
    for name, value in parameters.items():
        text = str(value)
        # They make an address mean something else: deleting the value `..` of a data set would delete the data set.
        if text in ("", ".", ".."):
            raise ValueError(f"{name} cannot be {text!r} in an address.")
        pattern = pattern.replace(f"{{{name}}}", quote(text, safe=""))
    return pattern


def _query_of(query: Mapping[str, object]) -> str:
    given = {name: _query_value(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given, doseq=True)}" if given else ""


def _query_value(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value
