"""Which callbacks are believed, and which links are signed."""

from __future__ import annotations

import hmac
import time
import unittest
from base64 import b64decode, b64encode

from dossier_sdk import CallbackError, sign_download, verify_callback

KEY = "a" * 32
OTHER_KEY = "b" * 32


def signed(body: bytes, *, key: str = KEY, age: float = 0, timestamp: str | None = None) -> dict[str, str]:
    moment = timestamp or str(int(time.time() - age))
    digest = hmac.digest(b64decode(key), f"1.{moment}.".encode() + body, "sha256")
    return {
        "Webhook-Id": "1",
        "Webhook-Timestamp": moment,
        "Webhook-Signature": f"v1,{b64encode(digest).decode()}",
    }


class Callbacks(unittest.TestCase):
    def test_a_signed_one_is_believed(self) -> None:
        self.assertEqual(verify_callback(b'{"type": "a"}', signed(b'{"type": "a"}'), KEY), {"type": "a"})
        self.assertEqual(verify_callback(b"{}", signed(b"{}"), [OTHER_KEY, KEY]), {})

    def test_others_are_not(self) -> None:
        cases: list[tuple[str, bytes, dict[str, str]]] = [
            ("missing_header", b"{}", {}),
            ("invalid_timestamp", b"{}", signed(b"{}", timestamp="soon")),
            ("too_old", b"{}", signed(b"{}", age=400)),
            ("too_new", b"{}", signed(b"{}", age=-400)),
            ("wrong_signature", b"{ }", signed(b"{}")),
            ("wrong_signature", b"{}", signed(b"{}", key=OTHER_KEY)),
            ("wrong_signature", b"{}", {**signed(b"{}"), "Webhook-Signature": "v1,\udcff"}),
            ("wrong_signature", b"{}", {**signed(b"{}"), "Webhook-Id": "\udcff"}),
            ("invalid_body", b"<>", signed(b"<>")),
        ]
        for code, body, headers in cases:
            with self.subTest(code), self.assertRaises(CallbackError) as refusal:
                verify_callback(body, headers, KEY)
            self.assertEqual(refusal.exception.code, code)

    def test_a_weak_key_is_refused(self) -> None:
        for keys in ("", "short", "not base 64!" * 4, []):
            with self.subTest(keys), self.assertRaises(ValueError):
                verify_callback(b"{}", signed(b"{}"), keys)


class Links(unittest.TestCase):
    def test_a_link_names_the_document_and_its_moment(self) -> None:
        link = sign_download(base_url="https://a.example.com/", document_id="a/b", shared_token="s", at=1.5)
        self.assertRegex(
            link,
            r"^https://a\.example\.com/api/v1/enterprise/documents/a%2Fb/download/\?timestamp=1\.500&hash=[0-9a-f]{64}$",
        )


if __name__ == "__main__":
    unittest.main()
