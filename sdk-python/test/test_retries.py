"""When calls are sent again."""

from __future__ import annotations

import io
import ssl
import unittest
import urllib.error

from dossier_sdk import Retries
from dossier_sdk._answers import Answer
from dossier_sdk._retries import Attempts, send_with_retries

Step = Answer | Exception


def refusal(status: int, retry_after: str | None = None) -> Answer:
    return Answer(status, {} if retry_after is None else {"retry-after": retry_after}, io.BytesIO())


def unreachable() -> Exception:
    return urllib.error.URLError(ConnectionRefusedError())


def attempt(
    steps: list[Step],
    *,
    is_idempotent: bool = True,
    has_key: bool = False,
    retries: Retries = Retries(),
) -> tuple[int | None, int, list[float]]:
    """What came of a call that meets these steps one after the other, how often it was sent, and the waits."""
    sent = 0
    waits: list[float] = []

    def send() -> Answer:
        nonlocal sent
        sent += 1
        step = steps[sent - 1]
        if isinstance(step, Exception):
            raise step
        return step

    try:
        answer = send_with_retries(Attempts(send, is_idempotent, has_key), retries, waits.append)
    except OSError:
        return None, sent, waits
    return answer.status, sent, waits


class WhatIsRepeated(unittest.TestCase):
    def test_answers_and_errors(self) -> None:
        cases: list[tuple[str, list[Step], bool, bool, int | None, int]] = [
            ("200 is final", [refusal(200)], True, False, 200, 1),
            ("404 is final", [refusal(404)], True, False, 404, 1),
            ("500 is final", [refusal(500)], True, False, 500, 1),
            ("429", [refusal(429), refusal(200)], True, False, 200, 2),
            ("429 of any call", [refusal(429), refusal(200)], False, False, 200, 2),
            ("502, 503, 504", [refusal(502), refusal(503), refusal(504), refusal(200)], True, False, 200, 4),
            ("503 of a call that is not idempotent", [refusal(503)], False, False, 503, 1),
            ("409 in progress", [refusal(409, "1"), refusal(200)], True, True, 200, 2),
            ("409 without a key", [refusal(409, "1")], True, False, 409, 1),
            ("409 of a conflict", [refusal(409)], True, True, 409, 1),
            ("network error", [unreachable(), refusal(200)], True, False, 200, 2),
            ("network error of a call that is not idempotent", [unreachable()], False, False, None, 1),
            ("untrusted certificate", [urllib.error.URLError(ssl.SSLCertVerificationError())], True, False, None, 1),
            ("four attempts at most", [unreachable() for _ in range(9)], True, False, None, 4),
        ]
        for name, steps, is_idempotent, has_key, status, count in cases:
            with self.subTest(name):
                seen, sent, _ = attempt(steps, is_idempotent=is_idempotent, has_key=has_key)
                self.assertEqual((seen, sent), (status, count))

    def test_retry_after_is_waited_for(self) -> None:
        _, _, waits = attempt([refusal(429, "7"), refusal(200)])
        self.assertTrue(7 <= waits[0] < 7.2, waits)

    def test_waits_double_up_to_eight_seconds(self) -> None:
        _, _, waits = attempt([unreachable() for _ in range(8)], retries=Retries(max_retries=7))
        bounds = [0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 8.0]
        self.assertEqual(len(waits), len(bounds))
        for wait, bound in zip(waits, bounds):
            self.assertTrue(bound / 2 <= wait <= bound, waits)

    def test_a_retry_after_that_is_too_long_ends_the_attempts(self) -> None:
        self.assertEqual(attempt([refusal(503, "61"), refusal(200)]), (503, 1, []))

    def test_no_retries(self) -> None:
        self.assertEqual(attempt([refusal(503), refusal(200)], retries=Retries(max_retries=0)), (503, 1, []))


if __name__ == "__main__":
    unittest.main()
