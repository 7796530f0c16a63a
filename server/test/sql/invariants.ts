/** The columns of a view have no NOT NULL of their own. */
const POLICY = ['resource_type', 'trigger_event', 'delay', 'action', 'needs_approval']
const POLICY_REASON = 'both parts of the view of policies have it'

/**
 * Columns that are never null for a reason which PostgreSQL cannot see in the statement: by the file that claims it.
 * An entry that nothing needs any more fails the check.
 */
export const NEVER_NULL: { file: string; columns: string[]; because: string }[] = [
  {
    file: 'modules/governance/disposals/queries.ts',
    columns: ['client_id', 'id'],
    because: POLICY_REASON,
  },
  {
    file: 'modules/governance/holds/queries.ts',
    columns: ['resource_type', 'resource_id'],
    because: 'the views of what fits a hold make them of columns that are never null',
  },
  {
    file: 'modules/auth/passwords/queries.ts',
    columns: ['email'],
    because: 'an account with a canonical address has the address',
  },
  {
    file: 'modules/auth/accounts/queries.ts',
    columns: ['old_email'],
    because: 'an account with a canonical address has the address',
  },
  {
    file: 'modules/auth/account-links/queries.ts',
    columns: ['email'],
    because: 'an account with a canonical address has the address',
  },
  {
    file: 'modules/directory/accounts/queries.ts',
    columns: ['email'],
    because: 'an account with a canonical address has the address',
  },
  {
    file: 'modules/directory/perimeter/get-employee-for-manager.ts',
    columns: ['permission'],
    because: 'the permissions of a role are checked when it is stored: no element of the array is null',
  },
  {
    file: 'modules/auth/single-sign-on/queries.ts',
    columns: ['scope', 'technical_id'],
    because: 'they are stored together with the code that the row is found by',
  },
  {
    file: 'modules/webhooks/dispatch/claim.ts',
    columns: ['lease'],
    because: 'the statement itself has just set it',
  },
  {
    file: 'modules/webhooks/dispatch/claim.ts',
    columns: ['event_type', 'is_permitted'],
    because: 'a delivery has its event, or keeps the type itself',
  },
  {
    file: 'modules/signatures/signing/visit.ts',
    columns: ['email'],
    because: 'an external signer is invited by mail',
  },
  {
    file: 'modules/documents/queries.ts',
    columns: ['document_type_code'],
    because: 'a foreign key leads to the type',
  },
  {
    file: 'modules/documents/personal-data/collect-documents.ts',
    columns: ['document_type_code'],
    because: 'a foreign key leads to the type',
  },
  {
    file: 'modules/documents/folder/queries.ts',
    columns: ['document_type_code'],
    because: 'a foreign key leads to the type',
  },
  {
    file: 'modules/documents/vault/link-queries.ts',
    columns: ['employee_technical_id'],
    because: 'a foreign key leads to the employee',
  },
  {
    file: 'modules/requests/queries.ts',
    columns: ['form_title'],
    because: 'the definition of a form has a title',
  },
  {
    file: 'modules/requests/mail/queries.ts',
    columns: ['form_title'],
    because: 'the definition of a form has a title',
  },
  {
    file: 'modules/datasets/values/queries.ts',
    columns: ['dimension_id'],
    because: 'a value stands at a level that has a dimension',
  },
  {
    file: 'modules/datasets/values/queries.ts',
    columns: ['is_open'],
    because: 'a put locks at least one slot',
  },
  {
    file: 'modules/datasets/loading/staged-values.ts',
    columns: ['line', 'level', 'path', 'line_before'],
    because: 'a table that is created from a query has no NOT NULL; the query leaves out what has no line before',
  },
  {
    file: 'modules/distributions/packages/queries.ts',
    columns: ['files', 'titles'],
    because: 'a package has at least one document',
  },
  {
    file: 'modules/distributions/documents/manager-queries.ts',
    columns: ['content_type', 'size'],
    because: 'they are known of a document whose bytes are kept',
  },
  {
    file: 'modules/distributions/delivery/queries.ts',
    columns: ['employee_key', 'content_type', 'size', 'sha256', 'page_count'],
    because: 'a matched or assigned document has its employee and its bytes',
  },
  {
    file: 'modules/distributions/carriers/queries.ts',
    columns: ['kind'],
    because: 'a stored carrier names its kind',
  },
  {
    file: 'modules/bulk/queries.ts',
    columns: ['items', 'isLast'],
    because: 'the items of an action are listed before it runs',
  },
  {
    file: 'modules/articles/writing/queries.ts',
    columns: ['total_hits'],
    because: 'the counter is inserted with the article',
  },
  {
    file: 'modules/governance/policies/queries.ts',
    columns: [...POLICY, 'name', 'enabled', 'filters', 'legal_basis', 'protects', 'origin', 'created_at', 'updated_at'],
    because: POLICY_REASON,
  },
  { file: 'modules/governance/policies/decision/load-decision.ts', columns: ['id', ...POLICY], because: POLICY_REASON },
]

/** The same for queries that are put together at run time: by the folder that chooses their columns. */
export const NEVER_NULL_IN_QUERIES: { folder: string; columns: string[]; because: string }[] = [
  { folder: 'modules/documents', columns: ['document_type_code'], because: 'a foreign key leads to the type' },
  {
    folder: 'modules/documents/vault',
    columns: ['employee_technical_id'],
    because: 'a foreign key leads to the employee',
  },
  { folder: 'modules/requests', columns: ['form_title'], because: 'the definition of a form has a title' },
  {
    folder: 'modules/governance/policies/simulation',
    columns: ['is_place'],
    because: 'a comparison with what grouping() answers',
  },
  { folder: 'modules/governance/policies/decision', columns: ['due_on'], because: 'it asks for what is due on a day' },
  {
    folder: 'modules/governance/policies',
    columns: [
      'id',
      ...POLICY,
      'name',
      'enabled',
      'filters',
      'legal_basis',
      'protects',
      'origin',
      'created_at',
      'updated_at',
    ],
    because: POLICY_REASON,
  },
]
