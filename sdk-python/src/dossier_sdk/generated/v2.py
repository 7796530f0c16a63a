"""The operations of an API group. Written by `npm run gen`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, cast

from .._answers import FileAnswer, Page
from .._bodies import Content, FileBody, JsonBody
from .._operations import Operations
from .._transport import Call
from . import v2_types as types


class V2Operations(Operations):
    def make_access_package(
        self,
        body: types.AccessPackageInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AccessPackage:
        """Have a package made of everything that is kept about an employee.

        Requires the permission `access_packages:write`."""
        call = Call(
            "POST",
            "/api/v2/client/access_packages",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.AccessPackage", self._json(call))

    def list_access_packages(
        self,
        *,
        employee_technical_id: str | None = None,
        status: Literal["queued", "building", "ready", "failed", "expired"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.AccessPackage]:
        """List access packages, newest first.

        Requires the permission `access_packages:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/access_packages",
            query={"employee_technical_id": employee_technical_id, "status": status},
            headers=headers or {},
        )
        return self._pages(call)

    def list_access_packages_page(
        self,
        *,
        employee_technical_id: str | None = None,
        status: Literal["queued", "building", "ready", "failed", "expired"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.AccessPackage]:
        """List access packages, newest first.

        Requires the permission `access_packages:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/access_packages",
            query={
                "employee_technical_id": employee_technical_id,
                "status": status,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def delete_access_package(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Remove the bytes of an access package before its time.

        Requires the permission `access_packages:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/access_packages/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def get_access_package(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.AccessPackage:
        """Read an access package.

        Requires the permission `access_packages:read`."""
        call = Call(
            "GET",
            "/api/v2/client/access_packages/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.AccessPackage", self._json(call))

    def get_access_package_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download an access package.

        Supports byte ranges. Each download is in `downloads` and in the audit trail. Requires the permission `access_packages:read`."""
        call = Call(
            "GET",
            "/api/v2/client/access_packages/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def head_access_package_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download an access package: its headers only.

        Supports byte ranges. Each download is in `downloads` and in the audit trail. Requires the permission `access_packages:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/access_packages/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._headers(call)

    def list_accounts(
        self,
        *,
        updated_at_since: str | None = None,
        scope: Literal["employee", "manager"] | None = None,
        is_active: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Account]:
        """List accounts.

        Requires the permission `accounts:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/accounts",
            query={"updated_at_since": updated_at_since, "scope": scope, "is_active": is_active},
            headers=headers or {},
        )
        return self._pages(call)

    def list_accounts_page(
        self,
        *,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        scope: Literal["employee", "manager"] | None = None,
        is_active: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Account]:
        """List accounts.

        Requires the permission `accounts:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/accounts",
            query={
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
                "scope": scope,
                "is_active": is_active,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_account(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Read an account.

        Requires the permission `accounts:read`."""
        call = Call(
            "GET",
            "/api/v2/client/accounts/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Account", self._json(call))

    def put_account(
        self,
        id: str,
        body: types.AccountInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Create or replace an account.

        Requires the permission `accounts:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/accounts/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Account", self._json(call))

    def patch_account(
        self,
        id: str,
        body: types.AccountPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Update an account partially.

        Requires the permission `accounts:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/accounts/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Account", self._json(call))

    def delete_account(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete an account.

        Requires the permission `accounts:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/accounts/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def put_account_link(
        self,
        id: str,
        body: types.PutAccountLinkBody,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Account:
        """Link the employee log-in and the manager log-in of one person.

        The caller must hold all permissions of both log-ins. Both addresses are notified by mail. Requires the permission `accounts:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/accounts/{id}/link",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Account", self._json(call))

    def delete_account_link(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """End the link of a log-in with another one.

        Requires the permission `accounts:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/accounts/{id}/link",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_article_categories(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.ArticleCategory]:
        """List article categories.

        Requires the permission `articles:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/article_categories",
            query={"q": q, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_article_categories_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.ArticleCategory]:
        """List article categories.

        Requires the permission `articles:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/article_categories",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_article_category(
        self,
        slug: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.ArticleCategory:
        """Read an article category.

        Requires the permission `articles:read`."""
        call = Call(
            "GET",
            "/api/v2/client/article_categories/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
        )
        return cast("types.ArticleCategory", self._json(call))

    def put_article_category(
        self,
        slug: str,
        body: types.ArticleCategoryInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.ArticleCategory:
        """Create or replace an article category.

        Requires the permission `articles:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/article_categories/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.ArticleCategory", self._json(call))

    def patch_article_category(
        self,
        slug: str,
        body: types.ArticleCategoryPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.ArticleCategory:
        """Update an article category partially.

        Requires the permission `articles:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/article_categories/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.ArticleCategory", self._json(call))

    def delete_article_category(
        self,
        slug: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete an article category.

        Requires the permission `articles:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/article_categories/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_articles(
        self,
        *,
        q: str | None = None,
        state: Literal["published", "draft"] | None = None,
        featured: bool | None = None,
        category: str | None = None,
        updated_at_since: str | None = None,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at", "title", "-title"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Article]:
        """List articles.

        Requires the permission `articles:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/articles",
            query={
                "q": q,
                "state": state,
                "featured": featured,
                "category": category,
                "updated_at_since": updated_at_since,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_articles_page(
        self,
        *,
        q: str | None = None,
        state: Literal["published", "draft"] | None = None,
        featured: bool | None = None,
        category: str | None = None,
        updated_at_since: str | None = None,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at", "title", "-title"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Article]:
        """List articles.

        Requires the permission `articles:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/articles",
            query={
                "q": q,
                "state": state,
                "featured": featured,
                "category": category,
                "updated_at_since": updated_at_since,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_article(
        self,
        slug: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Article:
        """Read an article.

        Requires the permission `articles:read`."""
        call = Call(
            "GET",
            "/api/v2/client/articles/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
        )
        return cast("types.Article", self._json(call))

    def put_article(
        self,
        slug: str,
        body: types.ArticleInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Article:
        """Create or replace an article.

        Requires the permission `articles:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/articles/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Article", self._json(call))

    def patch_article(
        self,
        slug: str,
        body: types.ArticlePatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Article:
        """Update an article partially.

        Requires the permission `articles:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/articles/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Article", self._json(call))

    def delete_article(
        self,
        slug: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete an article.

        Requires the permission `articles:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/articles/{slug}",
            parameters={"slug": slug},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_audit_entries(
        self,
        *,
        action: Literal["session.opened", "session.refused", "session.closed", "password.changed", "document.viewed", "document.downloaded", "document.trashed", "document.deleted", "file.downloaded", "vault.downloaded", "export.made", "role.created", "role.updated", "role.deleted", "user.profiles_changed", "application.issued", "application.changed", "application.revoked", "api_key.issued", "api_key.revoked", "legal_hold.placed", "legal_hold.released", "retention_policy.created", "retention_policy.updated", "retention_policy.deleted", "disposal.created", "disposal.approved", "disposal.rejected", "disposal.canceled", "disposal.completed", "disposal.failed", "request.deleted", "note.deleted", "employee.deleted", "employee.restored", "employee.erased", "deletion_request.created", "deletion_request.confirmed", "deletion_request.canceled", "deletion_request.prepared", "deletion_request.completed", "deletion_request.failed", "access_package.created", "access_package.downloaded", "access_package.deleted", "audit.exported", "audit.checkpoint", "session.*", "password.*", "document.*", "file.*", "vault.*", "export.*", "role.*", "user.*", "application.*", "api_key.*", "legal_hold.*", "retention_policy.*", "disposal.*", "request.*", "note.*", "employee.*", "deletion_request.*", "access_package.*", "audit.*"] | None = None,
        outcome: Literal["done", "refused"] | None = None,
        actor_id: str | None = None,
        actor_type: Literal["application", "api_key", "shared_token", "user", "employee", "external", "system"] | None = None,
        subject_technical_id: str | None = None,
        resource_type: str | None = None,
        resource_id: str | None = None,
        at_since: str | None = None,
        at_until: str | None = None,
        sort: Literal["sequence", "-sequence"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.AuditEntry]:
        """List entries of the audit trail, newest first.

        Requires the permission `audit_entries:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries",
            query={
                "action": action,
                "outcome": outcome,
                "actor_id": actor_id,
                "actor_type": actor_type,
                "subject_technical_id": subject_technical_id,
                "resource_type": resource_type,
                "resource_id": resource_id,
                "at_since": at_since,
                "at_until": at_until,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_audit_entries_page(
        self,
        *,
        action: Literal["session.opened", "session.refused", "session.closed", "password.changed", "document.viewed", "document.downloaded", "document.trashed", "document.deleted", "file.downloaded", "vault.downloaded", "export.made", "role.created", "role.updated", "role.deleted", "user.profiles_changed", "application.issued", "application.changed", "application.revoked", "api_key.issued", "api_key.revoked", "legal_hold.placed", "legal_hold.released", "retention_policy.created", "retention_policy.updated", "retention_policy.deleted", "disposal.created", "disposal.approved", "disposal.rejected", "disposal.canceled", "disposal.completed", "disposal.failed", "request.deleted", "note.deleted", "employee.deleted", "employee.restored", "employee.erased", "deletion_request.created", "deletion_request.confirmed", "deletion_request.canceled", "deletion_request.prepared", "deletion_request.completed", "deletion_request.failed", "access_package.created", "access_package.downloaded", "access_package.deleted", "audit.exported", "audit.checkpoint", "session.*", "password.*", "document.*", "file.*", "vault.*", "export.*", "role.*", "user.*", "application.*", "api_key.*", "legal_hold.*", "retention_policy.*", "disposal.*", "request.*", "note.*", "employee.*", "deletion_request.*", "access_package.*", "audit.*"] | None = None,
        outcome: Literal["done", "refused"] | None = None,
        actor_id: str | None = None,
        actor_type: Literal["application", "api_key", "shared_token", "user", "employee", "external", "system"] | None = None,
        subject_technical_id: str | None = None,
        resource_type: str | None = None,
        resource_id: str | None = None,
        at_since: str | None = None,
        at_until: str | None = None,
        sort: Literal["sequence", "-sequence"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.AuditEntry]:
        """List entries of the audit trail, newest first.

        Requires the permission `audit_entries:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries",
            query={
                "action": action,
                "outcome": outcome,
                "actor_id": actor_id,
                "actor_type": actor_type,
                "subject_technical_id": subject_technical_id,
                "resource_type": resource_type,
                "resource_id": resource_id,
                "at_since": at_since,
                "at_until": at_until,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def list_audit_checkpoints(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.AuditCheckpoint]:
        """List checkpoints of the audit trail, newest first.

        Requires the permission `audit_entries:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries/checkpoints",
            headers=headers or {},
        )
        return self._pages(call)

    def list_audit_checkpoints_page(
        self,
        *,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.AuditCheckpoint]:
        """List checkpoints of the audit trail, newest first.

        Requires the permission `audit_entries:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries/checkpoints",
            query={"per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def create_audit_checkpoint(
        self,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.AuditCheckpoint:
        """Seal how far the audit trail goes at this moment.

        Requires the permission `audit_entries:read`."""
        call = Call(
            "POST",
            "/api/v2/client/audit_entries/checkpoints",
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.AuditCheckpoint", self._json(call))

    def export_audit_entries(
        self,
        *,
        action: Literal["session.opened", "session.refused", "session.closed", "password.changed", "document.viewed", "document.downloaded", "document.trashed", "document.deleted", "file.downloaded", "vault.downloaded", "export.made", "role.created", "role.updated", "role.deleted", "user.profiles_changed", "application.issued", "application.changed", "application.revoked", "api_key.issued", "api_key.revoked", "legal_hold.placed", "legal_hold.released", "retention_policy.created", "retention_policy.updated", "retention_policy.deleted", "disposal.created", "disposal.approved", "disposal.rejected", "disposal.canceled", "disposal.completed", "disposal.failed", "request.deleted", "note.deleted", "employee.deleted", "employee.restored", "employee.erased", "deletion_request.created", "deletion_request.confirmed", "deletion_request.canceled", "deletion_request.prepared", "deletion_request.completed", "deletion_request.failed", "access_package.created", "access_package.downloaded", "access_package.deleted", "audit.exported", "audit.checkpoint", "session.*", "password.*", "document.*", "file.*", "vault.*", "export.*", "role.*", "user.*", "application.*", "api_key.*", "legal_hold.*", "retention_policy.*", "disposal.*", "request.*", "note.*", "employee.*", "deletion_request.*", "access_package.*", "audit.*"] | None = None,
        outcome: Literal["done", "refused"] | None = None,
        actor_id: str | None = None,
        actor_type: Literal["application", "api_key", "shared_token", "user", "employee", "external", "system"] | None = None,
        subject_technical_id: str | None = None,
        resource_type: str | None = None,
        resource_id: str | None = None,
        at_since: str | None = None,
        at_until: str | None = None,
        format: Literal["jsonl", "csv"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download entries of the audit trail, oldest first, with a sealed checkpoint at the end.

        Whether an export is complete and unchanged can be checked by `node verify.mjs FILE`. Requires the permission `audit_entries:read`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries/export",
            query={
                "action": action,
                "outcome": outcome,
                "actor_id": actor_id,
                "actor_type": actor_type,
                "subject_technical_id": subject_technical_id,
                "resource_type": resource_type,
                "resource_id": resource_id,
                "at_since": at_since,
                "at_until": at_until,
                "format": format,
            },
            headers=headers or {},
        )
        return self._file(call)

    def get_audit_head(
        self,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.AuditHead:
        """Read how far the audit trail goes.

        Requires the permission `audit_entries:read`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries/head",
            headers=headers or {},
        )
        return cast("types.AuditHead", self._json(call))

    def get_audit_entry(
        self,
        sequence: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.AuditEntry:
        """Read an entry of the audit trail.

        Requires the permission `audit_entries:read`."""
        call = Call(
            "GET",
            "/api/v2/client/audit_entries/{sequence}",
            parameters={"sequence": sequence},
            headers=headers or {},
        )
        return cast("types.AuditEntry", self._json(call))

    def list_company_documents(
        self,
        *,
        document_type_code: str | None = None,
        organization_code: str | None = None,
        external_unique_id: str | None = None,
        q: str | None = None,
        trashed: bool | None = None,
        date_since: str | None = None,
        date_until: str | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        sort: Literal["created_at", "-created_at", "date", "-date"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Document]:
        """List company documents, newest first.

        Requires the permission `company_documents:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/company_documents",
            query={
                "document_type_code": document_type_code,
                "organization_code": organization_code,
                "external_unique_id": external_unique_id,
                "q": q,
                "trashed": trashed,
                "date_since": date_since,
                "date_until": date_until,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_company_documents_page(
        self,
        *,
        document_type_code: str | None = None,
        organization_code: str | None = None,
        external_unique_id: str | None = None,
        q: str | None = None,
        trashed: bool | None = None,
        date_since: str | None = None,
        date_until: str | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        sort: Literal["created_at", "-created_at", "date", "-date"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Document]:
        """List company documents, newest first.

        Requires the permission `company_documents:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/company_documents",
            query={
                "document_type_code": document_type_code,
                "organization_code": organization_code,
                "external_unique_id": external_unique_id,
                "q": q,
                "trashed": trashed,
                "date_since": date_since,
                "date_until": date_until,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def create_company_document(
        self,
        body: types.CompanyDocumentInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """File a company document, from an upload.

        Requires the permission `company_documents:write`."""
        call = Call(
            "POST",
            "/api/v2/client/company_documents",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Document", self._json(call))

    def get_company_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Read a company document.

        Requires the permission `company_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/company_documents/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Document", self._json(call))

    def patch_company_document(
        self,
        id: str,
        body: types.DocumentPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Change a company document: what is given, and nothing else.

        Requires the permission `company_documents:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/company_documents/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Document", self._json(call))

    def delete_company_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a company document permanently.

        Requires the permission `company_documents:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/company_documents/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def get_company_document_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the file of a document.

        Supports byte ranges; HEAD returns type and size. Requires the permission `company_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/company_documents/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def head_company_document_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download the file of a document: its headers only.

        Supports byte ranges; HEAD returns type and size. Requires the permission `company_documents:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/company_documents/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._headers(call)

    def get_company_document_preview(
        self,
        id: str,
        *,
        page: int | None = None,
        width: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Render a page of a PDF as an image.

        Requires the permission `company_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/company_documents/{id}/preview",
            parameters={"id": id},
            query={"page": page, "width": width},
            headers=headers or {},
        )
        return self._file(call)

    def get_company_document_retention(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Retention:
        """Read how long a company document is kept, and why.

        Requires the permission `company_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/company_documents/{id}/retention",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Retention", self._json(call))

    def trash_company_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Put a company document into the trash.

        Requires the permission `company_documents:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/company_documents/{id}/trash",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Document", self._json(call))

    def untrash_company_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Take a company document out of the trash.

        Requires the permission `company_documents:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/company_documents/{id}/untrash",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Document", self._json(call))

    def list_custom_fields(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.CustomField]:
        """List custom fields.

        Requires the permission `custom_fields:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/custom_fields",
            query={"q": q, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_custom_fields_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.CustomField]:
        """List custom fields.

        Requires the permission `custom_fields:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/custom_fields",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_custom_field(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.CustomField:
        """Read a custom field.

        Requires the permission `custom_fields:read`."""
        call = Call(
            "GET",
            "/api/v2/client/custom_fields/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.CustomField", self._json(call))

    def put_custom_field(
        self,
        code: str,
        body: types.CustomFieldInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.CustomField:
        """Create or replace a custom field.

        Requires the permission `custom_fields:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/custom_fields/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.CustomField", self._json(call))

    def patch_custom_field(
        self,
        code: str,
        body: types.CustomFieldPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.CustomField:
        """Update a custom field partially.

        Requires the permission `custom_fields:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/custom_fields/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.CustomField", self._json(call))

    def delete_custom_field(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a custom field.

        Requires the permission `custom_fields:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/custom_fields/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return self._nothing(call)

    def create_dataset_import(
        self,
        body: types.DatasetImportInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DatasetImport:
        """Import an uploaded CSV file into a data set.

        The import runs in the background; read it for its progress and result. Requires the permission `dataset_imports:write`."""
        call = Call(
            "POST",
            "/api/v2/client/dataset_imports",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DatasetImport", self._json(call))

    def list_dataset_imports(
        self,
        *,
        dataset_id: str | None = None,
        status: Literal["queued", "in_progress", "finished"] | None = None,
        result: Literal["success", "partial_success", "error"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DatasetImport]:
        """List imports into data sets, newest first.

        Requires the permission `dataset_imports:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/dataset_imports",
            query={"dataset_id": dataset_id, "status": status, "result": result},
            headers=headers or {},
        )
        return self._pages(call)

    def list_dataset_imports_page(
        self,
        *,
        dataset_id: str | None = None,
        status: Literal["queued", "in_progress", "finished"] | None = None,
        result: Literal["success", "partial_success", "error"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DatasetImport]:
        """List imports into data sets, newest first.

        Requires the permission `dataset_imports:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/dataset_imports",
            query={
                "dataset_id": dataset_id,
                "status": status,
                "result": result,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_dataset_import(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DatasetImport:
        """Read an import into a data set, with its result.

        Requires the permission `dataset_imports:read`."""
        call = Call(
            "GET",
            "/api/v2/client/dataset_imports/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.DatasetImport", self._json(call))

    def get_dataset_import_report(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download every error and warning of an import.

        Requires the permission `dataset_imports:read`."""
        call = Call(
            "GET",
            "/api/v2/client/dataset_imports/{id}/report",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def get_dataset_import_source(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the file of an import, as it was sent.

        Requires the permission `dataset_imports:read`."""
        call = Call(
            "GET",
            "/api/v2/client/dataset_imports/{id}/source",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def list_datasets(
        self,
        *,
        q: str | None = None,
        sort: Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"] | None = None,
        last_import_status: str | None = None,
        last_import_result: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Dataset]:
        """List data sets.

        Requires the permission `datasets:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/datasets",
            query={
                "q": q,
                "sort": sort,
                "last_import_status": last_import_status,
                "last_import_result": last_import_result,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_datasets_page(
        self,
        *,
        q: str | None = None,
        sort: Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at"] | None = None,
        last_import_status: str | None = None,
        last_import_result: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Dataset]:
        """List data sets.

        Requires the permission `datasets:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/datasets",
            query={
                "q": q,
                "sort": sort,
                "last_import_status": last_import_status,
                "last_import_result": last_import_result,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_dataset(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Dataset:
        """Read a data set.

        Requires the permission `datasets:read`."""
        call = Call(
            "GET",
            "/api/v2/client/datasets/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Dataset", self._json(call))

    def put_dataset(
        self,
        id: str,
        body: types.DatasetInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Dataset:
        """Create or update a data set with its dimensions.

        Requires the permission `datasets:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/datasets/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Dataset", self._json(call))

    def delete_dataset(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a data set with all its values.

        Requires the permission `datasets:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/datasets/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_dataset_values(
        self,
        id: str,
        *,
        dimension: str | None = None,
        parent_code: str | None = None,
        q: str | None = None,
        sort: Literal["name", "-name", "code", "-code"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DatasetValue]:
        """List the values of a data set.

        Requires the permission `datasets:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/datasets/{id}/values",
            parameters={"id": id},
            query={"dimension": dimension, "parent_code": parent_code, "q": q, "sort": sort},
            headers=headers or {},
        )
        return self._pages(call)

    def list_dataset_values_page(
        self,
        id: str,
        *,
        dimension: str | None = None,
        parent_code: str | None = None,
        q: str | None = None,
        sort: Literal["name", "-name", "code", "-code"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DatasetValue]:
        """List the values of a data set.

        Requires the permission `datasets:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/datasets/{id}/values",
            parameters={"id": id},
            query={
                "dimension": dimension,
                "parent_code": parent_code,
                "q": q,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def put_dataset_values(
        self,
        id: str,
        body: types.DatasetValueBulkInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DatasetValueBulkResult:
        """Create or update up to 10,000 values atomically.

        Requires the permission `datasets:write`."""
        call = Call(
            "POST",
            "/api/v2/client/datasets/{id}/values/bulk",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DatasetValueBulkResult", self._json(call))

    def get_dataset_value(
        self,
        id: str,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DatasetValue:
        """Read a value of a data set.

        Requires the permission `datasets:read`."""
        call = Call(
            "GET",
            "/api/v2/client/datasets/{id}/values/{code}",
            parameters={"id": id, "code": code},
            headers=headers or {},
        )
        return cast("types.DatasetValue", self._json(call))

    def put_dataset_value(
        self,
        id: str,
        code: str,
        body: types.DatasetValueInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DatasetValue:
        """Create or update a value of a data set.

        Requires the permission `datasets:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/datasets/{id}/values/{code}",
            parameters={"id": id, "code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.DatasetValue", self._json(call))

    def delete_dataset_value(
        self,
        id: str,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a value with all its descendants.

        Requires the permission `datasets:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/datasets/{id}/values/{code}",
            parameters={"id": id, "code": code},
            headers=headers or {},
        )
        return self._nothing(call)

    def create_deletion_request(
        self,
        body: types.DeletionRequestInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletionRequest:
        """Ask that an employee, a document or a request be erased.

        Requires the permission `deletion_requests:write`."""
        call = Call(
            "POST",
            "/api/v2/client/deletion_requests",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DeletionRequest", self._json(call))

    def list_deletion_requests(
        self,
        *,
        status: Literal["evaluating", "evaluated", "confirmed", "preparing", "prepared", "processing", "completed", "failed", "canceled"] | None = None,
        resource_type: Literal["employee", "employee_document", "company_document", "request"] | None = None,
        resource_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DeletionRequest]:
        """List deletion requests, newest first.

        Requires the permission `deletion_requests:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/deletion_requests",
            query={"status": status, "resource_type": resource_type, "resource_id": resource_id},
            headers=headers or {},
        )
        return self._pages(call)

    def list_deletion_requests_page(
        self,
        *,
        status: Literal["evaluating", "evaluated", "confirmed", "preparing", "prepared", "processing", "completed", "failed", "canceled"] | None = None,
        resource_type: Literal["employee", "employee_document", "company_document", "request"] | None = None,
        resource_id: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DeletionRequest]:
        """List deletion requests, newest first.

        Requires the permission `deletion_requests:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/deletion_requests",
            query={
                "status": status,
                "resource_type": resource_type,
                "resource_id": resource_id,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_deletion_request(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletionRequest:
        """Read a deletion request, with what each module says.

        Requires the permission `deletion_requests:read`."""
        call = Call(
            "GET",
            "/api/v2/client/deletion_requests/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.DeletionRequest", self._json(call))

    def cancel_deletion_request(
        self,
        id: str,
        body: types.DeletionRequestChange,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletionRequest:
        """Withdraw a deletion request before anything went.

        Requires the permission `deletion_requests:write`."""
        call = Call(
            "POST",
            "/api/v2/client/deletion_requests/{id}/cancel",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DeletionRequest", self._json(call))

    def confirm_deletion_request(
        self,
        id: str,
        body: types.DeletionRequestChange,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletionRequest:
        """Decide that it is erased once the grace is over.

        Requires the permission `deletion_requests:write`."""
        call = Call(
            "POST",
            "/api/v2/client/deletion_requests/{id}/confirm",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DeletionRequest", self._json(call))

    def get_deletion_report(
        self,
        id: str,
        *,
        format: Literal["json", "pdf"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download what went and what was kept, as JSON or PDF.

        Requires the permission `deletion_requests:read`."""
        call = Call(
            "GET",
            "/api/v2/client/deletion_requests/{id}/report",
            parameters={"id": id},
            query={"format": format},
            headers=headers or {},
        )
        return self._file(call)

    def head_deletion_report(
        self,
        id: str,
        *,
        format: Literal["json", "pdf"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download what went and what was kept, as JSON or PDF: its headers only.

        Requires the permission `deletion_requests:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/deletion_requests/{id}/report",
            parameters={"id": id},
            query={"format": format},
            headers=headers or {},
        )
        return self._headers(call)

    def get_deletion_report_seal(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Read the seal of the JSON report: a detached JWS over its bytes.

        Requires the permission `deletion_requests:read`."""
        call = Call(
            "GET",
            "/api/v2/client/deletion_requests/{id}/report/seal",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def retry_deletion_request(
        self,
        id: str,
        body: types.DeletionRequestChange,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DeletionRequest:
        """Go on with a deletion request that failed.

        Requires the permission `deletion_requests:write`."""
        call = Call(
            "POST",
            "/api/v2/client/deletion_requests/{id}/retry",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DeletionRequest", self._json(call))

    def make_disposal(
        self,
        body: types.DisposalInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Disposal:
        """Make a disposal of what a retention policy decides and is due.

        Requires the permission `disposals:write`."""
        call = Call(
            "POST",
            "/api/v2/client/disposals",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Disposal", self._json(call))

    def list_disposals(
        self,
        *,
        status: Literal["gathering", "waiting_for_approval", "processing", "completed", "canceled", "failed"] | None = None,
        retention_policy_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Disposal]:
        """List disposals, newest first.

        Requires the permission `disposals:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals",
            query={"status": status, "retention_policy_id": retention_policy_id},
            headers=headers or {},
        )
        return self._pages(call)

    def list_disposals_page(
        self,
        *,
        status: Literal["gathering", "waiting_for_approval", "processing", "completed", "canceled", "failed"] | None = None,
        retention_policy_id: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Disposal]:
        """List disposals, newest first.

        Requires the permission `disposals:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals",
            query={
                "status": status,
                "retention_policy_id": retention_policy_id,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_disposal(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Disposal:
        """Read a disposal.

        Requires the permission `disposals:read`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Disposal", self._json(call))

    def approve_disposal_items(
        self,
        id: str,
        body: types.DisposalApprove,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Disposal:
        """Approve items of a disposal.

        Requires the permission `disposals:write`."""
        call = Call(
            "POST",
            "/api/v2/client/disposals/{id}/approve",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Disposal", self._json(call))

    def cancel_disposal(
        self,
        id: str,
        body: types.DisposalChange,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Disposal:
        """Cancel a disposal before anything went.

        Requires the permission `disposals:write`."""
        call = Call(
            "POST",
            "/api/v2/client/disposals/{id}/cancel",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Disposal", self._json(call))

    def get_disposal_certificate(
        self,
        id: str,
        *,
        format: Literal["json", "pdf"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the certificate of destruction, as JSON or PDF.

        Requires the permission `disposals:read`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals/{id}/certificate",
            parameters={"id": id},
            query={"format": format},
            headers=headers or {},
        )
        return self._file(call)

    def head_disposal_certificate(
        self,
        id: str,
        *,
        format: Literal["json", "pdf"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download the certificate of destruction, as JSON or PDF: its headers only.

        Requires the permission `disposals:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/disposals/{id}/certificate",
            parameters={"id": id},
            query={"format": format},
            headers=headers or {},
        )
        return self._headers(call)

    def get_disposal_certificate_seal(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Read the seal of the JSON certificate: a detached JWS over its bytes.

        Requires the permission `disposals:read`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals/{id}/certificate/seal",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def list_disposal_items(
        self,
        id: str,
        *,
        status: Literal["waiting", "approved", "rejected", "held", "not_due", "gone", "done", "failed"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DisposalItem]:
        """List the items of a disposal, what is due longest first.

        Requires the permission `disposals:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals/{id}/items",
            parameters={"id": id},
            query={"status": status},
            headers=headers or {},
        )
        return self._pages(call)

    def list_disposal_items_page(
        self,
        id: str,
        *,
        status: Literal["waiting", "approved", "rejected", "held", "not_due", "gone", "done", "failed"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DisposalItem]:
        """List the items of a disposal, what is due longest first.

        Requires the permission `disposals:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/disposals/{id}/items",
            parameters={"id": id},
            query={"status": status, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def reject_disposal_items(
        self,
        id: str,
        body: types.DisposalReject,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Disposal:
        """Reject items of a disposal, which are kept until a later day.

        Requires the permission `disposals:write`."""
        call = Call(
            "POST",
            "/api/v2/client/disposals/{id}/reject",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Disposal", self._json(call))

    def retry_disposal(
        self,
        id: str,
        body: types.DisposalChange,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Disposal:
        """Go on with a disposal that failed.

        Requires the permission `disposals:write`."""
        call = Call(
            "POST",
            "/api/v2/client/disposals/{id}/retry",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Disposal", self._json(call))

    def list_distribution_projects(
        self,
        *,
        status: Literal["new", "preparing", "waiting_for_validation", "validated", "delivering", "completed", "canceled", "error"] | None = None,
        q: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DistributionProject]:
        """List distribution projects, newest first.

        Requires the permission `distributions:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects",
            query={"status": status, "q": q},
            headers=headers or {},
        )
        return self._pages(call)

    def list_distribution_projects_page(
        self,
        *,
        status: Literal["new", "preparing", "waiting_for_validation", "validated", "delivering", "completed", "canceled", "error"] | None = None,
        q: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DistributionProject]:
        """List distribution projects, newest first.

        Requires the permission `distributions:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects",
            query={"status": status, "q": q, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def create_project(
        self,
        body: types.DistributionProjectInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProject:
        """Create a distribution project.

        Requires the permission `distributions:write`."""
        call = Call(
            "POST",
            "/api/v2/client/distribution_projects",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DistributionProject", self._json(call))

    def get_distribution_project(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProject:
        """Read a distribution project with the outcome of its documents.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.DistributionProject", self._json(call))

    def patch_distribution_project(
        self,
        id: str,
        body: types.DistributionProjectPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProject:
        """Change the number of expected distributions of a project that is not validated.

        Requires the permission `distributions:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/distribution_projects/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.DistributionProject", self._json(call))

    def cancel_project(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProject:
        """Cancel a project that is not validated; nothing is delivered.

        Requires the permission `distributions:write`."""
        call = Call(
            "POST",
            "/api/v2/client/distribution_projects/{id}/cancel",
            parameters={"id": id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.DistributionProject", self._json(call))

    def assign_distribution_document(
        self,
        id: str,
        document_id: str,
        body: types.DistributionDocumentAssignment,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionDocument:
        """Assign a distribution document to an employee, or leave it out.

        Requires the permission `distributions:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/distribution_projects/{id}/documents/{document_id}",
            parameters={"id": id, "document_id": document_id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.DistributionDocument", self._json(call))

    def hand_over_packages(
        self,
        id: str,
        body: types.HandOverInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProjectPaper:
        """Hand the packages over to the carrier again, or mark them as handled manually.

        Requires the permission `distributions:write`."""
        call = Call(
            "POST",
            "/api/v2/client/distribution_projects/{id}/hand_over",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DistributionProjectPaper", self._json(call))

    def download_manifest(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the manifest of packages.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/manifest",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def list_packages(
        self,
        id: str,
        *,
        status: Literal["planned", "prepared", "handed_over", "failed", "downloaded"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DistributionPackage]:
        """List the packages of a project with their status.

        Requires the permission `distributions:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/packages",
            parameters={"id": id},
            query={"status": status},
            headers=headers or {},
        )
        return self._pages(call)

    def list_packages_page(
        self,
        id: str,
        *,
        status: Literal["planned", "prepared", "handed_over", "failed", "downloaded"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DistributionPackage]:
        """List the packages of a project with their status.

        Requires the permission `distributions:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/packages",
            parameters={"id": id},
            query={"status": status, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def download_packages(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the packages for printing: a PDF per package and the manifest, in one ZIP.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/packages/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def get_paper(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProjectPaper:
        """Read the packages of a project by status, and their hand-over.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/paper",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.DistributionProjectPaper", self._json(call))

    def get_distribution_report(
        self,
        id: str,
        *,
        outcome: Literal["matched", "assigned", "unmatched", "ambiguous", "rejected", "left_out"] | None = None,
        distribution_id: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionDocumentList:
        """Read the outcome of every document of a project, as JSON or CSV.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/report",
            parameters={"id": id},
            query={"outcome": outcome, "distribution_id": distribution_id},
            headers=headers or {},
        )
        return cast("types.DistributionDocumentList", self._json(call))

    def get_distribution_report_file(
        self,
        id: str,
        *,
        outcome: Literal["matched", "assigned", "unmatched", "ambiguous", "rejected", "left_out"] | None = None,
        distribution_id: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Read the outcome of every document of a project, as JSON or CSV.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distribution_projects/{id}/report",
            parameters={"id": id},
            query={"outcome": outcome, "distribution_id": distribution_id, "format": "csv"},
            headers=headers or {},
        )
        return self._file(call)

    def validate_project(
        self,
        id: str,
        body: types.ValidationInput | None = None,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.DistributionProject:
        """Validate a project: deliver its documents and send its paper (idempotent).

        The body is optional. Validations through any API count as one person. Requires the permission `distributions:write`."""
        call = Call(
            "POST",
            "/api/v2/client/distribution_projects/{id}/validate",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.DistributionProject", self._json(call))

    def create_distribution(
        self,
        body: types.UploadedDistribution,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Distribution:
        """Add a spool of documents, from an upload, to a project; it is processed automatically.

        Requires the permission `distributions:write`."""
        call = Call(
            "POST",
            "/api/v2/client/distributions",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Distribution", self._json(call))

    def list_distributions(
        self,
        *,
        distribution_project_id: int | None = None,
        status: Literal["new", "processing", "ready", "error"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Distribution]:
        """List spools, newest first.

        Requires the permission `distributions:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/distributions",
            query={"distribution_project_id": distribution_project_id, "status": status},
            headers=headers or {},
        )
        return self._pages(call)

    def list_distributions_page(
        self,
        *,
        distribution_project_id: int | None = None,
        status: Literal["new", "processing", "ready", "error"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Distribution]:
        """List spools, newest first.

        Requires the permission `distributions:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/distributions",
            query={
                "distribution_project_id": distribution_project_id,
                "status": status,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_distribution(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Distribution:
        """Read a spool, with how far it has been processed.

        Requires the permission `distributions:read`."""
        call = Call(
            "GET",
            "/api/v2/client/distributions/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Distribution", self._json(call))

    def delete_distribution(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Remove a spool from a project that was not validated.

        Requires the permission `distributions:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/distributions/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_document_types(
        self,
        *,
        q: str | None = None,
        kind: Literal["employee", "company"] | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.DocumentType]:
        """List document types.

        Requires the permission `document_types:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/document_types",
            query={"q": q, "kind": kind, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_document_types_page(
        self,
        *,
        q: str | None = None,
        kind: Literal["employee", "company"] | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.DocumentType]:
        """List document types.

        Requires the permission `document_types:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/document_types",
            query={
                "q": q,
                "kind": kind,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_document_type(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DocumentType:
        """Read a document type.

        Requires the permission `document_types:read`."""
        call = Call(
            "GET",
            "/api/v2/client/document_types/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.DocumentType", self._json(call))

    def put_document_type(
        self,
        code: str,
        body: types.DocumentTypeInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DocumentType:
        """Create or replace a document type.

        Requires the permission `document_types:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/document_types/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.DocumentType", self._json(call))

    def patch_document_type(
        self,
        code: str,
        body: types.DocumentTypePatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.DocumentType:
        """Update a document type partially.

        Requires the permission `document_types:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/document_types/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.DocumentType", self._json(call))

    def list_employee_documents(
        self,
        *,
        employee_technical_id: str | None = None,
        document_type_code: str | None = None,
        organization_code: str | None = None,
        external_unique_id: str | None = None,
        q: str | None = None,
        trashed: bool | None = None,
        date_since: str | None = None,
        date_until: str | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        sort: Literal["created_at", "-created_at", "date", "-date"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Document]:
        """List employee documents, newest first.

        Requires the permission `employee_documents:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/employee_documents",
            query={
                "employee_technical_id": employee_technical_id,
                "document_type_code": document_type_code,
                "organization_code": organization_code,
                "external_unique_id": external_unique_id,
                "q": q,
                "trashed": trashed,
                "date_since": date_since,
                "date_until": date_until,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_employee_documents_page(
        self,
        *,
        employee_technical_id: str | None = None,
        document_type_code: str | None = None,
        organization_code: str | None = None,
        external_unique_id: str | None = None,
        q: str | None = None,
        trashed: bool | None = None,
        date_since: str | None = None,
        date_until: str | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        sort: Literal["created_at", "-created_at", "date", "-date"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Document]:
        """List employee documents, newest first.

        Requires the permission `employee_documents:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/employee_documents",
            query={
                "employee_technical_id": employee_technical_id,
                "document_type_code": document_type_code,
                "organization_code": organization_code,
                "external_unique_id": external_unique_id,
                "q": q,
                "trashed": trashed,
                "date_since": date_since,
                "date_until": date_until,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def create_employee_document(
        self,
        body: types.EmployeeDocumentInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """File an employee document, from an upload.

        Requires the permission `employee_documents:write`."""
        call = Call(
            "POST",
            "/api/v2/client/employee_documents",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Document", self._json(call))

    def get_employee_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Read an employee document.

        Requires the permission `employee_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/employee_documents/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Document", self._json(call))

    def patch_employee_document(
        self,
        id: str,
        body: types.DocumentPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Change an employee document: what is given, and nothing else.

        Requires the permission `employee_documents:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/employee_documents/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Document", self._json(call))

    def delete_employee_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete an employee document permanently.

        Requires the permission `employee_documents:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/employee_documents/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def get_employee_document_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the file of a document.

        Supports byte ranges; HEAD returns type and size. Requires the permission `employee_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/employee_documents/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def head_employee_document_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download the file of a document: its headers only.

        Supports byte ranges; HEAD returns type and size. Requires the permission `employee_documents:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/employee_documents/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._headers(call)

    def get_employee_document_preview(
        self,
        id: str,
        *,
        page: int | None = None,
        width: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Render a page of a PDF as an image.

        Requires the permission `employee_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/employee_documents/{id}/preview",
            parameters={"id": id},
            query={"page": page, "width": width},
            headers=headers or {},
        )
        return self._file(call)

    def get_employee_document_retention(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Retention:
        """Read how long an employee document is kept, and why.

        Requires the permission `employee_documents:read`."""
        call = Call(
            "GET",
            "/api/v2/client/employee_documents/{id}/retention",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Retention", self._json(call))

    def trash_employee_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Put an employee document into the trash.

        Requires the permission `employee_documents:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/employee_documents/{id}/trash",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Document", self._json(call))

    def untrash_employee_document(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Document:
        """Take an employee document out of the trash.

        Requires the permission `employee_documents:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/employee_documents/{id}/untrash",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Document", self._json(call))

    def list_employees(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        status: Literal["current", "terminated"] | None = None,
        organization_code: str | None = None,
        include_below: bool | None = None,
        employee_number: str | None = None,
        email: str | None = None,
        core_uuid: str | None = None,
        visible_by_technical_id: str | None = None,
        deleted: bool | None = None,
        sort: Literal["name", "-name", "technical_id", "-technical_id", "updated_at", "-updated_at"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Employee]:
        """List employees.

        Requires the permission `employees:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/employees",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "status": status,
                "organization_code": organization_code,
                "include_below": include_below,
                "employee_number": employee_number,
                "email": email,
                "core_uuid": core_uuid,
                "visible_by_technical_id": visible_by_technical_id,
                "deleted": deleted,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_employees_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        status: Literal["current", "terminated"] | None = None,
        organization_code: str | None = None,
        include_below: bool | None = None,
        employee_number: str | None = None,
        email: str | None = None,
        core_uuid: str | None = None,
        visible_by_technical_id: str | None = None,
        deleted: bool | None = None,
        sort: Literal["name", "-name", "technical_id", "-technical_id", "updated_at", "-updated_at"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Employee]:
        """List employees.

        Requires the permission `employees:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/employees",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
                "status": status,
                "organization_code": organization_code,
                "include_below": include_below,
                "employee_number": employee_number,
                "email": email,
                "core_uuid": core_uuid,
                "visible_by_technical_id": visible_by_technical_id,
                "deleted": deleted,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._page(call)

    def put_employees(
        self,
        body: types.BulkEmployeesBody,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.BulkEmployeesResult:
        """Create or replace up to 1000 employees at once: the good ones stay.

        Requires the permission `employees:write`."""
        call = Call(
            "POST",
            "/api/v2/client/employees/bulk",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.BulkEmployeesResult", self._json(call))

    def get_employee(
        self,
        technical_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Employee:
        """Read an employee.

        Requires the permission `employees:read`."""
        call = Call(
            "GET",
            "/api/v2/client/employees/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
        )
        return cast("types.Employee", self._json(call))

    def put_employee(
        self,
        technical_id: str,
        body: types.EmployeeInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Employee:
        """Create or replace an employee.

        Requires the permission `employees:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/employees/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Employee", self._json(call))

    def patch_employee(
        self,
        technical_id: str,
        body: types.EmployeePatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Employee:
        """Update an employee partially.

        Requires the permission `employees:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/employees/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Employee", self._json(call))

    def delete_employee(
        self,
        technical_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete an employee.

        Requires the permission `employees:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/employees/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
        )
        return self._nothing(call)

    def unlink_employee_document(
        self,
        technical_id: str,
        document_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Take a document out of the employee's vault; it stays in the folder.

        Requires the permission `employee_documents:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/employees/{technical_id}/documents/{document_id}/link",
            parameters={"technical_id": technical_id, "document_id": document_id},
            headers=headers or {},
        )
        return self._nothing(call)

    def restore_employee(
        self,
        technical_id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Employee:
        """Restore a deleted employee.

        Requires the permission `employees:write`."""
        call = Call(
            "POST",
            "/api/v2/client/employees/{technical_id}/restore",
            parameters={"technical_id": technical_id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.Employee", self._json(call))

    def get_employee_retention(
        self,
        technical_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Retention:
        """Read how long an employee is kept, and why.

        Requires the permission `employees:read`."""
        call = Call(
            "GET",
            "/api/v2/client/employees/{technical_id}/retention",
            parameters={"technical_id": technical_id},
            headers=headers or {},
        )
        return cast("types.Retention", self._json(call))

    def list_events(
        self,
        *,
        type: Literal["account.created", "account.updated", "account.deleted", "account.logged_in", "employee.created", "employee.updated", "employee.deleted", "employee.restored", "user.created", "user.updated", "user.deleted", "import.created", "import.started", "import.completed", "dataset_import.created", "dataset_import.started", "dataset_import.completed", "dataset.created", "dataset.updated", "dataset.deleted", "dataset_value.created", "dataset_value.updated", "dataset_value.deleted", "organization.created", "organization.updated", "organization.deleted", "organization_group.created", "organization_group.updated", "custom_field.created", "custom_field.deleted", "custom_field.updated", "saml_identity_provider.created", "saml_identity_provider.updated", "saml_identity_provider.deleted", "vault_link.deleted", "role.created", "role.deleted", "role.updated", "document_generation.created", "document_template.created", "document_template.updated", "document_template.deleted", "document_template_version.created", "document_template_version.activated", "document_template_version.deactivated", "signature_type.created", "signature_type.updated", "signature_type.deleted", "signature_process.created", "signature_process.sent", "signature_process.updated", "signature_process.signed", "signature_process.completed", "signature_process.deleted", "employee_document.created", "employee_document.deleted", "employee_document.restored", "employee_document.trashed", "employee_document.updated", "employee_document.unlinked", "company_document.created", "company_document.deleted", "company_document.restored", "company_document.trashed", "company_document.updated", "legal_hold.created", "legal_hold.deleted", "employee_document_type.created", "employee_document_type.updated", "company_document_type.created", "company_document_type.updated", "workingfile.signed", "workingfile.created", "workingfile.updated", "workingfile.sealed", "request.created", "request.updated", "request.deleted", "request.commented", "process.created", "process.published", "process.completed", "process.finalized", "process.hidden", "deletion_request.created", "deletion_request.confirmed", "deletion_request.canceled", "deletion_request.prepared", "deletion_request.completed", "deletion_request.failed", "retention_policy.created", "retention_policy.deleted", "disposal.created", "disposal.ready", "disposal.completed", "disposal.canceled", "disposal.failed", "audit_checkpoint.created", "access_package.created", "access_package.ready", "access_package.failed", "webhook.created", "webhook.deleted", "webhook.updated", "webhook.disabled", "note.created", "article.created", "article.updated", "article.deleted", "distribution_project.created", "distribution_project.ready", "distribution_project.validated", "distribution_project.completed"] | None = None,
        resource_id: str | None = None,
        actor: str | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        sort: Literal["created_at", "-created_at"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Event]:
        """List the events that the caller may read.

        Requires the permission `events:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/events",
            query={
                "type": type,
                "resource_id": resource_id,
                "actor": actor,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_events_page(
        self,
        *,
        type: Literal["account.created", "account.updated", "account.deleted", "account.logged_in", "employee.created", "employee.updated", "employee.deleted", "employee.restored", "user.created", "user.updated", "user.deleted", "import.created", "import.started", "import.completed", "dataset_import.created", "dataset_import.started", "dataset_import.completed", "dataset.created", "dataset.updated", "dataset.deleted", "dataset_value.created", "dataset_value.updated", "dataset_value.deleted", "organization.created", "organization.updated", "organization.deleted", "organization_group.created", "organization_group.updated", "custom_field.created", "custom_field.deleted", "custom_field.updated", "saml_identity_provider.created", "saml_identity_provider.updated", "saml_identity_provider.deleted", "vault_link.deleted", "role.created", "role.deleted", "role.updated", "document_generation.created", "document_template.created", "document_template.updated", "document_template.deleted", "document_template_version.created", "document_template_version.activated", "document_template_version.deactivated", "signature_type.created", "signature_type.updated", "signature_type.deleted", "signature_process.created", "signature_process.sent", "signature_process.updated", "signature_process.signed", "signature_process.completed", "signature_process.deleted", "employee_document.created", "employee_document.deleted", "employee_document.restored", "employee_document.trashed", "employee_document.updated", "employee_document.unlinked", "company_document.created", "company_document.deleted", "company_document.restored", "company_document.trashed", "company_document.updated", "legal_hold.created", "legal_hold.deleted", "employee_document_type.created", "employee_document_type.updated", "company_document_type.created", "company_document_type.updated", "workingfile.signed", "workingfile.created", "workingfile.updated", "workingfile.sealed", "request.created", "request.updated", "request.deleted", "request.commented", "process.created", "process.published", "process.completed", "process.finalized", "process.hidden", "deletion_request.created", "deletion_request.confirmed", "deletion_request.canceled", "deletion_request.prepared", "deletion_request.completed", "deletion_request.failed", "retention_policy.created", "retention_policy.deleted", "disposal.created", "disposal.ready", "disposal.completed", "disposal.canceled", "disposal.failed", "audit_checkpoint.created", "access_package.created", "access_package.ready", "access_package.failed", "webhook.created", "webhook.deleted", "webhook.updated", "webhook.disabled", "note.created", "article.created", "article.updated", "article.deleted", "distribution_project.created", "distribution_project.ready", "distribution_project.validated", "distribution_project.completed"] | None = None,
        resource_id: str | None = None,
        actor: str | None = None,
        created_at_since: str | None = None,
        created_at_until: str | None = None,
        sort: Literal["created_at", "-created_at"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Event]:
        """List the events that the caller may read.

        Requires the permission `events:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/events",
            query={
                "type": type,
                "resource_id": resource_id,
                "actor": actor,
                "created_at_since": created_at_since,
                "created_at_until": created_at_until,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_event(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Event:
        """Read an event.

        Requires the permission `events:read`."""
        call = Call(
            "GET",
            "/api/v2/client/events/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Event", self._json(call))

    def list_forms(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Form]:
        """List forms.

        Requires the permission `forms:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/forms",
            query={"q": q, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_forms_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Form]:
        """List forms.

        Requires the permission `forms:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/forms",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_form(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Form:
        """Read a form.

        Requires the permission `forms:read`."""
        call = Call(
            "GET",
            "/api/v2/client/forms/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.Form", self._json(call))

    def put_form(
        self,
        code: str,
        body: types.FormInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Form:
        """Create or replace a form.

        Requires the permission `forms:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/forms/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Form", self._json(call))

    def patch_form(
        self,
        code: str,
        body: types.FormPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Form:
        """Update a form partially.

        Requires the permission `forms:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/forms/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Form", self._json(call))

    def delete_form(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a form.

        Requires the permission `forms:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/forms/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_imports(
        self,
        *,
        status: Literal["created", "in_progress", "success", "partial_success", "failed"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Import]:
        """List imports of managers, newest first.

        Requires the permission `imports:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/imports",
            query={"status": status},
            headers=headers or {},
        )
        return self._pages(call)

    def list_imports_page(
        self,
        *,
        status: Literal["created", "in_progress", "success", "partial_success", "failed"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Import]:
        """List imports of managers, newest first.

        Requires the permission `imports:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/imports",
            query={"status": status, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def get_import(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Import:
        """Read an import of managers, with its status.

        Requires the permission `imports:read`."""
        call = Call(
            "GET",
            "/api/v2/client/imports/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Import", self._json(call))

    def get_import_errors_report(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the failed rows, to correct and import them again.

        Requires the permission `imports:read`."""
        call = Call(
            "GET",
            "/api/v2/client/imports/{id}/errors_report",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def get_import_report(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the result of each row of an import.

        Requires the permission `imports:read`."""
        call = Call(
            "GET",
            "/api/v2/client/imports/{id}/report",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def place_legal_hold(
        self,
        body: types.LegalHoldInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LegalHold:
        """Place a legal hold.

        Requires the permission `legal_holds:write`."""
        call = Call(
            "POST",
            "/api/v2/client/legal_holds",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.LegalHold", self._json(call))

    def list_legal_holds(
        self,
        *,
        status: Literal["open", "released", "all"] | None = None,
        q: str | None = None,
        employee_technical_id: str | None = None,
        document_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.LegalHold]:
        """List legal holds, newest first.

        Requires the permission `legal_holds:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/legal_holds",
            query={
                "status": status,
                "q": q,
                "employee_technical_id": employee_technical_id,
                "document_id": document_id,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_legal_holds_page(
        self,
        *,
        status: Literal["open", "released", "all"] | None = None,
        q: str | None = None,
        employee_technical_id: str | None = None,
        document_id: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.LegalHold]:
        """List legal holds, newest first.

        Requires the permission `legal_holds:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/legal_holds",
            query={
                "status": status,
                "q": q,
                "employee_technical_id": employee_technical_id,
                "document_id": document_id,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_legal_hold(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.LegalHold:
        """Read a legal hold, open or released.

        Requires the permission `legal_holds:read`."""
        call = Call(
            "GET",
            "/api/v2/client/legal_holds/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.LegalHold", self._json(call))

    def patch_legal_hold(
        self,
        id: str,
        body: types.LegalHoldPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.LegalHold:
        """Update name, reason and reference of a legal hold.

        Requires the permission `legal_holds:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/legal_holds/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.LegalHold", self._json(call))

    def list_legal_hold_items(
        self,
        id: str,
        *,
        resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.LegalHoldItem]:
        """List what a legal hold covers, what was covered last first.

        Requires the permission `legal_holds:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/legal_holds/{id}/items",
            parameters={"id": id},
            query={"resource_type": resource_type},
            headers=headers or {},
        )
        return self._pages(call)

    def list_legal_hold_items_page(
        self,
        id: str,
        *,
        resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.LegalHoldItem]:
        """List what a legal hold covers, what was covered last first.

        Requires the permission `legal_holds:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/legal_holds/{id}/items",
            parameters={"id": id},
            query={"resource_type": resource_type, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def release_legal_hold(
        self,
        id: str,
        body: types.LegalHoldRelease,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.LegalHold:
        """Release a legal hold; it stays on record.

        Requires the permission `legal_holds:write`."""
        call = Call(
            "POST",
            "/api/v2/client/legal_holds/{id}/release",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.LegalHold", self._json(call))

    def list_notes(
        self,
        *,
        employee_technical_id: str | None = None,
        document_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Note]:
        """List notes, newest first.

        Requires the permission `notes:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/notes",
            query={"employee_technical_id": employee_technical_id, "document_id": document_id},
            headers=headers or {},
        )
        return self._pages(call)

    def list_notes_page(
        self,
        *,
        employee_technical_id: str | None = None,
        document_id: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Note]:
        """List notes, newest first.

        Requires the permission `notes:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/notes",
            query={
                "employee_technical_id": employee_technical_id,
                "document_id": document_id,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_note(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Note:
        """Read a note.

        Requires the permission `notes:read`."""
        call = Call(
            "GET",
            "/api/v2/client/notes/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Note", self._json(call))

    def delete_note(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a note and its pending reminder.

        Requires the permission `notes:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/notes/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def get_note_retention(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Retention:
        """Read how long a note is kept, and why.

        Requires the permission `notes:read`."""
        call = Call(
            "GET",
            "/api/v2/client/notes/{id}/retention",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Retention", self._json(call))

    def list_organization_groups(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.OrganizationGroup]:
        """List organization groups.

        Requires the permission `organization_groups:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/organization_groups",
            query={"q": q, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_organization_groups_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.OrganizationGroup]:
        """List organization groups.

        Requires the permission `organization_groups:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/organization_groups",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_organization_group(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.OrganizationGroup:
        """Read an organization group.

        Requires the permission `organization_groups:read`."""
        call = Call(
            "GET",
            "/api/v2/client/organization_groups/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.OrganizationGroup", self._json(call))

    def put_organization_group(
        self,
        code: str,
        body: types.OrganizationGroupInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.OrganizationGroup:
        """Create or replace an organization group.

        Requires the permission `organization_groups:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/organization_groups/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.OrganizationGroup", self._json(call))

    def patch_organization_group(
        self,
        code: str,
        body: types.OrganizationGroupPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.OrganizationGroup:
        """Update an organization group partially.

        Requires the permission `organization_groups:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/organization_groups/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.OrganizationGroup", self._json(call))

    def list_organizations(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        parent: str | None = None,
        below: str | None = None,
        sort: Literal["name", "-name", "code", "-code"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Organization]:
        """List organizations.

        Requires the permission `organizations:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/organizations",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "parent": parent,
                "below": below,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_organizations_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        parent: str | None = None,
        below: str | None = None,
        sort: Literal["name", "-name", "code", "-code"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Organization]:
        """List organizations.

        Requires the permission `organizations:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/organizations",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
                "parent": parent,
                "below": below,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_organization(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Organization:
        """Read an organization.

        Requires the permission `organizations:read`."""
        call = Call(
            "GET",
            "/api/v2/client/organizations/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.Organization", self._json(call))

    def put_organization(
        self,
        code: str,
        body: types.OrganizationInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Organization:
        """Create or replace an organization.

        Requires the permission `organizations:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/organizations/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Organization", self._json(call))

    def patch_organization(
        self,
        code: str,
        body: types.OrganizationPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Organization:
        """Update an organization partially.

        Requires the permission `organizations:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/organizations/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Organization", self._json(call))

    def delete_organization(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete an organization.

        Requires the permission `organizations:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/organizations/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_retention_policies(
        self,
        *,
        resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"] | None = None,
        enabled: bool | None = None,
        q: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.RetentionPolicy]:
        """List retention policies.

        Requires the permission `retention_policies:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/retention_policies",
            query={"resource_type": resource_type, "enabled": enabled, "q": q},
            headers=headers or {},
        )
        return self._pages(call)

    def list_retention_policies_page(
        self,
        *,
        resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"] | None = None,
        enabled: bool | None = None,
        q: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.RetentionPolicy]:
        """List retention policies.

        Requires the permission `retention_policies:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/retention_policies",
            query={
                "resource_type": resource_type,
                "enabled": enabled,
                "q": q,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def simulate_retention_policy(
        self,
        body: types.RetentionSimulationInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RetentionSimulation:
        """Simulate a retention policy that is not saved.

        Requires the permission `retention_policies:read`."""
        call = Call(
            "POST",
            "/api/v2/client/retention_policies/simulate",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.RetentionSimulation", self._json(call))

    def get_retention_policy(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.RetentionPolicy:
        """Read a retention policy.

        Requires the permission `retention_policies:read`."""
        call = Call(
            "GET",
            "/api/v2/client/retention_policies/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.RetentionPolicy", self._json(call))

    def put_retention_policy(
        self,
        id: str,
        body: types.RetentionPolicyInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.RetentionPolicy:
        """Create or replace a retention policy.

        Requires the permission `retention_policies:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/retention_policies/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.RetentionPolicy", self._json(call))

    def patch_retention_policy(
        self,
        id: str,
        body: types.RetentionPolicyPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.RetentionPolicy:
        """Update a retention policy partially.

        Requires the permission `retention_policies:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/retention_policies/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.RetentionPolicy", self._json(call))

    def delete_retention_policy(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a retention policy.

        Requires the permission `retention_policies:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/retention_policies/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def get_retention_policy_simulation(
        self,
        id: str,
        *,
        until: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.RetentionSimulation:
        """Simulate a saved retention policy.

        Requires the permission `retention_policies:read`."""
        call = Call(
            "GET",
            "/api/v2/client/retention_policies/{id}/simulation",
            parameters={"id": id},
            query={"until": until},
            headers=headers or {},
        )
        return cast("types.RetentionSimulation", self._json(call))

    def list_roles(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.Role]:
        """List roles.

        Requires the permission `roles:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/roles",
            query={"q": q, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_roles_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.Role]:
        """List roles.

        Requires the permission `roles:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/roles",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_role(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Role:
        """Read a role.

        Requires the permission `roles:read`."""
        call = Call(
            "GET",
            "/api/v2/client/roles/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.Role", self._json(call))

    def put_role(
        self,
        code: str,
        body: types.RoleInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Role:
        """Create or replace a role.

        Requires the permission `roles:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/roles/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Role", self._json(call))

    def patch_role(
        self,
        code: str,
        body: types.RolePatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Role:
        """Update a role partially.

        Requires the permission `roles:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/roles/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Role", self._json(call))

    def delete_role(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a role.

        Requires the permission `roles:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/roles/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_saml_identity_providers(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.SamlIdentityProvider]:
        """List SAML identity providers.

        Requires the permission `saml_identity_providers:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/saml_identity_providers",
            query={"q": q, "updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_saml_identity_providers_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.SamlIdentityProvider]:
        """List SAML identity providers.

        Requires the permission `saml_identity_providers:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/saml_identity_providers",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_saml_identity_provider(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SamlIdentityProvider:
        """Read a SAML identity provider.

        Requires the permission `saml_identity_providers:read`."""
        call = Call(
            "GET",
            "/api/v2/client/saml_identity_providers/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return cast("types.SamlIdentityProvider", self._json(call))

    def put_saml_identity_provider(
        self,
        code: str,
        body: types.SamlIdentityProviderInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SamlIdentityProvider:
        """Create or replace a SAML identity provider.

        Requires the permission `saml_identity_providers:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/saml_identity_providers/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.SamlIdentityProvider", self._json(call))

    def patch_saml_identity_provider(
        self,
        code: str,
        body: types.SAMLIdentityProviderPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SamlIdentityProvider:
        """Update a SAML identity provider partially.

        Requires the permission `saml_identity_providers:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/saml_identity_providers/{code}",
            parameters={"code": code},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.SamlIdentityProvider", self._json(call))

    def delete_saml_identity_provider(
        self,
        code: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a SAML identity provider.

        Requires the permission `saml_identity_providers:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/saml_identity_providers/{code}",
            parameters={"code": code},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_signature_processes(
        self,
        *,
        status: Literal["draft", "signing", "signed", "sent", "done", "rejected", "expired", "canceled"] | None = None,
        q: str | None = None,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | None = None,
        signature_type_id: str | None = None,
        employee_technical_id: str | None = None,
        signer_technical_id: str | None = None,
        created_at_since: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.SignatureProcess]:
        """List signature processes, newest first.

        Requires the permission `signatures:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes",
            query={
                "status": status,
                "q": q,
                "sort": sort,
                "signature_type_id": signature_type_id,
                "employee_technical_id": employee_technical_id,
                "signer_technical_id": signer_technical_id,
                "created_at_since": created_at_since,
                "updated_at_since": updated_at_since,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_signature_processes_page(
        self,
        *,
        status: Literal["draft", "signing", "signed", "sent", "done", "rejected", "expired", "canceled"] | None = None,
        q: str | None = None,
        sort: Literal["created_at", "-created_at", "updated_at", "-updated_at"] | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        signature_type_id: str | None = None,
        employee_technical_id: str | None = None,
        signer_technical_id: str | None = None,
        created_at_since: str | None = None,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.SignatureProcess]:
        """List signature processes, newest first.

        Requires the permission `signatures:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes",
            query={
                "status": status,
                "q": q,
                "sort": sort,
                "per_page": per_page,
                "cursor": cursor,
                "signature_type_id": signature_type_id,
                "employee_technical_id": employee_technical_id,
                "signer_technical_id": signer_technical_id,
                "created_at_since": created_at_since,
                "updated_at_since": updated_at_since,
            },
            headers=headers or {},
        )
        return self._page(call)

    def create_signature_process(
        self,
        body: types.SignatureProcessInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureProcess:
        """Create a signature process as a draft, from an upload.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.SignatureProcess", self._json(call))

    def archive_signature_process(
        self,
        body: types.SignatureArchiveNamedInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """File the signed document in the folder of an employee.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes/archive",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return self._nothing(call)

    def cancel_signature_processes(
        self,
        body: types.SignatureCancellation,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Cancel processes that are being signed: all of these, or none.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes/cancel",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return self._nothing(call)

    def get_signature_process(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureProcess:
        """Read a signature process.

        Requires the permission `signatures:read`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.SignatureProcess", self._json(call))

    def patch_signature_process(
        self,
        id: str,
        body: types.SignatureProcessPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureProcess:
        """Update a draft of a signature process partially.

        Requires the permission `signatures:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/signature_processes/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.SignatureProcess", self._json(call))

    def delete_signature_process(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a signature process, unless it is being signed.

        Requires the permission `signatures:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/signature_processes/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def archive_one_signature_process(
        self,
        id: str,
        body: types.SignatureArchiveInput | None = None,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """File the signed document in the folder of an employee; the same with the process in the path.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes/{id}/archive",
            parameters={"id": id},
            headers=headers or {},
            body=None if body is None else JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return self._nothing(call)

    def list_signature_evidence(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureEvidenceList:
        """List the evidence of a signature process, oldest first.

        Requires the permission `signatures:read`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes/{id}/evidence",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.SignatureEvidenceList", self._json(call))

    def get_signature_process_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the original document of a signature process.

        Requires the permission `signatures:read`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def head_signature_process_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download the original document of a signature process: its headers only.

        Requires the permission `signatures:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/signature_processes/{id}/file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._headers(call)

    def get_signature_process_retention(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Retention:
        """Read how long a signature process is kept, and why.

        Requires the permission `signatures:read`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes/{id}/retention",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.Retention", self._json(call))

    def send_signature_process(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Mail the signed document to its signers.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes/{id}/send",
            parameters={"id": id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return self._nothing(call)

    def get_signed_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> FileAnswer:
        """Download the signed and sealed document of a signature process.

        Requires the permission `signatures:read`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_processes/{id}/signed_file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._file(call)

    def head_signed_file(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> Mapping[str, str]:
        """Download the signed and sealed document of a signature process: its headers only.

        Requires the permission `signatures:read`."""
        call = Call(
            "HEAD",
            "/api/v2/client/signature_processes/{id}/signed_file",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._headers(call)

    def remind_signer(
        self,
        id: str,
        signer_id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Remind a signer who has not answered.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes/{id}/signers/{signer_id}/remind",
            parameters={"id": id, "signer_id": signer_id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return self._nothing(call)

    def start_signature_process(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureProcess:
        """Ask the signers of a draft for their signatures, in their order.

        Requires the permission `signatures:write`."""
        call = Call(
            "POST",
            "/api/v2/client/signature_processes/{id}/start",
            parameters={"id": id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.SignatureProcess", self._json(call))

    def list_signature_types(
        self,
        *,
        updated_at_since: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.SignatureType]:
        """List signature types.

        Requires the permission `signatures:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_types",
            query={"updated_at_since": updated_at_since},
            headers=headers or {},
        )
        return self._pages(call)

    def list_signature_types_page(
        self,
        *,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.SignatureType]:
        """List signature types.

        Requires the permission `signatures:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_types",
            query={"updated_at_since": updated_at_since, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def get_signature_type(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureType:
        """Read a signature type.

        Requires the permission `signatures:read`."""
        call = Call(
            "GET",
            "/api/v2/client/signature_types/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.SignatureType", self._json(call))

    def put_signature_type(
        self,
        id: str,
        body: types.SignatureTypeInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureType:
        """Create or replace a signature type.

        Requires the permission `signatures:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/signature_types/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.SignatureType", self._json(call))

    def patch_signature_type(
        self,
        id: str,
        body: types.SignatureTypePatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SignatureType:
        """Update a signature type partially.

        Requires the permission `signatures:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/signature_types/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.SignatureType", self._json(call))

    def delete_signature_type(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a signature type.

        Requires the permission `signatures:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/signature_types/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def create_upload(
        self,
        content: Content,
        filename: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Upload:
        """Upload a file for use in a later call.

        The part `file` of a multipart form, or the file as the body, with `Content-Disposition: attachment; filename="…"`. Requires the permission `uploads:write`."""
        call = Call(
            "POST",
            "/api/v2/client/uploads",
            headers=headers or {},
            body=FileBody(content, filename),
            idempotency_key=idempotency_key,
        )
        return cast("types.Upload", self._json(call))

    def list_users(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        role: str | None = None,
        organization_code: str | None = None,
        email: str | None = None,
        sees_technical_id: str | None = None,
        sort: Literal["name", "-name", "technical_id", "-technical_id", "updated_at", "-updated_at"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.User]:
        """List users.

        Requires the permission `users:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/users",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "role": role,
                "organization_code": organization_code,
                "email": email,
                "sees_technical_id": sees_technical_id,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._pages(call)

    def list_users_page(
        self,
        *,
        q: str | None = None,
        updated_at_since: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        role: str | None = None,
        organization_code: str | None = None,
        email: str | None = None,
        sees_technical_id: str | None = None,
        sort: Literal["name", "-name", "technical_id", "-technical_id", "updated_at", "-updated_at"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.User]:
        """List users.

        Requires the permission `users:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/users",
            query={
                "q": q,
                "updated_at_since": updated_at_since,
                "per_page": per_page,
                "cursor": cursor,
                "role": role,
                "organization_code": organization_code,
                "email": email,
                "sees_technical_id": sees_technical_id,
                "sort": sort,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_user(
        self,
        technical_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.User:
        """Read a user.

        Requires the permission `users:read`."""
        call = Call(
            "GET",
            "/api/v2/client/users/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
        )
        return cast("types.User", self._json(call))

    def put_user(
        self,
        technical_id: str,
        body: types.UserInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.User:
        """Create or replace a user.

        Requires the permission `users:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/users/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.User", self._json(call))

    def patch_user(
        self,
        technical_id: str,
        body: types.UserPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.User:
        """Update a user partially.

        Requires the permission `users:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/users/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.User", self._json(call))

    def delete_user(
        self,
        technical_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a user.

        Requires the permission `users:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/users/{technical_id}",
            parameters={"technical_id": technical_id},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_vault_links(
        self,
        *,
        employee_technical_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.VaultLink]:
        """List vault links, newest first.

        Requires the permission `vault_links:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/vault_links",
            query={"employee_technical_id": employee_technical_id},
            headers=headers or {},
        )
        return self._pages(call)

    def list_vault_links_page(
        self,
        *,
        employee_technical_id: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.VaultLink]:
        """List vault links, newest first.

        Requires the permission `vault_links:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/vault_links",
            query={
                "employee_technical_id": employee_technical_id,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def create_vault_link(
        self,
        body: types.VaultLinkInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.VaultLink:
        """Link an employee to the vault, so that documents filed from now on reach it.

        Requires the permission `vault_links:write`."""
        call = Call(
            "POST",
            "/api/v2/client/vault_links",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.VaultLink", self._json(call))

    def get_vault_link(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.VaultLink:
        """Read a vault link.

        Requires the permission `vault_links:read`."""
        call = Call(
            "GET",
            "/api/v2/client/vault_links/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.VaultLink", self._json(call))

    def delete_vault_link(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Unlink an employee from the vault, which keeps its documents.

        Requires the permission `vault_links:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/vault_links/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def create_webhook(
        self,
        body: types.WebhookInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Create a webhook.

        Requires the permission `webhooks:write`."""
        call = Call(
            "POST",
            "/api/v2/client/webhooks",
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.Webhook", self._json(call))

    def list_webhooks(
        self,
        *,
        is_active: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.SeenWebhook]:
        """List webhooks.

        Requires the permission `webhooks:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks",
            query={"is_active": is_active},
            headers=headers or {},
        )
        return self._pages(call)

    def list_webhooks_page(
        self,
        *,
        is_active: bool | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.SeenWebhook]:
        """List webhooks.

        Requires the permission `webhooks:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks",
            query={"is_active": is_active, "per_page": per_page, "cursor": cursor},
            headers=headers or {},
        )
        return self._page(call)

    def get_webhook(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.SeenWebhook:
        """Read a webhook.

        Requires the permission `webhooks:read`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.SeenWebhook", self._json(call))

    def put_webhook(
        self,
        id: str,
        body: types.WebhookInput,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Replace the settings of a webhook.

        Requires the permission `webhooks:write`."""
        call = Call(
            "PUT",
            "/api/v2/client/webhooks/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Webhook", self._json(call))

    def patch_webhook(
        self,
        id: str,
        body: types.WebhookPatch,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Update a webhook partially.

        Requires the permission `webhooks:write`."""
        call = Call(
            "PATCH",
            "/api/v2/client/webhooks/{id}",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
        )
        return cast("types.Webhook", self._json(call))

    def delete_webhook(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Delete a webhook, with its deliveries.

        Requires the permission `webhooks:write`."""
        call = Call(
            "DELETE",
            "/api/v2/client/webhooks/{id}",
            parameters={"id": id},
            headers=headers or {},
        )
        return self._nothing(call)

    def list_webhook_deliveries(
        self,
        id: str,
        *,
        status: Literal["pending", "succeeded", "failed"] | None = None,
        event_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[types.WebhookDelivery]:
        """List the deliveries of a webhook, newest event first.

        Requires the permission `webhooks:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks/{id}/deliveries",
            parameters={"id": id},
            query={"status": status, "event_type": event_type},
            headers=headers or {},
        )
        return self._pages(call)

    def list_webhook_deliveries_page(
        self,
        id: str,
        *,
        status: Literal["pending", "succeeded", "failed"] | None = None,
        event_type: str | None = None,
        per_page: int | None = None,
        cursor: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page[types.WebhookDelivery]:
        """List the deliveries of a webhook, newest event first.

        Requires the permission `webhooks:read`. Cursor paging: pass the `Next-Cursor` header as `cursor`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks/{id}/deliveries",
            parameters={"id": id},
            query={
                "status": status,
                "event_type": event_type,
                "per_page": per_page,
                "cursor": cursor,
            },
            headers=headers or {},
        )
        return self._page(call)

    def get_webhook_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDeliveryDetails:
        """Read a delivery with its body and attempts.

        Requires the permission `webhooks:read`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks/{id}/deliveries/{delivery_id}",
            parameters={"id": id, "delivery_id": delivery_id},
            headers=headers or {},
        )
        return cast("types.WebhookDeliveryDetails", self._json(call))

    def retry_webhook_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookDeliveryDetails:
        """Send a delivery again now.

        Requires the permission `webhooks:write`."""
        call = Call(
            "POST",
            "/api/v2/client/webhooks/{id}/deliveries/{delivery_id}/retries",
            parameters={"id": id, "delivery_id": delivery_id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.WebhookDeliveryDetails", self._json(call))

    def get_webhook_health(
        self,
        id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookHealth:
        """Read the health of a webhook.

        Requires the permission `webhooks:read`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks/{id}/health",
            parameters={"id": id},
            headers=headers or {},
        )
        return cast("types.WebhookHealth", self._json(call))

    def recover_webhook(
        self,
        id: str,
        body: types.WebhookRecoveryInput,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookRecovery:
        """Send all deliveries again that failed since a given time.

        Requires the permission `webhooks:write`."""
        call = Call(
            "POST",
            "/api/v2/client/webhooks/{id}/recover",
            parameters={"id": id},
            headers=headers or {},
            body=JsonBody(body),
            idempotency_key=idempotency_key,
        )
        return cast("types.WebhookRecovery", self._json(call))

    def get_webhook_recovery(
        self,
        id: str,
        recovery_id: str,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.WebhookRecovery:
        """Read the progress of a recovery.

        Requires the permission `webhooks:read`."""
        call = Call(
            "GET",
            "/api/v2/client/webhooks/{id}/recoveries/{recovery_id}",
            parameters={"id": id, "recovery_id": recovery_id},
            headers=headers or {},
        )
        return cast("types.WebhookRecovery", self._json(call))

    def refresh_signature_key(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Rotate the signature key; the old one stays valid for 24 hours.

        Requires the permission `webhooks:write`."""
        call = Call(
            "POST",
            "/api/v2/client/webhooks/{id}/refresh_signature_key",
            parameters={"id": id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.Webhook", self._json(call))

    def take_over_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> types.Webhook:
        """Take over a webhook: from now on it receives the events that you may read.

        Requires the permission `webhooks:write`."""
        call = Call(
            "POST",
            "/api/v2/client/webhooks/{id}/take_over",
            parameters={"id": id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return cast("types.Webhook", self._json(call))

    def test_webhook(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Send a test callback; its result is among the deliveries.

        Requires the permission `webhooks:write`."""
        call = Call(
            "POST",
            "/api/v2/client/webhooks/{id}/tests",
            parameters={"id": id},
            headers=headers or {},
            idempotency_key=idempotency_key,
        )
        return self._nothing(call)
