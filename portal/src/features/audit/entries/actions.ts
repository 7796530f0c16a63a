/** What the audit trail writes down, by groups, in the order in which people look for it. */
export const ACTIONS = {
  document: ['viewed', 'downloaded', 'trashed', 'deleted'],
  file: ['downloaded'],
  vault: ['downloaded'],
  export: ['made'],
  session: ['opened', 'refused', 'closed'],
  password: ['changed'],
  employee: ['deleted', 'restored', 'erased'],
  request: ['deleted'],
  note: ['deleted'],
  legal_hold: ['placed', 'released'],
  retention_policy: ['created', 'updated', 'deleted'],
  disposal: ['created', 'approved', 'rejected', 'canceled', 'completed', 'failed'],
  deletion_request: ['created', 'confirmed', 'canceled', 'prepared', 'completed', 'failed'],
  access_package: ['created', 'downloaded', 'deleted'],
  role: ['created', 'updated', 'deleted'],
  user: ['profiles_changed'],
  application: ['issued', 'changed', 'revoked'],
  api_key: ['issued', 'revoked'],
  audit: ['exported', 'checkpoint'],
} as const

export type ActionGroup = keyof typeof ACTIONS
export const GROUPS = Object.keys(ACTIONS) as ActionGroup[]

/** What entries are about, for the filter. */
export const OBJECTS = [
  'employee_document',
  'company_document',
  'request',
  'note',
  'signature_process',
  'employee',
  'role',
  'application',
  'api_key',
  'legal_hold',
  'retention_policy',
  'disposal',
  'deletion_request',
  'access_package',
] as const

/** Its name in the words: `document_viewed` for `document.viewed`. */
export const wordOf = (action: string): string => action.replace('.', '_')
