"""What the service refuses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

#: What other groups call a refusal that comes with a text only.
_CODES = {
    403: "invalid_credentials",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    413: "payload_too_large",
    429: "too_many_failures",
    503: "unavailable",
}


@dataclass(frozen=True)
class FieldError:
    """A field that is to blame for a refusal."""

    field: str
    code: str
    message: str


class DossierError(Exception):
    """A call that the service refused. One whose answer never came raises ``OSError`` or ``http.client.HTTPException``."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        code, message, errors = _refusal_in(status, body)
        super().__init__(message)
        self.status = status
        #: One of docs/api/errors.md; ``unexpected_answer`` when something else than the service answered.
        self.code = code
        self.message = message
        #: The fields that are to blame, with 422, and with 400 in groups B and C.
        self.errors = errors
        #: What the service's log calls the call.
        self.request_id = headers.get("x-request-id")
        #: When the service wants to be left alone for a while, with 429 and 503.
        self.retry_after_seconds = retry_after_seconds(headers)


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """``Retry-After`` is a number of seconds, or a date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, (moment - datetime.now(timezone.utc)).total_seconds())


def _refusal_in(status: int, text: bytes) -> tuple[str, str, list[FieldError]]:
    try:
        body: Any = json.loads(text)
    except ValueError:
        body = None
    if isinstance(body, list):
        return _refusal_of_fields(status, body)
    if not isinstance(body, dict):
        return _unexpected(status)
    errors = body.get("errors")
    said = body.get("detail", errors)
    if isinstance(said, str):
        return _CODES.get(status, "refused"), said, []
    if isinstance(errors, dict):
        return _refusal_of_fields(status, [errors])
    code, message = body.get("code", body.get("error")), body.get("message", body.get("error_description"))
    if code is None:
        return _unexpected(status)
    fields = [one for one in errors or [] if isinstance(one, dict)]
    return (
        str(code),
        str(message or f"The service answered {status}."),
        [FieldError(str(one.get("field")), str(one.get("code")), str(one.get("message"))) for one in fields],
    )


def _refusal_of_fields(status: int, lists: list[Any]) -> tuple[str, str, list[FieldError]]:
    """Groups B and C answer with each field and its messages."""
    if not all(isinstance(one, dict) and all(isinstance(said, list) for said in one.values()) for one in lists):
        return _unexpected(status)
    errors = [
        FieldError(field, "invalid", str(message))
        for one in lists
        for field, messages in one.items()
        for message in messages
    ]
    return "validation_error", " ".join(f"{one.field}: {one.message}" for one in errors), errors


def _unexpected(status: int) -> tuple[str, str, list[FieldError]]:
    return "unexpected_answer", f"The service answered {status}.", []
