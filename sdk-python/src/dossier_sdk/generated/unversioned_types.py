"""The bodies and answers of calls. Written by `npm run gen`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._bodies import File


class ChangedRequest(TypedDict):
    status: NotRequired[Literal["created", "open", "pending", "closed"]]
    custom_state: NotRequired[str]
    priority: NotRequired[Literal["LOW", "NORMAL", "URGENT"]]
    managers_assigned: NotRequired[list[str]]
    processing_date_due: NotRequired[str | None]
    visible_to_employee: NotRequired[bool]
    actor_technical_id: NotRequired[str]


class FittingRetentionPolicy(TypedDict):
    id: str
    name: str
    legal_basis: str
    trigger_event: str
    trigger_date: str | None
    delay: str
    due_on: str | None
    decides: bool


class FormCategory(TypedDict):
    slug: str
    name: str
    language_code: str
    description: str


class FormChoice(TypedDict):
    value: str
    label: str
    parent: NotRequired[str]


FormChoiceList: TypeAlias = "list[FormChoice]"


class FormDetails(TypedDict):
    slug: str
    title: str
    category: FormCategory | None
    featured: bool
    total_hits: int
    updated_at: str
    created_at: str
    api_url: str
    fields: list[FormFieldDetails]


class FormFieldDetails(TypedDict):
    code: str
    label: str
    type: Literal["text", "textarea", "integer", "decimal", "date", "datetime", "boolean", "email", "select", "multiselect", "dataset", "file"]
    required: bool
    max_length: int | None
    choices: list[FormChoice] | None
    choices_url: str | None
    depends_on: str | None


class FormSummary(TypedDict):
    slug: str
    title: str
    category: FormCategory | None
    featured: bool
    total_hits: int
    updated_at: str
    created_at: str
    api_url: str


FormSummaryList: TypeAlias = "list[FormSummary]"


class ManagerImportError(TypedDict):
    code: int
    message: str


class ManagerImportForm(TypedDict):
    input_file: File


class NewRequestComment(TypedDict):
    body: str
    internal: NotRequired[bool]
    author_technical_id: NotRequired[str]


class NewRequestForm(TypedDict):
    form_code: str
    creator_technical_id: str
    employee_technical_id: NotRequired[str]
    subject: NotRequired[str]
    body: NotRequired[str]
    origin: NotRequired[Literal["API", "EMAIL", "PHONE", "PORTAL"]]
    priority: NotRequired[Literal["LOW", "NORMAL", "URGENT"]]
    visible_to_employee: NotRequired[bool]
    processing_date_due: NotRequired[str]
    callback_url: NotRequired[str]


class Person(TypedDict):
    technical_id: str
    first_name: str
    last_name: str
    email: str


class PublicArticleCategoriesItem(TypedDict):
    slug: str
    name: str
    language_code: str
    description: str | None


class PublicArticle(TypedDict):
    slug: str
    title: str
    body: str
    sanitized_body: NotRequired[str | None]
    categories: list[PublicArticleCategoriesItem]
    featured: bool
    state: Literal["published", "draft"]
    total_hits: int
    updated_at: str
    created_at: str
    manager_url: str
    employee_url: str
    api_url: str


PublicArticleList: TypeAlias = "list[PublicArticle]"


class Request(TypedDict):
    id: str
    form: FormSummary
    subject: str
    body: str | None
    sanitized_body: NotRequired[str | None]
    body_json: dict[str, Any] | None
    origin: Literal["API", "EMAIL", "PHONE", "PORTAL"]
    priority: Literal["LOW", "NORMAL", "URGENT"]
    status: Literal["created", "open", "pending", "closed"]
    custom_state: str
    category: str | None
    employee: Person | None
    creator: Person | None
    managers_assigned: list[Person]
    processing_date_due: str | None
    processing_start_date: str | None
    created_at: str
    updated_at: str
    closed_by: Person | None
    closed_at: str | None
    manager_url: str
    employee_url: str | None
    api_url: str
    visible_by_employee: bool


class RequestComment(TypedDict):
    id: str
    request_id: str
    body: str
    sanitized_body: NotRequired[str | None]
    internal: bool
    author: Person | None
    files: list[RequestFile]
    created_at: str


class RequestCommentForm(TypedDict):
    body: str
    internal: NotRequired[bool]
    author_technical_id: NotRequired[str]
    files: NotRequired[list[File]]


RequestCommentList: TypeAlias = "list[RequestComment]"


class RequestFile(TypedDict):
    uri: str
    filename: str
    content_type: str
    size: int


RequestHistoryEntryChangesItem = TypedDict(
    "RequestHistoryEntryChangesItem",
    {
        "field": "str",
        "from": "Any",
        "to": "Any",
    },
)


class RequestHistoryEntry(TypedDict):
    action: Literal["created", "updated", "commented"]
    actor: Person | None
    via: str | None
    changes: list[RequestHistoryEntryChangesItem]
    comment_id: str | None
    created_at: str


RequestHistoryEntryList: TypeAlias = "list[RequestHistoryEntry]"


RequestList: TypeAlias = "list[Request]"


class Retention(TypedDict):
    resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]
    resource_id: str
    state: Literal["held", "due", "scheduled", "waiting", "kept"]
    due_on: str | None
    action: Literal["trash", "delete", "anonymise"] | None
    decided_by: str | None
    postponed_until: str | None
    policies: list[FittingRetentionPolicy]
    holds: list[RetentionHold]
    explanation: str


class RetentionHold(TypedDict):
    id: str
    name: str | None
    placed_at: str


class UnversionedError(TypedDict):
    detail: str


UnversionedFieldErrors: TypeAlias = "list[dict[str, list[str]]]"
