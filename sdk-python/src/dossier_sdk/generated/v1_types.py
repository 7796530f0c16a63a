"""The bodies and answers of calls. Written by `npm run gen`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from .._bodies import File


class AddDistributionAnswer(TypedDict):
    distribution_id: int
    msg: str


class CreateDistributionProjectAnswer(TypedDict):
    project_id: int
    msg: str


class CreatedNote(TypedDict):
    id: str


class DistributionProjectForm(TypedDict):
    name: str
    validation_option: NotRequired[str]
    delivery_paper_conf: NotRequired[str]
    regroup_paper_mailing: NotRequired[Literal["true", "false", "1", "0"]]
    group: NotRequired[str]
    package_sent_to_orgs: NotRequired[Literal["true", "false", "1", "0"]]
    tech_id: NotRequired[str]
    auto_validate: NotRequired[Literal["true", "false", "1", "0"]]
    expected_distributions: NotRequired[str]
    package_first_name: NotRequired[str]
    package_last_name: NotRequired[str]
    package_address: NotRequired[str]
    package_address_2: NotRequired[str]
    package_address_3: NotRequired[str]
    package_postcode: NotRequired[str]
    package_city: NotRequired[str]
    package_country: NotRequired[str]
    package_contact: NotRequired[str]


class DocumentUploadData(TypedDict):
    title: str
    document_type_id: NotRequired[int | str]
    document_type_code: NotRequired[str]
    external_unique_id: NotRequired[str | None]
    external_reference: NotRequired[str | None]
    date: NotRequired[str]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    api_uploader_name: NotRequired[str | None]
    employee_technical_id: NotRequired[str]
    organization_codes: NotRequired[list[str]]
    organization_code: NotRequired[str]


class DocumentUploadForm(TypedDict):
    file: File
    data: DocumentUploadData


class FieldError(TypedDict):
    field: str
    code: str
    message: str


class NoteOnDocument(TypedDict):
    document_id: str
    description: str
    remind_date: NotRequired[str | None]
    visible_by_managers: NotRequired[list[str] | None]


class NoteOnEmployee(TypedDict):
    employee_technical_id: str
    description: str
    remind_date: NotRequired[str | None]
    visible_by_managers: NotRequired[list[str] | None]


class SpoolForm(TypedDict):
    name: str
    distribution_type_type: NotRequired[Literal["code", "id"]]
    distribution_type_value: str
    source_file: File


class UploadEnterpriseDocumentAnswer(TypedDict):
    id: str


class V1AccessError(TypedDict):
    code: Literal[403]
    message: str
    detail: str


class V1Error(TypedDict):
    errors: str | dict[str, list[str]]


class V1NumberedError(TypedDict):
    code: int
    message: str
    errors: NotRequired[list[FieldError]]


class V1TextError(TypedDict):
    errors: str


class ValidatedDistributionProject(TypedDict):
    project_id: int
    status: str
    msg: str


class ValidationInput(TypedDict):
    acknowledged_warnings: NotRequired[list[Literal["unmatched_documents", "duplicate_documents", "missing_addresses"]]]
