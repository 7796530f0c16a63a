"""The operations of an API group. Written by `npm run gen`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, cast

from .._answers import FileAnswer, NumberedPage, Page
from .._bodies import FormBody, JsonBody
from .._operations import Operations
from .._transport import Call
from . import unversioned_types as types


class UnversionedOperations(Operations):
    def search_articles(
        self,
        *,
        category_code: str | None = None,
        accessible_by: Literal["employees", "managers", "employee", "manager"] | None = None,
        employee_technical_id: str | None = None,
        manager_technical_id: str | None = None,
        featured: bool | None = None,
        state: Literal["published", "draft"] | None = None,
        query: str | None = None,
        order_by: Literal["created_at", "-created_at", "updated_at", "-updated_at", "title", "-title", "total_hits", "-total_hits"] | None = None,
        language_code: str | None = None,
        sanitize: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.PublicArticle]:
        """List and search articles.

        `Link` leads to the next page and to the last one; `X-Total-Count` is how many articles there are. Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/articles",
            query={
                "category_code": category_code,
                "accessible_by": accessible_by,
                "employee_technical_id": employee_technical_id,
                "manager_technical_id": manager_technical_id,
                "featured": featured,
                "state": state,
                "query": query,
                "order_by": order_by,
                "language_code": language_code,
                "sanitize": sanitize,
            },
            headers=headers or {},
        )
        return self._numbered_pages(call)

    def search_articles_page(
        self,
        *,
        category_code: str | None = None,
        accessible_by: Literal["employees", "managers", "employee", "manager"] | None = None,
        employee_technical_id: str | None = None,
        manager_technical_id: str | None = None,
        featured: bool | None = None,
        state: Literal["published", "draft"] | None = None,
        query: str | None = None,
        order_by: Literal["created_at", "-created_at", "updated_at", "-updated_at", "title", "-title", "total_hits", "-total_hits"] | None = None,
        language_code: str | None = None,
        sanitize: bool | None = None,
        per_page: int | None = None,
        page: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> NumberedPage[types.PublicArticle]:
        """List and search articles.

        `Link` leads to the next page and to the last one; `X-Total-Count` is how many articles there are. Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/articles",
            query={
                "category_code": category_code,
                "accessible_by": accessible_by,
                "employee_technical_id": employee_technical_id,
                "manager_technical_id": manager_technical_id,
                "featured": featured,
                "state": state,
                "query": query,
                "order_by": order_by,
                "language_code": language_code,
                "sanitize": sanitize,
                "per_page": per_page,
                "page": page,
            },
            headers=headers or {},
        )
        return self._numbered_page(call)

    def read_article(
        self,
        slug: str,
        *,
        language_code: str | None = None,
        sanitize: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.PublicArticle:
        """Read an article.

        Requires an API key."""
        call = Call(
            "GET",
            "/api/articles/{slug}",
            parameters={"slug": slug},
            query={"language_code": language_code, "sanitize": sanitize},
            headers=headers or {},
        )
        return cast("types.PublicArticle", self._json(call))

    def list_form_summaries(
        self,
        *,
        language_code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.FormSummary]:
        """List the forms that requests are made from.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/forms",
            query={"language_code": language_code},
            headers=headers or {},
        )
        return self._numbered_pages(call)

    def list_form_summaries_page(
        self,
        *,
        per_page: int | None = None,
        page: int | None = None,
        language_code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> NumberedPage[types.FormSummary]:
        """List the forms that requests are made from.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/forms",
            query={"per_page": per_page, "page": page, "language_code": language_code},
            headers=headers or {},
        )
        return self._numbered_page(call)

    def get_form_details(
        self,
        slug: str,
        *,
        language_code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.FormDetails:
        """Read a form with the allowed values of its fields.

        Requires an API key."""
        call = Call(
            "GET",
            "/api/forms/{slug}",
            parameters={"slug": slug},
            query={"language_code": language_code},
            headers=headers or {},
        )
        return cast("types.FormDetails", self._json(call))

    def list_form_choices(
        self,
        slug: str,
        code: str,
        *,
        language_code: str | None = None,
        query: str | None = None,
        parent: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.FormChoice]:
        """List or search the allowed values of a data set field.

        Requires an API key. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/forms/{slug}/fields/{code}/choices",
            parameters={"slug": slug, "code": code},
            query={"language_code": language_code, "query": query, "parent": parent},
            headers=headers or {},
        )
        return self._pages(call)

    def list_form_choices_page(
        self,
        slug: str,
        code: str,
        *,
        language_code: str | None = None,
        query: str | None = None,
        parent: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.FormChoice]:
        """List or search the allowed values of a data set field.

        Requires an API key. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/forms/{slug}/fields/{code}/choices",
            parameters={"slug": slug, "code": code},
            query={
                "language_code": language_code,
                "query": query,
                "parent": parent,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def import_managers(
        self,
        body: types.ManagerImportForm,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> str:
        """Import managers from a CSV file.

        The import runs in the background; its status is shown in the portal and at `GET /api/v2/client/imports`. Requires an API key."""
        call = Call(
            "POST",
            "/api/managers/import",
            headers=headers or {},
            body=FormBody(body),
            idempotency_key=idempotency_key,
        )
        return self._text(call)

    def list_requests(
        self,
        *,
        form_code: str | None = None,
        employee_technical_id: str | None = None,
        creator_technical_id: str | None = None,
        status: Literal["created", "open", "pending", "closed", "opened"] | None = None,
        origin: Literal["API", "EMAIL", "PHONE", "PORTAL"] | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        closed_at_since: str | None = None,
        closed_at_until: str | None = None,
        visible_by_technical_id: str | None = None,
        visible_by_core_uuid: str | None = None,
        order_by: Literal["id", "-id", "subject", "-subject", "status", "-status", "custom_state", "-custom_state", "origin", "-origin", "priority", "-priority", "visible_by_employee", "-visible_by_employee", "created_at", "-created_at", "updated_at", "-updated_at", "closed_at", "-closed_at", "processing_date_due", "-processing_date_due", "processing_start_date", "-processing_start_date", "category", "-category", "form", "-form", "employee", "-employee", "creator", "-creator", "closed_by", "-closed_by"] | None = None,
        sanitize: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Request]:
        """List and search requests.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/requests",
            query={
                "form_code": form_code,
                "employee_technical_id": employee_technical_id,
                "creator_technical_id": creator_technical_id,
                "status": status,
                "origin": origin,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "closed_at_since": closed_at_since,
                "closed_at_until": closed_at_until,
                "visible_by_technical_id": visible_by_technical_id,
                "visible_by_core_uuid": visible_by_core_uuid,
                "order_by": order_by,
                "sanitize": sanitize,
            },
            headers=headers or {},
        )
        return self._numbered_pages(call)

    def list_requests_page(
        self,
        *,
        form_code: str | None = None,
        employee_technical_id: str | None = None,
        creator_technical_id: str | None = None,
        status: Literal["created", "open", "pending", "closed", "opened"] | None = None,
        origin: Literal["API", "EMAIL", "PHONE", "PORTAL"] | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        closed_at_since: str | None = None,
        closed_at_until: str | None = None,
        visible_by_technical_id: str | None = None,
        visible_by_core_uuid: str | None = None,
        order_by: Literal["id", "-id", "subject", "-subject", "status", "-status", "custom_state", "-custom_state", "origin", "-origin", "priority", "-priority", "visible_by_employee", "-visible_by_employee", "created_at", "-created_at", "updated_at", "-updated_at", "closed_at", "-closed_at", "processing_date_due", "-processing_date_due", "processing_start_date", "-processing_start_date", "category", "-category", "form", "-form", "employee", "-employee", "creator", "-creator", "closed_by", "-closed_by"] | None = None,
        sanitize: bool | None = None,
        per_page: int | None = None,
        page: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> NumberedPage[types.Request]:
        """List and search requests.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/requests",
            query={
                "form_code": form_code,
                "employee_technical_id": employee_technical_id,
                "creator_technical_id": creator_technical_id,
                "status": status,
                "origin": origin,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "closed_at_since": closed_at_since,
                "closed_at_until": closed_at_until,
                "visible_by_technical_id": visible_by_technical_id,
                "visible_by_core_uuid": visible_by_core_uuid,
                "order_by": order_by,
                "sanitize": sanitize,
                "per_page": per_page,
                "page": page,
            },
            headers=headers or {},
        )
        return self._numbered_page(call)

    def create_request(
        self,
        body: types.NewRequestForm | Mapping[str, object],
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Request:
        """Create a request from a form.

        Requires an API key."""
        call = Call(
            "POST",
            "/api/requests",
            headers=headers or {},
            body=FormBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Request", self._json(call))

    def get_request(
        self,
        id: str,
        *,
        sanitize: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Request:
        """Read a request.

        Requires an API key."""
        call = Call(
            "GET",
            "/api/requests/{id}",
            parameters={"id": id},
            query={"sanitize": sanitize},
            headers=headers or {},
        )
        return cast("types.Request", self._json(call))

    def change_request(
        self,
        id: str,
        body: types.ChangedRequest,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Request:
        """Update a request or its status.

        Requires an API key."""
        call = Call(
            "PATCH",
            "/api/requests/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Request", self._json(call))

    def delete_request(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a request with its comments, files and history.

        Requires an API key."""
        call = Call(
            "DELETE",
            "/api/requests/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_request_comments(
        self,
        id: str,
        *,
        sanitize: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.RequestComment]:
        """List the comments of a request, the oldest first.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/requests/{id}/comments",
            parameters={"id": id},
            query={"sanitize": sanitize},
            headers=headers or {},
        )
        return self._numbered_pages(call)

    def list_request_comments_page(
        self,
        id: str,
        *,
        per_page: int | None = None,
        page: int | None = None,
        sanitize: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> NumberedPage[types.RequestComment]:
        """List the comments of a request, the oldest first.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/requests/{id}/comments",
            parameters={"id": id},
            query={"per_page": per_page, "page": page, "sanitize": sanitize},
            headers=headers or {},
        )
        return self._numbered_page(call)

    def add_request_comment(
        self,
        id: str,
        body: types.NewRequestComment | types.RequestCommentForm,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RequestComment:
        """Comment on a request.

        JSON, or a form with files in parts `files`. Requires an API key."""
        call = Call(
            "POST",
            "/api/requests/{id}/comments",
            parameters={"id": id},
            headers=headers or {},
            body=FormBody(body) if "files" in body else JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.RequestComment", self._json(call))

    def get_request_comment_file(
        self,
        id: str,
        comment_id: str,
        number: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download a file of a comment.

        Requires an API key."""
        call = Call(
            "GET",
            "/api/requests/{id}/comments/{comment_id}/files/{number}",
            parameters={"id": id, "comment_id": comment_id, "number": number},
            headers=headers or {},
        )
        return self._file(call)

    def head_request_comment_file(
        self,
        id: str,
        comment_id: str,
        number: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download a file of a comment: its headers only.

        Requires an API key."""
        call = Call(
            "HEAD",
            "/api/requests/{id}/comments/{comment_id}/files/{number}",
            parameters={"id": id, "comment_id": comment_id, "number": number},
            headers=headers or {},
        )
        return self._headers(call)

    def get_request_file(
        self,
        id: str,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the answer to a file field.

        Requires an API key."""
        call = Call(
            "GET",
            "/api/requests/{id}/files/{code}",
            parameters={"id": id, "code": code},
            headers=headers or {},
        )
        return self._file(call)

    def head_request_file(
        self,
        id: str,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download the answer to a file field: its headers only.

        Requires an API key."""
        call = Call(
            "HEAD",
            "/api/requests/{id}/files/{code}",
            parameters={"id": id, "code": code},
            headers=headers or {},
        )
        return self._headers(call)

    def get_request_history(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.RequestHistoryEntry]:
        """List the history of a request, oldest first.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/requests/{id}/history",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._numbered_pages(call)

    def get_request_history_page(
        self,
        id: str,
        *,
        per_page: int | None = None,
        page: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> NumberedPage[types.RequestHistoryEntry]:
        """List the history of a request, oldest first.

        Requires an API key. Numbered pages: see the `Link` header."""
        call = Call(
            "GET",
            "/api/requests/{id}/history",
            parameters={"id": id},
            query={"per_page": per_page, "page": page},
            headers=headers or {},
        )
        return self._numbered_page(call)

    def get_request_retention(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Retention:
        """Read how long a request is kept, and why.

        Requires an API key."""
        call = Call(
            "GET",
            "/api/requests/{id}/retention",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Retention", self._json(call))
