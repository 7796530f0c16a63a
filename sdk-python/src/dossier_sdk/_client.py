"""The clients: group A with an application, groups B and C with an API key."""

from __future__ import annotations

import json
import threading
import time
from base64 import b64encode
from urllib.parse import quote, urlencode

from ._answers import Answer
from ._bodies import UrlEncodedBody
from ._errors import DossierError
from ._retries import Retries
from ._transport import Call, Opener, Transport
from .generated.unversioned import UnversionedOperations
from .generated.v1 import V1Operations
from .generated.v2 import V2Operations

#: A token is renewed a little before it ends, so that it does not end on its way.
_MARGIN_SECONDS = 60.0
_TIMEOUT_SECONDS = 60.0


class Dossier(V2Operations):
    """Group A. Access tokens are requested and renewed automatically. Threads may share it."""

    def __init__(
        self,
        *,
        base_url: str,
        client_id: str,
        application_id: str,
        application_secret: str,
        retries: Retries = Retries(),
        timeout_seconds: float = _TIMEOUT_SECONDS,
        opener: Opener | None = None,
    ) -> None:
        self._transport = Transport(base_url, retries, timeout_seconds, opener)
        self._client_id = client_id
        pair = ":".join(quote(part, safe="") for part in (application_id, application_secret))
        self._credentials = {"authorization": f"Basic {b64encode(pair.encode()).decode()}"}
        self._lock = threading.Lock()
        self._token: str | None = None
        self._renew_at = 0.0

    def create_token(self) -> str:
        """The access token that all calls share; it is requested if there is none, or if it is about to expire."""
        with self._lock:
            if self._token is None or time.monotonic() >= self._renew_at:
                form = {"grant_type": "client_credentials", "scope": "client", "client_id": self._client_id}
                answer = json.loads(self._send_credentials("tokens", form))
                self._token = str(answer["access_token"])
                self._renew_at = time.monotonic() + float(answer["expires_in"]) - _MARGIN_SECONDS
            return self._token

    def revoke_token(self) -> None:
        """Revokes the access token, such as at the end of a program; another call would request a new one."""
        with self._lock:
            token, self._token = self._token, None
        if token is not None:
            self._send_credentials("revoke_token", {"token": token})

    def _send(self, call: Call) -> Answer:
        token = self.create_token()
        answer = self._transport.send(call, {"authorization": f"Bearer {token}"})
        if not _is_token_refused(answer):
            return answer
        self._forget(token)
        if call.body is not None and not call.body.is_repeatable:
            return answer
        answer.close()
        return self._transport.send(call, {"authorization": f"Bearer {self.create_token()}"})

    def _forget(self, token: str) -> None:
        with self._lock:
            if self._token == token:
                self._token = None

    def _send_credentials(self, name: str, form: dict[str, str]) -> bytes:
        body = UrlEncodedBody(urlencode(form))
        call = Call("POST", f"/api/v2/client/{name}", body=body, is_harmless=True)
        answer = self._transport.send(call, self._credentials)
        text = answer.read()
        if answer.status != 200:
            raise DossierError(answer.status, answer.headers, text)
        return text


class DossierWithApiKey(UnversionedOperations, V1Operations):
    """Groups B and C: requests, forms, articles, imports of managers, and the deprecated calls of v1."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        retries: Retries = Retries(),
        timeout_seconds: float = _TIMEOUT_SECONDS,
        opener: Opener | None = None,
    ) -> None:
        self._transport = Transport(base_url, retries, timeout_seconds, opener)
        self._credentials = {"x-api-key": api_key}

    def _send(self, call: Call) -> Answer:
        return self._transport.send(call, self._credentials)


def _is_token_refused(answer: Answer) -> bool:
    return answer.status == 401 and 'error="invalid_token"' in answer.headers.get("www-authenticate", "")
