"""When a call is sent again, and after how long."""

from __future__ import annotations

import http.client
import random
import ssl
import time
import urllib.error
from collections.abc import Callable
from dataclasses import dataclass

from ._answers import Answer
from ._errors import retry_after_seconds

_FIRST_BACKOFF_SECONDS = 0.5
_MAX_BACKOFF_SECONDS = 8.0
#: Answered by proxies in front of a service that is restarting, or by a service that is busy.
_UNAVAILABLE = frozenset({502, 503, 504})


@dataclass(frozen=True)
class Retries:
    """How often a call is sent again. A longer ``Retry-After`` than ``max_wait_seconds`` ends the attempts."""

    max_retries: int = 3
    max_wait_seconds: float = 60.0


@dataclass(frozen=True)
class Attempts:
    """A call that can be sent several times."""

    send: Callable[[], Answer]
    #: Whether doing it twice does no harm. What was refused with 429 was not done, and is always repeated.
    is_idempotent: bool
    #: With an idempotency key, 409 and ``Retry-After`` mean that the attempt before is still in progress.
    has_idempotency_key: bool


def send_with_retries(attempts: Attempts, retries: Retries, sleep: Callable[[float], None] = time.sleep) -> Answer:
    """Sends a call, and again while that can help: the last answer is returned, the last error is raised."""
    retry = 0
    while True:
        is_last = retry >= retries.max_retries
        try:
            answer = attempts.send()
        except (OSError, http.client.HTTPException) as error:
            if is_last or not attempts.is_idempotent or _is_lasting(error):
                raise
            wait = _backoff(retry)
        else:
            wait = _wait_after(answer, retry)
            if is_last or wait > retries.max_wait_seconds or not _may_repeat(attempts, answer):
                return answer
            answer.close()
        sleep(wait)
        retry += 1


def _may_repeat(attempts: Attempts, answer: Answer) -> bool:
    if answer.status == 429:
        return True
    if answer.status == 409:
        return attempts.has_idempotency_key and "retry-after" in answer.headers
    return attempts.is_idempotent and answer.status in _UNAVAILABLE


def _is_lasting(error: Exception) -> bool:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return isinstance(reason, ssl.SSLCertVerificationError)


def _wait_after(answer: Answer, retry: int) -> float:
    asked = retry_after_seconds(answer.headers)
    return _backoff(retry) if asked is None else asked + random.random() * _bound(retry) / 4


def _backoff(retry: int) -> float:
    """With jitter, so that callers who failed together do not return together."""
    return _bound(retry) * (0.5 + random.random() / 2)


def _bound(retry: int) -> float:
    return min(_MAX_BACKOFF_SECONDS, _FIRST_BACKOFF_SECONDS * 2.0**retry)
