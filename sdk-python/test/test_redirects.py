"""A redirect is a refusal, and its target is told nothing."""

from __future__ import annotations

import threading
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer

from dossier_sdk import Dossier, DossierError, DossierWithApiKey


class Moved(BaseHTTPRequestHandler):
    """A service that has moved elsewhere: to an address of itself, which remembers who came."""

    status = 301
    paths: list[str] = []

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.path.startswith("/elsewhere"):
            self.paths.append(self.path)
        if self.path.endswith("/tokens") and self.path.startswith("/with-tokens"):
            text = b'{"access_token": "a", "expires_in": 3600}'
            self.send_response(200)
        else:
            text = b"<html>Moved</html>"
            self.send_response(self.status)
            self.send_header("location", f"/elsewhere{self.path}")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, format: str, *args: object) -> None:
        pass


class Redirects(unittest.TestCase):
    def setUp(self) -> None:
        self.server = HTTPServer(("127.0.0.1", 0), Moved)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.base_url = f"http://127.0.0.1:{self.server.server_port}"
        Moved.paths = []

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def application(self, base_url: str) -> Dossier:
        return Dossier(base_url=base_url, client_id="a", application_id="b", application_secret="c")

    def test_none_is_taken_for_an_answer(self) -> None:
        with_key = DossierWithApiKey(base_url=self.base_url, api_key="secret")
        without_token = self.application(self.base_url)
        with_token = self.application(f"{self.base_url}/with-tokens")
        calls: list[Callable[[], object]] = [
            lambda: with_key.delete_request("1"),
            lambda: with_key.get_request("1"),
            lambda: with_key.get_request_file("1", "proof"),
            lambda: with_key.list_requests_page(),
            lambda: with_key.create_request({"form_code": "default", "creator_technical_id": "M-1"}),
            lambda: without_token.delete_employee("E-1"),
            lambda: with_token.delete_employee("E-1"),
            lambda: with_token.put_employee("E-1", {"first_name": "Ada", "last_name": "Byron"}),
        ]
        for status in (301, 302, 303, 307, 308):
            Moved.status = status
            for number, call in enumerate(calls):
                with self.subTest(status=status, call=number), self.assertRaises(DossierError) as refusal:
                    call()
                self.assertEqual((refusal.exception.status, refusal.exception.code), (status, "unexpected_answer"))
        self.assertEqual(Moved.paths, [])

    def test_an_operation_that_answers_with_an_address_is_no_refusal(self) -> None:
        with_key = DossierWithApiKey(base_url=self.base_url, api_key="secret")
        Moved.status = 302
        self.assertIn("location", with_key.go_to_own_folder())
        Moved.status = 301
        with self.assertRaises(DossierError):
            with_key.go_to_own_folder()


if __name__ == "__main__":
    unittest.main()
