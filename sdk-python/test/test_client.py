"""The clients against a running service, which the environment names."""

from __future__ import annotations

import io
import json
import os
import tempfile
import unittest
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path

from dossier_sdk import Dossier, DossierError, DossierWithApiKey, File, Retries
from dossier_sdk._answers import Answer
from dossier_sdk._transport import Opener, open_with_urllib

BASE_URL = os.environ["BASE_URL"]
CREDENTIALS = json.loads(os.environ["CREDENTIALS"])
API_KEY = os.environ["API_KEY"]
MANAGER = "M-1"


def connect(opener: Opener | None = None, retries: Retries = Retries()) -> Dossier:
    return Dossier(
        base_url=BASE_URL,
        client_id=CREDENTIALS["clientId"],
        application_id=CREDENTIALS["applicationId"],
        application_secret=CREDENTIALS["applicationSecret"],
        opener=opener,
        retries=retries,
    )


def unique(prefix: str) -> str:
    return f"{prefix}-{uuid.uuid4().hex[:12]}"


class Losing:
    """Reaches the service, and loses the first answer to calls of an address."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.keys: list[str | None] = []

    def __call__(self, request: urllib.request.Request, timeout: float) -> Answer:
        answer = open_with_urllib(request, timeout)
        if not request.full_url.endswith(self._address):
            return answer
        self.keys.append(request.get_header("Idempotency-key"))
        if len(self.keys) == 1:
            answer.close()
            raise ConnectionResetError
        return answer


dossier = connect()
with_key = DossierWithApiKey(base_url=BASE_URL + "/", api_key=API_KEY)


class GroupA(unittest.TestCase):
    def test_an_employee_from_the_making_to_the_deletion(self) -> None:
        technical_id = unique("E")
        made = dossier.put_employee(technical_id, {"first_name": "Zoë", "last_name": "Byron"})
        self.assertEqual(dossier.get_employee(technical_id), made)
        self.assertEqual(dossier.patch_employee(technical_id, {"city": "Lyon"})["city"], "Lyon")
        dossier.delete_employee(technical_id)
        self.assertEqual(dossier.restore_employee(technical_id)["technical_id"], technical_id)

    def test_lists_are_iterated_page_after_page(self) -> None:
        dataset = unique("d")
        dossier.put_dataset(dataset, {"dimensions": [{"id": "city", "localized_names": []}]})
        codes = [f"c{number:03}" for number in range(150)]
        dossier.put_dataset_values(dataset, {"values": [{"code": code, "localized_names": []} for code in codes]})
        listed = [value["code"] for value in dossier.list_dataset_values(dataset)]
        self.assertEqual(sorted(listed), codes)
        page = dossier.list_dataset_values_page(dataset, per_page=10)
        self.assertEqual(len(page.items), 10)
        following = dossier.list_dataset_values_page(dataset, per_page=10, cursor=page.next_cursor)
        self.assertEqual([one["code"] for one in page.items + following.items], listed[:20])

    def test_refusals_are_errors(self) -> None:
        technical_id = unique("E")
        with self.assertRaises(DossierError) as missing:
            dossier.get_employee(technical_id)
        self.assertEqual((missing.exception.status, missing.exception.code), (404, "not_found"))
        self.assertEqual(str(missing.exception), f"Employee {technical_id} not found.")
        self.assertRegex(missing.exception.request_id or "", "^[0-9a-f-]{36}$")
        with self.assertRaises(DossierError) as invalid:
            dossier.put_employee(technical_id, {"first_name": "", "last_name": "Byron", "email": "odd"})
        self.assertEqual(invalid.exception.status, 422)
        self.assertIn("email", [one.field for one in invalid.exception.errors])

    def test_a_value_cannot_change_what_an_address_means(self) -> None:
        with self.assertRaises(ValueError):
            dossier.delete_dataset_value("offices", "..")

    def test_files_are_streamed_both_ways(self) -> None:
        dataset = unique("d")
        dossier.put_dataset(dataset, {"dimensions": [{"id": "city", "localized_names": []}]})
        lines = [b"city,city.en-us\n", *(f"c{number},City {number}\n".encode() for number in range(1000))]

        def chunks() -> Iterator[bytes]:
            yield from lines

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "offices.csv")
            path.write_bytes(b"".join(lines))
            contents: list[bytes | Path | io.BytesIO | Iterator[bytes]] = [
                path.read_bytes(),
                path,
                io.BytesIO(path.read_bytes()),
                chunks(),
            ]
            for content in contents:
                with self.subTest(type(content).__name__):
                    upload = dossier.create_upload(content, "offices – été.csv")
                    self.assertEqual(upload["size"], path.stat().st_size)
            started = dossier.create_dataset_import({"dataset_id": dataset, "upload_id": upload["id"]})
            source = dossier.get_dataset_import_source(started["id"])
            self.assertEqual(b"".join(source.chunks()), path.read_bytes())

    def test_a_post_whose_answer_is_lost_is_done_once(self) -> None:
        losing = Losing("/webhooks")
        client = connect(losing)
        name = unique("hook")
        made = client.create_webhook({"name": name, "callback_url": "https://hr.example.com", "events": ["*"]})
        self.assertEqual(len(losing.keys), 2)
        self.assertEqual(len(set(losing.keys)), 1)
        self.assertEqual([one["id"] for one in client.list_webhooks() if one["name"] == name], [made["id"]])

    def test_an_iterable_is_sent_once(self) -> None:
        losing = Losing("/uploads")
        with self.assertRaises(ConnectionResetError):
            connect(losing).create_upload(iter([b"a"]), "a.txt")
        self.assertEqual(len(losing.keys), 1)

    def test_a_revoked_token_is_replaced(self) -> None:
        client, other = connect(), connect()
        token = client.create_token()
        other._token, other._renew_at = token, client._renew_at
        other.revoke_token()
        client.list_roles_page()
        self.assertNotEqual(client.create_token(), token)

    def test_wrong_credentials(self) -> None:
        stranger = Dossier(base_url=BASE_URL, client_id="acme", application_id=unique("a"), application_secret="x")
        with self.assertRaises(DossierError) as refusal:
            stranger.list_roles_page()
        self.assertEqual((refusal.exception.status, refusal.exception.code), (401, "invalid_client"))


class GroupsBAndC(unittest.TestCase):
    def test_a_request_with_comments_and_files(self) -> None:
        made = with_key.create_request(
            {"form_code": "default", "creator_technical_id": MANAGER, "subject": unique("subject"), "body": "Why?"}
        )
        with_key.add_request_comment(made["id"], {"body": "Soon"})
        comment = with_key.add_request_comment(
            made["id"], {"body": "See this", "files": [File('a "draft".txt', b"One"), File("b.txt", io.BytesIO(b"Two"))]}
        )
        self.assertEqual([one["body"] for one in with_key.list_request_comments(made["id"])], ["Soon", "See this"])
        file = with_key.get_request_comment_file(made["id"], comment["id"], "2")
        self.assertEqual(file.read(), b"Two")
        headers = with_key.head_request_comment_file(made["id"], comment["id"], "1")
        self.assertEqual(headers["content-length"], "3")
        page = with_key.list_requests_page(per_page=1)
        self.assertEqual(len(page.items), 1)
        self.assertGreaterEqual(page.total, 1)
        self.assertIn(made["id"], [one["id"] for one in with_key.list_requests()])

    def test_the_type_of_a_file_cannot_add_a_header(self) -> None:
        file = File("a.txt", b"One", "text/plain\r\nX-Odd: 1")
        with self.assertRaises(ValueError):
            with_key.add_request_comment("1", {"body": "See this", "files": [file]})

    def test_refusals_name_their_fields(self) -> None:
        with self.assertRaises(DossierError) as refusal:
            with_key.create_request({"form_code": "unknown", "creator_technical_id": "nobody"})
        self.assertEqual((refusal.exception.status, refusal.exception.code), (400, "validation_error"))
        self.assertTrue(refusal.exception.errors)

    def test_a_note_by_the_deprecated_calls(self) -> None:
        technical_id = unique("E")
        dossier.put_employee(technical_id, {"first_name": "Ada", "last_name": "Byron"})
        made = with_key.create_note_on_employee({"employee_technical_id": technical_id, "description": "Call her."})
        self.assertIn("id", made)

    def test_an_address_to_go_to(self) -> None:
        self.assertIn("location", with_key.go_to_own_folder())


if __name__ == "__main__":
    unittest.main()
