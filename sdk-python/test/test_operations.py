"""Every operation of the OpenAPI files has a method that reaches it."""

from __future__ import annotations

import inspect
import io
import json
import re
import unittest
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from dossier_sdk import Dossier, DossierWithApiKey
from dossier_sdk._answers import Answer

OPENAPI = Path(__file__).parents[2] / "openapi"
PARAMETER = re.compile(r"{\w+}")
ARGUMENTS: dict[str, object] = {"body": {}, "content": b"", "filename": "a"}


class Recorder:
    """Stands for a service that does whatever is asked of it."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []

    def __call__(self, request: urllib.request.Request, _: float) -> Answer:
        path = urlsplit(request.full_url).path
        self.sent.append((request.get_method(), path))
        token = {"access_token": "a", "expires_in": 3600}
        return Answer(200, {}, io.BytesIO(json.dumps(token if path.endswith("/tokens") else []).encode()))


def operations(name: str) -> Iterator[tuple[str, str, str]]:
    paths: dict[str, dict[str, Any]] = json.loads((OPENAPI / f"{name}.json").read_text())["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield operation["operationId"], method.upper(), path


def snake_case(name: str) -> str:
    words = re.sub(r"([a-z\d])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", words).lower()


def call(client: object, operation: str) -> None:
    method = getattr(client, snake_case(operation))
    given = {
        name: ARGUMENTS.get(name, "a")
        for name, parameter in inspect.signature(method).parameters.items()
        if parameter.default is inspect.Parameter.empty
    }
    answer = method(**given)
    if inspect.isgenerator(answer):
        next(answer, None)


class EveryOperation(unittest.TestCase):
    def check(self, name: str, client: Dossier | DossierWithApiKey, recorder: Recorder) -> None:
        for operation, method, path in operations(name):
            with self.subTest(operation):
                if isinstance(client, Dossier):
                    prepare(client, operation)
                recorder.sent.clear()
                call(client, operation)
                sent_method, sent_path = recorder.sent[-1]
                self.assertEqual(sent_method, method)
                self.assertRegex(sent_path, "^" + PARAMETER.sub("[^/]+", path) + "$")

    def test_group_a(self) -> None:
        recorder = Recorder()
        client = Dossier(base_url="http://a", client_id="a", application_id="b", application_secret="c", opener=recorder)
        self.check("v2", client, recorder)

    def test_groups_b_and_c(self) -> None:
        recorder = Recorder()
        client = DossierWithApiKey(base_url="http://a", api_key="a", opener=recorder)
        self.check("v1", client, recorder)
        self.check("unversioned", client, recorder)


def prepare(client: Dossier, operation: str) -> None:
    """A token is fetched only if there is none, and revoked only if there is one."""
    if operation == "createToken":
        client.revoke_token()
    else:
        client.create_token()


if __name__ == "__main__":
    unittest.main()
