"""The operations of an API group. Written by `npm run gen`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from .._answers import FileAnswer
from .._bodies import FormBody, JsonBody
from .._operations import Operations
from .._transport import Call
from . import v1_types as types


class V1Operations(Operations):
    def create_distribution_project(
        self,
        body: types.DistributionProjectForm,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CreateDistributionProjectAnswer:
        """Create a distribution project.

        The second and third lines of the address may be spelled `package_address_2` or `package_address2`. Deprecated. Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/distrib_projects",
            headers=headers or {},
            body=FormBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.CreateDistributionProjectAnswer", self._json(call))

    def add_distribution(
        self,
        id: str,
        body: types.SpoolForm,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AddDistributionAnswer:
        """Add a spool of documents to a project; it is processed automatically.

        Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/distrib_projects/{id}/distributions",
            parameters={"id": id},
            headers=headers or {},
            body=FormBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.AddDistributionAnswer", self._json(call))

    def validate_distribution_project(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ValidatedDistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/distrib_projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.ValidatedDistributionProject", self._json(call))

    def put_validation_distribution_project(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.ValidatedDistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        Requires an API key."""
        call = Call(
            "PUT",
            "/api/v1/distrib_projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
        )
        return cast("types.ValidatedDistributionProject", self._json(call))

    def upload_enterprise_document(
        self,
        body: types.DocumentUploadForm,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.UploadEnterpriseDocumentAnswer:
        """Upload an employee document or a company document.

        The part `data` is JSON, before or after the part `file`. The kind of the document type decides of which kind the document is. Deprecated: use `POST /api/v2/client/employee_documents` or `company_documents`. Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/enterprise/documents",
            headers=headers or {},
            body=FormBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.UploadEnterpriseDocumentAnswer", self._json(call))

    def download_enterprise_document(
        self,
        document_id: str,
        *,
        timestamp: str,
        hash: str,
        hash_method: Literal["sha256", ""] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download a document by a signed URL.

        The token is the shared token of the client; or the API key, when the call carries one. Valid for 5 minutes. Byte ranges are served."""
        call = Call(
            "GET",
            "/api/v1/enterprise/documents/{document_id}/download",
            parameters={"document_id": document_id},
            query={"timestamp": timestamp, "hash": hash, "hash_method": hash_method},
            headers=headers or {},
        )
        return self._file(call)

    def head_enterprise_document(
        self,
        document_id: str,
        *,
        timestamp: str,
        hash: str,
        hash_method: Literal["sha256", ""] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download a document by a signed URL: its headers only.

        The token is the shared token of the client; or the API key, when the call carries one. Valid for 5 minutes. Byte ranges are served."""
        call = Call(
            "HEAD",
            "/api/v1/enterprise/documents/{document_id}/download",
            parameters={"document_id": document_id},
            query={"timestamp": timestamp, "hash": hash, "hash_method": hash_method},
            headers=headers or {},
        )
        return self._headers(call)

    def create_note_on_document(
        self,
        body: types.NoteOnDocument,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CreatedNote:
        """Create a note on a document.

        Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/notes/documents",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.CreatedNote", self._json(call))

    def create_note_on_employee(
        self,
        body: types.NoteOnEmployee,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.CreatedNote:
        """Create a note on an employee.

        Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/notes/employees",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.CreatedNote", self._json(call))

    def validate_distribution_project_by_project(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ValidatedDistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        Requires an API key."""
        call = Call(
            "POST",
            "/api/v1/projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.ValidatedDistributionProject", self._json(call))

    def put_validation_distribution_project_by_project(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.ValidatedDistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        Requires an API key."""
        call = Call(
            "PUT",
            "/api/v1/projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
        )
        return cast("types.ValidatedDistributionProject", self._json(call))

    def go_to_own_documents(
        self,
        *,
        doc_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Redirect an employee to the documents of their folder, optionally of one type.

        Requires no credentials."""
        call = Call(
            "GET",
            "/api/v1/url/employee/documents",
            query={"doc_type": doc_type},
            headers=headers or {},
            redirect_status=302,
        )
        return self._headers(call)

    def go_to_own_upload(
        self,
        *,
        doc_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Redirect an employee to the upload into their folder, with the type filled in.

        Requires no credentials."""
        call = Call(
            "GET",
            "/api/v1/url/employee/documents/upload",
            query={"doc_type": doc_type},
            headers=headers or {},
            redirect_status=302,
        )
        return self._headers(call)

    def go_to_own_folder(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Redirect an employee to their folder.

        Requires no credentials."""
        call = Call(
            "GET",
            "/api/v1/url/employee/folder",
            headers=headers or {},
            redirect_status=302,
        )
        return self._headers(call)

    def go_to_manager_upload(
        self,
        *,
        doc_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Redirect a manager to the upload of a document, with its type filled in.

        Requires no credentials."""
        call = Call(
            "GET",
            "/api/v1/url/manager/documents/upload",
            query={"doc_type": doc_type},
            headers=headers or {},
            redirect_status=302,
        )
        return self._headers(call)

    def go_to_employee_folder(
        self,
        *,
        employee_id: str,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Redirect a manager to the folder of an employee.

        Requires no credentials."""
        call = Call(
            "GET",
            "/api/v1/url/manager/employee/folder",
            query={"employee_id": employee_id},
            headers=headers or {},
            redirect_status=302,
        )
        return self._headers(call)

    def validate_distribution_project_at_root(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.ValidatedDistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        Requires an API key."""
        call = Call(
            "POST",
            "/projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.ValidatedDistributionProject", self._json(call))

    def put_validation_distribution_project_at_root(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.ValidatedDistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        Requires an API key."""
        call = Call(
            "PUT",
            "/projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
        )
        return cast("types.ValidatedDistributionProject", self._json(call))
