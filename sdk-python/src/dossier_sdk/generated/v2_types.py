"""The bodies and answers of calls. Written by `npm run gen`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .._bodies import File


class AccessPackage(TypedDict):
    id: str
    employee_technical_id: str
    status: Literal["queued", "building", "ready", "failed", "expired"]
    origin: Literal["api", "portal", "employee", "deletion_request"]
    exclude: list[Literal["employee", "account", "documents", "vault", "requests", "notes", "signatures", "mails", "events", "audit"]]
    progress: float
    size: int | None
    sha256: str | None
    entries_count: int | None
    downloads: list[AccessPackageDownload]
    expires_at: str
    ready_at: str | None
    error: str | None
    created_at: str


class AccessPackageDownload(TypedDict):
    at: str
    actor: AccessPackageDownloader


class AccessPackageDownloader(TypedDict):
    type: Literal["application", "user", "employee", "external"]
    id: str | None
    name: str | None


class AccessPackageInput(TypedDict):
    employee_technical_id: str
    expires_at: NotRequired[str]
    notify: NotRequired[bool]
    exclude: NotRequired[list[Literal["employee", "account", "documents", "vault", "requests", "notes", "signatures", "mails", "events", "audit"]]]
    actor_technical_id: NotRequired[str]


AccessPackageList: TypeAlias = "list[AccessPackage]"


class AccessRestrictionInput(TypedDict):
    document_type_code: str
    filter_code: str
    values: list[str | int]


class AccessToken(TypedDict):
    access_token: str
    token_type: str
    expires_in: int


class Account(TypedDict):
    id: str
    scope: Literal["employee", "manager"]
    technical_id: str
    email: str | None
    is_active: bool
    has_password: bool
    last_login_at: str | None
    linked_to: str | None
    created_at: str
    updated_at: str


class AccountInput(TypedDict):
    password: NotRequired[str]
    is_active: NotRequired[bool]
    email: NotRequired[str | None]


AccountList: TypeAlias = "list[Account]"


class AccountPatch(TypedDict):
    password: NotRequired[str]
    is_active: NotRequired[bool]
    email: NotRequired[str | None]


class Actor(TypedDict):
    type: Literal["application", "user", "employee", "system"]
    id: str | None
    name: str | None


class Article(TypedDict):
    slug: str
    title: str
    body: str
    language_code: str
    translations: list[ArticleTranslation]
    categories: list[str]
    accessible_by: list[Literal["employees", "managers"]]
    organizations: list[str]
    roles: list[str]
    custom_field_rules: list[ArticleAudienceRule]
    featured: bool
    state: Literal["published", "draft"]
    total_hits: int
    updated_at: str
    created_at: str


ArticleAudienceRule = TypedDict(
    "ArticleAudienceRule",
    {
        "field": "str",
        "in": "list[str | int | bool]",
    },
)


class ArticleCategory(TypedDict):
    slug: str
    name: str
    language_code: str
    description: str | None
    localized_names: list[LocalizedName]
    localized_descriptions: list[LocalizedName]
    created_at: str
    updated_at: str


class ArticleCategoryInput(TypedDict):
    name: str
    language_code: NotRequired[str]
    description: NotRequired[str | None]
    localized_names: NotRequired[list[LocalizedName]]
    localized_descriptions: NotRequired[list[LocalizedName]]


ArticleCategoryList: TypeAlias = "list[ArticleCategory]"


class ArticleCategoryPatch(TypedDict):
    name: NotRequired[str]
    language_code: NotRequired[str]
    description: NotRequired[str | None]
    localized_names: NotRequired[list[LocalizedName]]
    localized_descriptions: NotRequired[list[LocalizedName]]


class ArticleInput(TypedDict):
    title: str
    body: str
    language_code: NotRequired[str]
    translations: NotRequired[list[ArticleTranslation]]
    categories: NotRequired[list[str]]
    featured: NotRequired[bool]
    state: NotRequired[Literal["published", "draft"]]
    accessible_by: NotRequired[list[Literal["employees", "managers"]]]
    organizations: NotRequired[list[str]]
    roles: NotRequired[list[str]]
    custom_field_rules: NotRequired[list[ArticleAudienceRule]]


ArticleList: TypeAlias = "list[Article]"


class ArticlePatch(TypedDict):
    title: NotRequired[str]
    body: NotRequired[str]
    language_code: NotRequired[str]
    translations: NotRequired[list[ArticleTranslation]]
    categories: NotRequired[list[str]]
    featured: NotRequired[bool]
    state: NotRequired[Literal["published", "draft"]]
    accessible_by: NotRequired[list[Literal["employees", "managers"]]]
    organizations: NotRequired[list[str]]
    roles: NotRequired[list[str]]
    custom_field_rules: NotRequired[list[ArticleAudienceRule]]


class ArticleTranslation(TypedDict):
    language_code: str
    title: str
    body: str


class AuditCheckpoint(TypedDict):
    client: str
    sequence: int
    hash: str
    at: str
    seal: str


AuditCheckpointList: TypeAlias = "list[AuditCheckpoint]"


class AuditEntry(TypedDict):
    sequence: int
    at: str
    action: str
    outcome: Literal["done", "refused"]
    actor_type: Literal["application", "api_key", "shared_token", "user", "employee", "external", "system"]
    actor: AuditedActor | None
    actor_hash: str
    subject: AuditedSubject | None
    subject_hash: str | None
    resource: AuditedResource | None
    details: dict[str, Any]
    previous_hash: str
    hash: str


AuditEntryList: TypeAlias = "list[AuditEntry]"


class AuditHead(TypedDict):
    sequence: int
    hash: str
    at: str | None
    checkpoint: LastAuditCheckpoint | None


class AuditedActor(TypedDict):
    """Who did it. Null once it was erased."""

    type: Literal["application", "api_key", "shared_token", "user", "employee", "external", "system"]
    id: str | None
    name: str | None
    address: str | None
    salt: str


class AuditedResource(TypedDict):
    """What it is about."""

    type: str
    id: str | None


class AuditedSubject(TypedDict):
    """Whom it concerns. Null without such a person, and once it was erased."""

    type: Literal["employee", "user"]
    technical_id: str
    salt: str


class BulkEmployeeResult(TypedDict):
    technical_id: str | None
    outcome: Literal["created", "updated", "unchanged", "refused"]
    errors: NotRequired[list[FieldError]]


class BulkEmployeesBody(TypedDict):
    employees: list[dict[str, Any]]


class BulkEmployeesResult(TypedDict):
    created: int
    updated: int
    unchanged: int
    refused: int
    results: list[BulkEmployeeResult]


class CompanyDocumentInput(TypedDict):
    title: str
    document_type_id: NotRequired[int | str]
    document_type_code: NotRequired[str]
    external_unique_id: NotRequired[str | None]
    external_reference: NotRequired[str | None]
    date: NotRequired[str]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    api_uploader_name: NotRequired[str | None]
    upload_id: str
    organization_codes: list[str]


class CustomField(TypedDict):
    code: str
    name: str
    type: Literal["string", "integer", "boolean", "list", "date"]
    values: list[str]
    created_at: str
    updated_at: str


class CustomFieldInput(TypedDict):
    name: str
    type: Literal["string", "integer", "boolean", "list", "date"]
    values: NotRequired[list[str]]


CustomFieldList: TypeAlias = "list[CustomField]"


class CustomFieldPatch(TypedDict):
    name: NotRequired[str]
    type: NotRequired[Literal["string", "integer", "boolean", "list", "date"]]
    values: NotRequired[list[str]]


class Dataset(TypedDict):
    id: str
    name: str
    localized_names: list[LocalizedName]
    dimensions: list[Dimension]
    values_count: int
    last_import_status: str | None
    last_import_result: str | None
    created_at: str
    updated_at: str


class DatasetImport(TypedDict):
    id: str
    dataset_id: str
    filename: str
    status: Literal["queued", "in_progress", "finished"]
    result: Literal["success", "partial_success", "error"] | None
    mode: Literal["replace", "merge"]
    on_error: Literal["abort", "skip"]
    dry_run: bool
    origin: Literal["api", "web", "cli"]
    creator: ImportCreator
    total_dimensions_count: int
    total_values_count: int
    stats: DatasetImportStats
    errors: list[ImportError]
    progress: float
    started_at: str | None
    finished_at: str | None
    created_at: str
    updated_at: str


class DatasetImportInput(TypedDict):
    dataset_id: str
    mode: NotRequired[Literal["replace", "merge"]]
    on_error: NotRequired[Literal["abort", "skip"]]
    dry_run: NotRequired[bool]
    upload_id: str


DatasetImportList: TypeAlias = "list[DatasetImport]"


class DatasetImportStats(TypedDict):
    rows: int
    global_errors: int
    row_errors: int
    warnings: int
    dimensions_created: int
    values_created: int
    values_updated: int
    values_deleted: int


class DatasetInput(TypedDict):
    dimensions: NotRequired[list[DimensionInput]]
    localized_names: NotRequired[list[LocalizedName]]


DatasetList: TypeAlias = "list[Dataset]"


class DatasetValue(TypedDict):
    id: str
    code: str
    name: str
    localized_names: list[LocalizedName]
    dataset_id: str
    dimension_id: str
    path: str


class DatasetValueBulkInput(TypedDict):
    values: list[DatasetValueBulkItem]


class DatasetValueBulkItem(TypedDict):
    code: str
    localized_names: list[LocalizedName]


class DatasetValueBulkResult(TypedDict):
    created: int
    updated: int
    unchanged: int


class DatasetValueInput(TypedDict):
    localized_names: list[LocalizedName]


DatasetValueList: TypeAlias = "list[DatasetValue]"


class DeletionActor(TypedDict):
    type: Literal["application", "user", "employee", "system"]
    technical_id: str | None
    name: str | None
    application_id: str | None


class DeletionCount(TypedDict):
    type: str
    count: int


class DeletionKept(TypedDict):
    resource_type: str
    resource_id: str
    reason: Literal["legal_hold", "retention", "shared_evidence", "not_collected", "needed"]
    until: str | None
    retention_policy_id: str | None
    legal_hold_ids: list[str]


class DeletionModule(TypedDict):
    id: str
    status: Literal["allowed", "rejected", "done", "error"]
    resources: list[DeletionCount]
    kept: list[DeletionKept]
    error: str | None


class DeletionRequest(TypedDict):
    id: str
    resource_type: Literal["employee", "employee_document", "company_document", "request"]
    resource_id: str
    resource_name: str | None
    mode: Literal["delete", "anonymise"]
    status: Literal["evaluating", "evaluated", "confirmed", "preparing", "prepared", "processing", "completed", "failed", "canceled"]
    outcome: Literal["complete", "partial"] | None
    modules: list[DeletionModule]
    origin: Literal["api", "portal", "employee", "retention"]
    reason: str | None
    requested_by_employee: bool
    notification_recipient: str | None
    grace_days: int
    send_package: bool
    external_reference: str | None
    access_package_id: str | None
    package_sent: bool
    pseudonym: str | None
    due_at: str | None
    created_by: DeletionActor
    evaluated_at: str | None
    confirmed_at: str | None
    confirmed_by: DeletionActor | None
    prepared_at: str | None
    completed_at: str | None
    canceled_at: str | None
    error: str | None
    created_at: str
    updated_at: str


class DeletionRequestChange(TypedDict):
    reason: NotRequired[str | None]
    actor_technical_id: NotRequired[str]


class DeletionRequestInput(TypedDict):
    resource_type: Literal["employee", "employee_document", "company_document", "request"]
    resource_id: str
    mode: NotRequired[Literal["delete", "anonymise"]]
    requested_by_employee: NotRequired[bool]
    notification_recipient: NotRequired[str | None]
    send_package: NotRequired[bool]
    external_reference: NotRequired[str | None]
    reason: NotRequired[str | None]
    grace_days: NotRequired[int]
    actor_technical_id: NotRequired[str]


DeletionRequestList: TypeAlias = "list[DeletionRequest]"


class Dimension(TypedDict):
    id: str
    name: str
    localized_names: list[LocalizedName]
    level: int


class DimensionInput(TypedDict):
    id: str
    localized_names: list[LocalizedName]


class Disposal(TypedDict):
    id: str
    retention_policy_id: str
    policy: dict[str, Any]
    status: Literal["gathering", "waiting_for_approval", "processing", "completed", "canceled", "failed"]
    origin: Literal["daily", "api", "portal"]
    needs_approval: int
    counts: DisposalCounts
    approvals: list[DisposalApproval]
    has_certificate: bool
    created_at: str
    completed_at: str | None


class DisposalApproval(TypedDict):
    technical_id: str
    name: str
    at: str
    items: int
    comment: str | None


class DisposalApprove(TypedDict):
    actor_technical_id: NotRequired[str]
    item_ids: NotRequired[list[str]]
    comment: NotRequired[str | None]


class DisposalChange(TypedDict):
    actor_technical_id: NotRequired[str]


class DisposalCounts(TypedDict):
    total: int
    waiting: int
    approved: int
    rejected: int
    held: int
    not_due: int
    gone: int
    done: int
    failed: int


class DisposalFile(TypedDict):
    sha256: str
    size: int


class DisposalInput(TypedDict):
    retention_policy_id: str
    actor_technical_id: NotRequired[str]


class DisposalItem(TypedDict):
    id: str
    resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]
    resource_id: str
    title: str
    due_on: str
    status: Literal["waiting", "approved", "rejected", "held", "not_due", "gone", "done", "failed"]
    approved_by: list[str]
    reason: str | None
    legal_hold_ids: list[str]
    files: list[DisposalFile]


DisposalItemList: TypeAlias = "list[DisposalItem]"


DisposalList: TypeAlias = "list[Disposal]"


class DisposalReject(TypedDict):
    actor_technical_id: NotRequired[str]
    item_ids: NotRequired[list[str]]
    reason: str
    postpone_until: NotRequired[str]


class Distribution(TypedDict):
    id: int
    distribution_project_id: int
    name: str
    distribution_type: str
    format: Literal["zip_names", "zip_index", "pdf_split", "txt_split"]
    filename: str
    size: int
    status: Literal["new", "processing", "ready", "error"]
    error: SpoolError | None
    progress: float
    counts: DistributionCounts
    created_at: str
    started_at: str | None
    finished_at: str | None


class DistributionCounts(TypedDict):
    """The outcome of the documents of all spools."""

    documents: int
    matched: int
    assigned: int
    unmatched: int
    ambiguous: int
    rejected: int
    left_out: int
    delivered: int


class DistributionDocument(TypedDict):
    id: str
    distribution_id: int
    distribution: str
    position: int
    file: str
    first_page: int | None
    pages: int | None
    size: int | None
    outcome: Literal["matched", "assigned", "unmatched", "ambiguous", "rejected", "left_out"]
    reason: str | None
    message: str | None
    employee_number: str | None
    organization: str | None
    period: str | None
    employee_technical_id: str | None
    employee_name: str | None
    employee_terminated: bool | None
    document_type_code: str | None
    title: str
    document_id: str | None
    linked_to_vault: bool | None
    package: int | None
    package_status: Literal["planned", "prepared", "handed_over", "failed", "downloaded"] | None
    package_problem: Literal["no_organization", "organization_address_missing", "organization_address_incomplete", "project_address_incomplete", "employee_address_missing", "employee_address_incomplete", "not_printable"] | None
    package_message: str | None


class DistributionDocumentAssignment(TypedDict):
    employee_technical_id: NotRequired[str | None]
    left_out: NotRequired[bool]


DistributionDocumentList: TypeAlias = "list[DistributionDocument]"


DistributionList: TypeAlias = "list[Distribution]"


class DistributionPackageDownloadedBy(TypedDict):
    type: str
    id: str | None
    name: str | None


class DistributionPackage(TypedDict):
    number: int
    id: str
    status: Literal["planned", "prepared", "handed_over", "failed", "downloaded"]
    reason: str | None
    message: str | None
    employee_technical_id: str
    employee_name: str
    organization: str | None
    documents: int
    pages: int | None
    size: int | None
    prepared_at: str | None
    handed_over_at: str | None
    receipt: str | None
    downloaded_at: str | None
    downloaded_by: DistributionPackageDownloadedBy | None


DistributionPackageList: TypeAlias = "list[DistributionPackage]"


class DistributionProject(TypedDict):
    id: int
    name: str
    status: Literal["new", "preparing", "waiting_for_validation", "validated", "delivering", "completed", "canceled", "error"]
    validation_option: int
    validators_required: int
    validation_group: str | None
    acknowledge_warnings: bool
    validations: list[DistributionValidation]
    delivery_paper_conf: str
    regroup_paper_mailing: bool
    group: str | None
    package_sent_to_orgs: bool | None
    tech_id: str | None
    auto_validate: bool
    expected_distributions: int | None
    package_first_name: str | None
    package_last_name: str | None
    package_address: str | None
    package_address_2: str | None
    package_address_3: str | None
    package_postcode: str | None
    package_city: str | None
    package_country: str | None
    package_contact: str | None
    distributions_count: int
    counts: DistributionCounts
    packages_count: int
    check_url: str
    created_at: str
    updated_at: str
    validated_at: str | None
    ended_at: str | None


class DistributionProjectInput(TypedDict):
    name: str
    validation_option: NotRequired[int | str | None]
    delivery_paper_conf: NotRequired[str | None]
    regroup_paper_mailing: NotRequired[bool | None]
    group: NotRequired[str | None]
    package_sent_to_orgs: NotRequired[bool | None]
    tech_id: NotRequired[str | None]
    auto_validate: NotRequired[bool | None]
    expected_distributions: NotRequired[int | None]
    package_first_name: NotRequired[str | None]
    package_last_name: NotRequired[str | None]
    package_address: NotRequired[str | None]
    package_address_2: NotRequired[str | None]
    package_address_3: NotRequired[str | None]
    package_postcode: NotRequired[str | None]
    package_city: NotRequired[str | None]
    package_country: NotRequired[str | None]
    package_contact: NotRequired[str | None]


DistributionProjectList: TypeAlias = "list[DistributionProject]"


class DistributionProjectPaper(TypedDict):
    packages: PackageCounts
    hand_over: HandOver | None


class DistributionProjectPatch(TypedDict):
    expected_distributions: NotRequired[int | None]


class DistributionValidation(TypedDict):
    type: Literal["application", "user", "employee", "system"]
    id: str | None
    name: str | None
    validated_at: str


class Document(TypedDict):
    id: str
    title: str
    kind: Literal["employee", "company"]
    document_type_id: int
    document_type_code: str
    employee_technical_id: str | None
    organization_codes: list[str]
    external_unique_id: str | None
    external_reference: str | None
    date: str
    document_type_metas: dict[str, Any]
    document_type_filters: dict[str, Any]
    api_uploader_name: str | None
    filename: str
    content_type: str
    size: int
    sha256: str
    page_count: int | None
    origin: Literal["api", "portal", "distribution", "signature"]
    linked_to_vault: bool
    trashed: bool
    trashed_at: str | None
    legal_hold: bool
    created_at: str
    updated_at: str


DocumentList: TypeAlias = "list[Document]"


class DocumentPatch(TypedDict):
    title: NotRequired[str]
    document_type_id: NotRequired[int | str]
    document_type_code: NotRequired[str]
    external_unique_id: NotRequired[str | None]
    external_reference: NotRequired[str | None]
    date: NotRequired[str]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    api_uploader_name: NotRequired[str | None]
    organization_codes: NotRequired[list[str]]
    legal_hold: NotRequired[bool]


DocumentTypeRetention = TypedDict(
    "DocumentTypeRetention",
    {
        "months": "int",
        "from": "Literal[\"date\", \"departure\"]",
    },
)


class DocumentType(TypedDict):
    id: int
    code: str
    kind: Literal["employee", "company"]
    name: str
    localized_names: list[LocalizedName]
    visible_by_employee: bool
    upload_by_employee: bool
    retention: DocumentTypeRetention | None
    allowed_extensions: list[str]
    metas: list[DocumentTypeMeta]
    filters: list[DocumentTypeFilter]
    created_at: str
    updated_at: str


class DocumentTypeFilter(TypedDict):
    code: str
    name: NotRequired[str]
    type: Literal["integer", "string", "list"]
    required: NotRequired[bool]
    values: NotRequired[list[str]]


DocumentTypeInputRetention = TypedDict(
    "DocumentTypeInputRetention",
    {
        "months": "int",
        "from": "Literal[\"date\", \"departure\"]",
    },
)


class DocumentTypeInput(TypedDict):
    id: NotRequired[int]
    kind: Literal["employee", "company"]
    name: NotRequired[str]
    localized_names: NotRequired[list[LocalizedName]]
    visible_by_employee: NotRequired[bool]
    upload_by_employee: NotRequired[bool]
    retention: NotRequired[DocumentTypeInputRetention | None]
    allowed_extensions: NotRequired[list[str]]
    metas: NotRequired[list[DocumentTypeMeta]]
    filters: NotRequired[list[DocumentTypeFilter]]


DocumentTypeList: TypeAlias = "list[DocumentType]"


class DocumentTypeMeta(TypedDict):
    code: str
    name: NotRequired[str]
    type: Literal["integer", "string", "date", "list"]
    required: NotRequired[bool]
    values: NotRequired[list[str]]


DocumentTypePatchRetention = TypedDict(
    "DocumentTypePatchRetention",
    {
        "months": "int",
        "from": "Literal[\"date\", \"departure\"]",
    },
)


class DocumentTypePatch(TypedDict):
    id: NotRequired[int]
    kind: NotRequired[Literal["employee", "company"]]
    name: NotRequired[str]
    localized_names: NotRequired[list[LocalizedName]]
    visible_by_employee: NotRequired[bool]
    upload_by_employee: NotRequired[bool]
    retention: NotRequired[DocumentTypePatchRetention | None]
    allowed_extensions: NotRequired[list[str]]
    metas: NotRequired[list[DocumentTypeMeta]]
    filters: NotRequired[list[DocumentTypeFilter]]


class Employee(TypedDict):
    technical_id: str
    core_uuid: str
    first_name: str
    last_name: str
    email: str | None
    language: str | None
    address: str | None
    address_2: str | None
    address_3: str | None
    postcode: str | None
    city: str | None
    country: str | None
    registrations: list[Registration]
    custom_fields: dict[str, Any]
    status: Literal["current", "terminated"]
    created_at: str
    updated_at: str
    deleted_at: str | None


class EmployeeDocumentInput(TypedDict):
    title: str
    document_type_id: NotRequired[int | str]
    document_type_code: NotRequired[str]
    external_unique_id: NotRequired[str | None]
    external_reference: NotRequired[str | None]
    date: NotRequired[str]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    api_uploader_name: NotRequired[str | None]
    upload_id: str
    employee_technical_id: str
    organization_codes: NotRequired[list[str]]


class EmployeeInput(TypedDict):
    first_name: str
    last_name: str
    email: NotRequired[str | None]
    language: NotRequired[str | None]
    address: NotRequired[str | None]
    address_2: NotRequired[str | None]
    address_3: NotRequired[str | None]
    postcode: NotRequired[str | None]
    city: NotRequired[str | None]
    country: NotRequired[str | None]
    registrations: NotRequired[list[RegistrationInput]]
    custom_fields: NotRequired[dict[str, Any]]


EmployeeList: TypeAlias = "list[Employee]"


class EmployeePatch(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email: NotRequired[str | None]
    language: NotRequired[str | None]
    address: NotRequired[str | None]
    address_2: NotRequired[str | None]
    address_3: NotRequired[str | None]
    postcode: NotRequired[str | None]
    city: NotRequired[str | None]
    country: NotRequired[str | None]
    registrations: NotRequired[list[RegistrationInput]]
    custom_fields: NotRequired[dict[str, Any]]


class Event(TypedDict):
    id: str
    type: str
    created_at: str
    resource_id: str
    actor: Actor
    data: dict[str, Any]


EventList: TypeAlias = "list[Event]"


class FieldError(TypedDict):
    field: str
    code: str
    message: str


class FittingRetentionPolicy(TypedDict):
    id: str
    name: str
    legal_basis: str
    trigger_event: str
    trigger_date: str | None
    delay: str
    due_on: str | None
    decides: bool


class Form(TypedDict):
    code: str
    version: int
    title: str
    localized_titles: list[LocalizedName]
    category: FormCategoryInput | None
    featured: bool
    visible_by_employee: bool
    fields: list[FormField]
    assign_to: list[str]
    due_in_days: int | None
    total_hits: int
    created_at: str
    updated_at: str


class FormCategoryInput(TypedDict):
    slug: str
    name: str
    language_code: NotRequired[str]
    description: NotRequired[str]


class FormFieldLocalizedChoicesItem(TypedDict):
    choice: str
    localized_names: list[LocalizedName]


class FormField(TypedDict):
    code: str
    label: str
    localized_labels: NotRequired[list[LocalizedName]]
    type: Literal["text", "textarea", "integer", "decimal", "date", "datetime", "boolean", "email", "select", "multiselect", "dataset", "file"]
    required: NotRequired[bool]
    choices: NotRequired[list[str]]
    localized_choices: NotRequired[list[FormFieldLocalizedChoicesItem]]
    dataset: NotRequired[str]
    dimension: NotRequired[str]
    max_length: NotRequired[int]


class FormInput(TypedDict):
    title: str
    localized_titles: NotRequired[list[LocalizedName]]
    category: NotRequired[FormCategoryInput | None]
    featured: NotRequired[bool]
    visible_by_employee: NotRequired[bool]
    fields: list[FormField]
    assign_to: NotRequired[list[str]]
    due_in_days: NotRequired[int | None]


FormList: TypeAlias = "list[Form]"


class FormPatch(TypedDict):
    title: NotRequired[str]
    localized_titles: NotRequired[list[LocalizedName]]
    category: NotRequired[FormCategoryInput | None]
    featured: NotRequired[bool]
    visible_by_employee: NotRequired[bool]
    fields: NotRequired[list[FormField]]
    assign_to: NotRequired[list[str]]
    due_in_days: NotRequired[int | None]


class HandOverFailure(TypedDict):
    """Why the last attempt failed."""

    code: str
    message: str


class HandOver(TypedDict):
    """The hand-over of the packages to the carrier; null without a carrier and before the packages are made."""

    delivery_id: str
    status: Literal["pending", "handed_over", "failed", "by_hand"]
    carrier: Literal["manual", "folder", "sftp", "https"]
    attempts: int
    attempted_at: str | None
    sending_since: str | None
    next_attempt_at: str | None
    failure: HandOverFailure | None
    receipt: str | None
    ended_at: str | None


class HandOverInput(TypedDict):
    by_hand: NotRequired[bool]


class Import(TypedDict):
    id: str
    type: Literal["managers"]
    filename: str
    status: Literal["created", "in_progress", "success", "partial_success", "failed"]
    origin: Literal["api", "web", "cli"]
    creator: ImportCreator
    stats: ImportStats
    errors: list[ImportError]
    progress: float
    started_at: str | None
    finished_at: str | None
    created_at: str
    updated_at: str


class ImportCreator(TypedDict):
    type: str
    id: str | None
    name: str | None


class ImportError(TypedDict):
    line: int | None
    field: str | None
    code: str
    message: str


ImportList: TypeAlias = "list[Import]"


class ImportStats(TypedDict):
    rows: int
    row_errors: int
    users_created: int
    users_updated: int
    users_unchanged: int


class LastAuditCheckpoint(TypedDict):
    """The last one; null before the first."""

    client: str
    sequence: int
    hash: str
    at: str
    seal: str


class LegalHold(TypedDict):
    id: str
    kind: Literal["matter", "document"]
    name: str
    reason: str
    reference: str | None
    scope: LegalHoldScope
    status: Literal["open", "released"]
    counts: dict[str, int]
    created_by: LegalHoldActor
    created_at: str
    released_by: LegalHoldReleaser | None
    released_at: str | None
    release_reason: str | None
    document_id: str | None
    document_kind: str | None


class LegalHoldActorOnBehalfOf(TypedDict):
    """The manager for whom an application acted."""

    technical_id: str
    name: str


class LegalHoldActor(TypedDict):
    type: str
    id: str | None
    name: str | None
    on_behalf_of: LegalHoldActorOnBehalfOf | None


class LegalHoldInput(TypedDict):
    name: str
    reason: str
    reference: NotRequired[str | None]
    scope: LegalHoldScopeInput
    actor_technical_id: NotRequired[str]


class LegalHoldItem(TypedDict):
    resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]
    resource_id: str
    covered_at: str


LegalHoldItemList: TypeAlias = "list[LegalHoldItem]"


LegalHoldList: TypeAlias = "list[LegalHold]"


class LegalHoldPatch(TypedDict):
    name: NotRequired[str]
    reason: NotRequired[str]
    reference: NotRequired[str | None]
    scope: NotRequired[Any]


class LegalHoldRelease(TypedDict):
    reason: str
    actor_technical_id: NotRequired[str]


class LegalHoldReleaserOnBehalfOf(TypedDict):
    """The manager for whom an application acted."""

    technical_id: str
    name: str


class LegalHoldReleaser(TypedDict):
    type: str
    id: str | None
    name: str | None
    on_behalf_of: LegalHoldReleaserOnBehalfOf | None


class LegalHoldScope(TypedDict):
    employee_technical_ids: list[str]
    document_ids: list[str]
    document_type_codes: list[str]
    organization_codes: list[str]
    include_below: bool
    date_since: str | None
    date_until: str | None
    resource_types: list[Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]]


class LegalHoldScopeInput(TypedDict):
    """Criteria of different kinds must all fit; values of one list are alternatives."""

    employee_technical_ids: NotRequired[list[str]]
    document_ids: NotRequired[list[str]]
    document_type_codes: NotRequired[list[str]]
    organization_codes: NotRequired[list[str]]
    include_below: NotRequired[bool]
    date_since: NotRequired[str | None]
    date_until: NotRequired[str | None]
    resource_types: NotRequired[list[Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]]]


class LocalizedName(TypedDict):
    language_code: str
    value: str | None


class Note(TypedDict):
    id: str
    employee_technical_id: str | None
    document_id: str | None
    description: str
    remind_date: str | None
    reminded_at: str | None
    visible_by_managers: list[str] | None
    author: str | None
    created_at: str


NoteList: TypeAlias = "list[Note]"


class Organization(TypedDict):
    code: str
    name: str
    parent: str | None
    address: str | None
    address_2: str | None
    address_3: str | None
    postcode: str | None
    city: str | None
    country: str | None
    created_at: str
    updated_at: str


class OrganizationGroup(TypedDict):
    code: str
    name: str
    organizations: list[str]
    created_at: str
    updated_at: str


class OrganizationGroupInput(TypedDict):
    name: str
    organizations: NotRequired[list[str]]


OrganizationGroupList: TypeAlias = "list[OrganizationGroup]"


class OrganizationGroupPatch(TypedDict):
    name: NotRequired[str]
    organizations: NotRequired[list[str]]


class OrganizationInput(TypedDict):
    name: str
    parent: NotRequired[str | None]
    address: NotRequired[str | None]
    address_2: NotRequired[str | None]
    address_3: NotRequired[str | None]
    postcode: NotRequired[str | None]
    city: NotRequired[str | None]
    country: NotRequired[str | None]


OrganizationList: TypeAlias = "list[Organization]"


class OrganizationPatch(TypedDict):
    name: NotRequired[str]
    parent: NotRequired[str | None]
    address: NotRequired[str | None]
    address_2: NotRequired[str | None]
    address_3: NotRequired[str | None]
    postcode: NotRequired[str | None]
    city: NotRequired[str | None]
    country: NotRequired[str | None]


class PackageCounts(TypedDict):
    """How many packages are in each status."""

    planned: int
    prepared: int
    handed_over: int
    failed: int
    downloaded: int


class ProfileAccessRestrictionsItem(TypedDict):
    document_type_code: str
    filter_code: str
    values: list[str | int]


class Profile(TypedDict):
    role: str
    organizations: list[str]
    include_below: bool
    access_restrictions: list[ProfileAccessRestrictionsItem]


class ProfileInput(TypedDict):
    role: str
    organizations: list[str]
    include_below: NotRequired[bool]
    access_restrictions: NotRequired[list[AccessRestrictionInput]]


class PutAccountLinkBody(TypedDict):
    linked_to: str


class Registration(TypedDict):
    organization_code: str
    employee_number: str
    active: bool
    departure_date: str | None


class RegistrationInput(TypedDict):
    organization_code: str
    employee_number: str
    active: NotRequired[bool]
    departure_date: NotRequired[str | None]


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


class RetentionFilters(TypedDict):
    document_type_codes: list[str]
    form_codes: list[str]
    organization_codes: list[str]
    include_below: bool
    custom_fields: dict[str, Any]


class RetentionFiltersInput(TypedDict):
    """All that are given must fit; values of one list are alternatives. An empty list is as none."""

    document_type_codes: NotRequired[list[str]]
    form_codes: NotRequired[list[str]]
    organization_codes: NotRequired[list[str]]
    include_below: NotRequired[bool]
    custom_fields: NotRequired[dict[str, Any]]


class RetentionHold(TypedDict):
    id: str
    name: str | None
    placed_at: str


class RetentionMonth(TypedDict):
    month: str
    count: int


class RetentionOrganizationCount(TypedDict):
    code: str
    count: int


class RetentionPolicy(TypedDict):
    id: str
    name: str
    enabled: bool
    resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]
    filters: RetentionFilters
    trigger: RetentionTrigger
    delay: str
    action: Literal["trash", "delete", "anonymise"]
    legal_basis: str
    needs_approval: int
    protects: bool
    origin: Literal["api", "portal", "setup", "document_type"]
    created_at: str
    updated_at: str


class RetentionPolicyInput(TypedDict):
    name: str
    enabled: NotRequired[bool]
    resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]
    filters: NotRequired[RetentionFiltersInput]
    trigger: RetentionTriggerInput
    delay: str
    action: Literal["trash", "delete", "anonymise"]
    legal_basis: NotRequired[str]
    needs_approval: NotRequired[int]
    protects: NotRequired[bool]


RetentionPolicyList: TypeAlias = "list[RetentionPolicy]"


class RetentionPolicyPatch(TypedDict):
    name: NotRequired[str]
    enabled: NotRequired[bool]
    resource_type: NotRequired[Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]]
    filters: NotRequired[RetentionFiltersInput]
    trigger: NotRequired[RetentionTriggerInput]
    delay: NotRequired[str]
    action: NotRequired[Literal["trash", "delete", "anonymise"]]
    legal_basis: NotRequired[str]
    needs_approval: NotRequired[int]
    protects: NotRequired[bool]


class RetentionSimulation(TypedDict):
    matched: int
    total: int
    due_now: int
    held: int
    decided_by_others: int
    without_date: int
    by_month: list[RetentionMonth]
    by_type: list[RetentionTypeCount]
    by_organization: list[RetentionOrganizationCount]
    sample_ids: list[str]


class RetentionSimulationInput(TypedDict):
    name: str
    enabled: NotRequired[bool]
    resource_type: Literal["employee_document", "company_document", "request", "signature_process", "note", "employee"]
    filters: NotRequired[RetentionFiltersInput]
    trigger: RetentionTriggerInput
    delay: str
    action: Literal["trash", "delete", "anonymise"]
    legal_basis: NotRequired[str]
    needs_approval: NotRequired[int]
    protects: NotRequired[bool]
    id: NotRequired[str]
    until: NotRequired[str]


class RetentionTrigger(TypedDict):
    event: Literal["created", "document_date", "document_meta", "employee_departure", "employee_custom_field", "request_closed", "process_ended", "fixed_date"]
    code: NotRequired[str]
    date: NotRequired[str]


class RetentionTriggerInput(TypedDict):
    event: Literal["created", "document_date", "document_meta", "employee_departure", "employee_custom_field", "request_closed", "process_ended", "fixed_date"]
    code: NotRequired[str | None]
    date: NotRequired[str | None]


class RetentionTypeCount(TypedDict):
    code: str
    count: int


RevokeTokenAnswer: TypeAlias = "dict[str, Any]"


class RevokeTokenBody(TypedDict):
    token: NotRequired[str]


class Role(TypedDict):
    code: str
    name: str
    permissions: list[str]
    created_at: str
    updated_at: str


class RoleInput(TypedDict):
    name: str
    permissions: NotRequired[list[Literal["*", "employees:read", "employees:write", "employees:*", "employee_documents:read", "employee_documents:write", "employee_documents:*", "company_documents:read", "company_documents:write", "company_documents:*", "vault_links:read", "vault_links:write", "vault_links:*", "notes:read", "notes:write", "notes:*", "requests:read", "requests:write", "requests:*", "forms:read", "forms:write", "forms:*", "articles:read", "articles:write", "articles:*", "distributions:read", "distributions:write", "distributions:*", "signatures:read", "signatures:write", "signatures:*", "imports:read", "imports:write", "imports:*", "datasets:read", "datasets:write", "datasets:*", "organizations:read", "organizations:write", "organizations:*", "users:read", "users:write", "users:*", "roles:read", "roles:write", "roles:*", "custom_fields:read", "custom_fields:write", "custom_fields:*", "saml_identity_providers:read", "saml_identity_providers:write", "saml_identity_providers:*", "webhooks:read", "webhooks:write", "webhooks:*", "document_types:read", "document_types:write", "document_types:*", "events:read", "events:write", "events:*", "audit_entries:read", "audit_entries:write", "audit_entries:*", "deletion_requests:read", "deletion_requests:write", "deletion_requests:*", "disposals:read", "disposals:write", "disposals:*", "legal_holds:read", "legal_holds:write", "legal_holds:*", "retention_policies:read", "retention_policies:write", "retention_policies:*", "access_packages:read", "access_packages:write", "access_packages:*", "applications:read", "applications:write", "applications:*", "system:read", "system:write", "system:*", "requests:read_all"]]]


RoleList: TypeAlias = "list[Role]"


class RolePatch(TypedDict):
    name: NotRequired[str]
    permissions: NotRequired[list[Literal["*", "employees:read", "employees:write", "employees:*", "employee_documents:read", "employee_documents:write", "employee_documents:*", "company_documents:read", "company_documents:write", "company_documents:*", "vault_links:read", "vault_links:write", "vault_links:*", "notes:read", "notes:write", "notes:*", "requests:read", "requests:write", "requests:*", "forms:read", "forms:write", "forms:*", "articles:read", "articles:write", "articles:*", "distributions:read", "distributions:write", "distributions:*", "signatures:read", "signatures:write", "signatures:*", "imports:read", "imports:write", "imports:*", "datasets:read", "datasets:write", "datasets:*", "organizations:read", "organizations:write", "organizations:*", "users:read", "users:write", "users:*", "roles:read", "roles:write", "roles:*", "custom_fields:read", "custom_fields:write", "custom_fields:*", "saml_identity_providers:read", "saml_identity_providers:write", "saml_identity_providers:*", "webhooks:read", "webhooks:write", "webhooks:*", "document_types:read", "document_types:write", "document_types:*", "events:read", "events:write", "events:*", "audit_entries:read", "audit_entries:write", "audit_entries:*", "deletion_requests:read", "deletion_requests:write", "deletion_requests:*", "disposals:read", "disposals:write", "disposals:*", "legal_holds:read", "legal_holds:write", "legal_holds:*", "retention_policies:read", "retention_policies:write", "retention_policies:*", "access_packages:read", "access_packages:write", "access_packages:*", "applications:read", "applications:write", "applications:*", "system:read", "system:write", "system:*", "requests:read_all"]]]


class SAMLIdentityProviderPatch(TypedDict):
    name: NotRequired[str]
    entity_id: NotRequired[str]
    sso_url: NotRequired[str]
    certificates: NotRequired[list[str]]
    match_by: NotRequired[Literal["email", "technical_id"]]
    attribute: NotRequired[str | None]
    is_active: NotRequired[bool]


class SamlIdentityProvider(TypedDict):
    code: str
    name: str
    entity_id: str
    sso_url: str
    certificates: list[str]
    match_by: Literal["email", "technical_id"]
    attribute: str | None
    is_active: bool
    created_at: str
    updated_at: str


class SamlIdentityProviderInput(TypedDict):
    name: str
    entity_id: str
    sso_url: str
    certificates: list[str]
    match_by: NotRequired[Literal["email", "technical_id"]]
    attribute: NotRequired[str | None]
    is_active: NotRequired[bool]


SamlIdentityProviderList: TypeAlias = "list[SamlIdentityProvider]"


class SeenWebhook(TypedDict):
    id: str
    name: str
    callback_url: str
    events: list[str]
    is_active: bool
    owner_email: str | None
    owner: WebhookOwner
    disabled_at: str | None
    disabled_reason: Literal["gone", "failing"] | None
    created_at: str
    updated_at: str
    withheld_events: list[str]
    signature_key: str | None


SeenWebhookList: TypeAlias = "list[SeenWebhook]"


class SignatureArchiveInput(TypedDict):
    document_type_code: NotRequired[str | None]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    employee_technical_id: NotRequired[str | None]


class SignatureArchiveNamedInput(TypedDict):
    signature_process_id: str
    document_type_code: NotRequired[str | None]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    employee_technical_id: NotRequired[str | None]


class SignatureCancellation(TypedDict):
    signature_process_ids: list[str]


class SignatureEvidence(TypedDict):
    action: str
    signer_id: str | None
    actor_name: str | None
    address: str | None
    agent: str | None
    detail: str | None
    created_at: str


SignatureEvidenceList: TypeAlias = "list[SignatureEvidence]"


class SignatureFile(TypedDict):
    filename: str
    size: int
    sha256: str
    page_count: int


class SignaturePosition(TypedDict):
    page: int
    x: float
    y: float
    width: float
    height: float


class SignatureProcess(TypedDict):
    id: str
    signature_type_id: str
    title: str
    reason: str | None
    message: str | None
    status: Literal["draft", "signing", "signed", "sent", "done", "rejected", "expired", "canceled"]
    signers: list[Signer]
    document: SignatureFile
    signed_document: SignatureFile | None
    document_type_code: str | None
    document_type_metas: dict[str, Any]
    document_type_filters: dict[str, Any]
    employee_technical_id: str | None
    expiry_date: str | None
    auto_send: bool
    callback_url: str | None
    document_id: str | None
    started_at: str | None
    all_signed_at: str | None
    signed_at: str | None
    sent_at: str | None
    ended_at: str | None
    created_at: str
    updated_at: str


class SignatureProcessInput(TypedDict):
    signature_type_id: str
    title: str
    reason: NotRequired[str | None]
    upload_id: str
    signers: list[SignerInput]
    document_type_code: NotRequired[str | None]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    employee_technical_id: NotRequired[str | None]
    expiry_date: NotRequired[str | None]
    auto_send: NotRequired[bool]
    callback_url: NotRequired[str | None]
    message: NotRequired[str | None]


SignatureProcessList: TypeAlias = "list[SignatureProcess]"


class SignatureProcessPatch(TypedDict):
    signature_type_id: NotRequired[str]
    title: NotRequired[str]
    reason: NotRequired[str | None]
    upload_id: NotRequired[str]
    signers: NotRequired[list[SignerInput]]
    document_type_code: NotRequired[str | None]
    document_type_metas: NotRequired[dict[str, Any]]
    document_type_filters: NotRequired[dict[str, Any]]
    employee_technical_id: NotRequired[str | None]
    expiry_date: NotRequired[str | None]
    auto_send: NotRequired[bool]
    callback_url: NotRequired[str | None]
    message: NotRequired[str | None]


class SignatureType(TypedDict):
    id: str
    name: str
    localized_names: list[LocalizedName]
    localized_consents: list[LocalizedName]
    expiry_days: int | None
    reminder_days: int | None
    created_at: str
    updated_at: str


class SignatureTypeInput(TypedDict):
    name: NotRequired[str]
    localized_names: NotRequired[list[LocalizedName]]
    localized_consents: NotRequired[list[LocalizedName]]
    expiry_days: NotRequired[int | None]
    reminder_days: NotRequired[int | None]


SignatureTypeList: TypeAlias = "list[SignatureType]"


class SignatureTypePatch(TypedDict):
    name: NotRequired[str]
    localized_names: NotRequired[list[LocalizedName]]
    localized_consents: NotRequired[list[LocalizedName]]
    expiry_days: NotRequired[int | None]
    reminder_days: NotRequired[int | None]


class Signer(TypedDict):
    id: str
    type: Literal["user", "employee", "external"]
    technical_id: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    signing_order: int
    positions: list[SignaturePosition]
    status: Literal["waiting", "asked", "signed", "rejected"]
    asked_at: str | None
    reminded_at: str | None
    viewed_at: str | None
    signed_at: str | None
    rejected_at: str | None
    rejection_reason: str | None


class SignerInput(TypedDict):
    type: Literal["user", "employee", "external"]
    technical_id: NotRequired[str | None]
    first_name: NotRequired[str | None]
    last_name: NotRequired[str | None]
    email: NotRequired[str | None]
    signing_order: NotRequired[int]
    positions: NotRequired[list[SignaturePosition]]


class SpoolError(TypedDict):
    """Why the spool as a whole cannot be used."""

    code: str
    message: str


class TokenError(TypedDict):
    error: str
    error_description: str


class TokenForm(TypedDict):
    grant_type: NotRequired[str]
    scope: NotRequired[str]
    client_id: NotRequired[str]


class Upload(TypedDict):
    id: str
    filename: str
    content_type: str
    size: int
    sha256: str
    expires_at: str
    created_at: str


class UploadForm(TypedDict):
    file: File


class UploadedDistribution(TypedDict):
    name: str
    distribution_type_id: int
    distribution_project_id: int
    file_id: str


class User(TypedDict):
    technical_id: str
    first_name: str
    last_name: str
    email: str
    language: str | None
    profiles: list[Profile]
    created_at: str
    updated_at: str


class UserInput(TypedDict):
    first_name: str
    last_name: str
    email: str
    language: NotRequired[str | None]
    profiles: NotRequired[list[ProfileInput]]


UserList: TypeAlias = "list[User]"


class UserPatch(TypedDict):
    first_name: NotRequired[str]
    last_name: NotRequired[str]
    email: NotRequired[str]
    language: NotRequired[str | None]
    profiles: NotRequired[list[ProfileInput]]


class V2Error(TypedDict):
    code: str
    message: str


class V2ValidationError(TypedDict):
    code: str
    message: str
    errors: list[FieldError]


class ValidationInput(TypedDict):
    acknowledged_warnings: NotRequired[list[Literal["unmatched_documents", "duplicate_documents", "missing_addresses"]]]


class VaultLink(TypedDict):
    id: str
    employee_technical_id: str
    created_at: str


class VaultLinkInput(TypedDict):
    employee_technical_id: str


VaultLinkList: TypeAlias = "list[VaultLink]"


class Webhook(TypedDict):
    id: str
    name: str
    callback_url: str
    events: list[str]
    is_active: bool
    owner_email: str | None
    owner: WebhookOwner
    disabled_at: str | None
    disabled_reason: Literal["gone", "failing"] | None
    created_at: str
    updated_at: str
    withheld_events: list[str]
    signature_key: str


class WebhookAttempt(TypedDict):
    attempted_at: str
    outcome: str
    status_code: int | None
    duration_ms: int
    response_body: str | None


class WebhookDelivery(TypedDict):
    id: str
    event_id: str
    event_type: str
    status: Literal["pending", "succeeded", "failed"]
    attempts_count: int
    last_attempt_at: str | None
    last_status_code: int | None
    next_attempt_at: str | None
    created_at: str
    finished_at: str | None


class WebhookDeliveryDetails(TypedDict):
    id: str
    event_id: str
    event_type: str
    status: Literal["pending", "succeeded", "failed"]
    attempts_count: int
    last_attempt_at: str | None
    last_status_code: int | None
    next_attempt_at: str | None
    created_at: str
    finished_at: str | None
    body: dict[str, Any]
    attempts: list[WebhookAttempt]


WebhookDeliveryList: TypeAlias = "list[WebhookDelivery]"


class WebhookHealth(TypedDict):
    state: Literal["ok", "failing", "paused", "inactive", "disabled"]
    failures_in_row: int
    failing_since: str | None
    paused_until: str | None
    waiting: int
    oldest_waiting_at: str | None


class WebhookInput(TypedDict):
    name: str
    callback_url: str
    events: list[str]
    is_active: NotRequired[Literal[True, False, "true", "false"]]
    owner_email: NotRequired[str | None]


class WebhookOwner(TypedDict):
    """The owner of the webhook; it receives only events that the owner may read."""

    type: Literal["application", "user", "system"]
    id: str | None


class WebhookPatch(TypedDict):
    name: NotRequired[str]
    callback_url: NotRequired[str]
    events: NotRequired[list[str]]
    is_active: NotRequired[Literal[True, False, "true", "false"]]
    owner_email: NotRequired[str | None]


class WebhookRecovery(TypedDict):
    id: str
    webhook_id: str
    since: str
    status: Literal["in_progress", "finished"]
    recovered: int
    created_at: str
    finished_at: str | None


class WebhookRecoveryInput(TypedDict):
    since: str
