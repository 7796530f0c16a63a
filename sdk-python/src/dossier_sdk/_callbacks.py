"""Callbacks that the service sends, and links that it accepts."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import json
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

#: Five minutes, as Standard Webhooks has it.
_TOLERANCE_SECONDS = 300.0
_MIN_KEY_BYTES = 16


class CallbackError(Exception):
    """A callback that must not be believed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        #: ``missing_header``, ``invalid_timestamp``, ``too_old``, ``too_new``, ``wrong_signature`` or ``invalid_body``.
        self.code = code


def verify_callback(
    raw_body: bytes,
    headers: Mapping[str, str],
    keys: str | Sequence[str],
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
) -> dict[str, Any]:
    """The callback, if the service sent it just now and signed it with the key, or with one of the keys.

    ``raw_body`` is the body as it arrived: what was parsed and written anew has other bytes.
    """
    secrets = [_bytes_of(key) for key in ([keys] if isinstance(keys, str) else keys)]
    if not secrets:
        raise ValueError("A signature key is required.")
    lower = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, given = (_header(lower, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    _check_age(timestamp, tolerance_seconds)
    # What cannot be encoded was not signed either.
    signed = f"{message_id}.{timestamp}.".encode(errors="replace") + raw_body
    expected = [b64encode(hmac.digest(secret, signed, "sha256")) for secret in secrets]
    signatures = [one.encode(errors="replace") for one in given.split(" ")]
    if not any(hmac.compare_digest(one, b"v1," + other) for one in signatures for other in expected):
        raise CallbackError("wrong_signature", "The callback was not signed with this key, or was changed.")
    try:
        callback: dict[str, Any] = json.loads(raw_body)
    except ValueError:
        raise CallbackError("invalid_body", "The body is not valid JSON.") from None
    return callback


def sign_download(*, base_url: str, document_id: str, shared_token: str, at: float | None = None) -> str:
    """An address that downloads one document, without further credentials, for five minutes.

    ``shared_token`` is that of the client. It must never reach a browser; the address may.
    """
    timestamp = f"{time.time() if at is None else at:.3f}"
    signed = f"{shared_token}{document_id}{timestamp}".encode()
    query = urlencode({"timestamp": timestamp, "hash": hmac.new(shared_token.encode(), signed, hashlib.sha256).hexdigest()})
    path = f"/api/v1/enterprise/documents/{quote(document_id, safe='')}/download/"
    return f"{base_url.rstrip('/')}{path}?{query}"


def _bytes_of(key: str) -> bytes:
    """An empty or mistyped key could be guessed by anyone."""
    try:
        secret = b64decode(key, validate=True)
    except (binascii.Error, ValueError):
        secret = b""
    if len(secret) < _MIN_KEY_BYTES:
        raise ValueError("A signature key is 32 letters and digits.")
    return secret


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise CallbackError("missing_header", f"The callback has no header {name}.")
    return value


def _check_age(timestamp: str, tolerance_seconds: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise CallbackError("invalid_timestamp", "The timestamp is not a number.")
    age = time.time() - float(timestamp)
    if age > tolerance_seconds:
        raise CallbackError("too_old", "The callback is too old.")
    if age < -tolerance_seconds:
        raise CallbackError("too_new", "The callback is from the future.")
