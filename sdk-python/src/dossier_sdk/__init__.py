"""Typed client for the HTTP APIs of Dossier. It uses the standard library only."""

from ._answers import FileAnswer, NumberedPage, Page
from ._bodies import Content, File
from ._callbacks import CallbackError, sign_download, verify_callback
from ._client import Dossier, DossierWithApiKey
from ._errors import DossierError, FieldError
from ._retries import Retries

__all__ = [
    "CallbackError",
    "Content",
    "Dossier",
    "DossierError",
    "DossierWithApiKey",
    "FieldError",
    "File",
    "FileAnswer",
    "NumberedPage",
    "Page",
    "Retries",
    "sign_download",
    "verify_callback",
]
