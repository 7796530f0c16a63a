import type { LoggedEvent } from './events.api.ts'

type DescribedEvent = Pick<LoggedEvent, 'type' | 'resource_id' | 'actor' | 'data'>
type Data = Record<string, unknown>

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The resource of an event: `employee_document` for `employee_document.created`. */
export const resourceOf = (type: string): string => type.slice(0, type.lastIndexOf('.'))
export const actionOf = (type: string): string => type.slice(type.lastIndexOf('.') + 1)

/** The name of the resource of an event, or its id. */
export function nameOf({ type, resource_id, actor, data }: DescribedEvent): string {
  const { title, subject, name, first_name, last_name, email, filename } = data as Data
  const person = [textOf(first_name), textOf(last_name)].filter(Boolean).join(' ')
  if (type === 'account.logged_in' && actor.name) return actor.name
  const names = [title, subject, name, person, translated(data as Data), filename, email].map(textOf)
  return names.find((one) => one !== undefined) ?? resource_id
}

function translated({ localized_names }: Data): unknown {
  return Array.isArray(localized_names) ? (localized_names[0] as { value?: unknown } | undefined)?.value : undefined
}

const at = (base: string) => (id: string) => `${base}/${encodeURIComponent(id)}`
const document = at('/portal/manager/documents')
const person = (scope: 'employee' | 'manager') => (id: string) => at('/portal/admin/people')(`${scope}:${id}`)
const PAGES: Record<string, (id: string) => string> = {
  account: at('/portal/admin/people'),
  employee: person('employee'),
  user: person('manager'),
  organization: (code) => `/portal/admin/organizations?code=${encodeURIComponent(code)}`,
  dataset: at('/portal/admin/datasets'),
  role: () => '/portal/admin/roles',
  custom_field: () => '/portal/admin/custom-fields',
  saml_identity_provider: () => '/portal/admin/identity-providers',
  employee_document: document,
  company_document: document,
  employee_document_type: at('/portal/admin/document-types'),
  company_document_type: at('/portal/admin/document-types'),
  signature_type: at('/portal/admin/signature-types'),
  signature_process: at('/portal/manager/signatures'),
  request: at('/portal/manager/requests'),
  article: at('/portal/manager/articles'),
  disposal: at('/portal/admin/disposals'),
  retention_policy: at('/portal/admin/retention'),
  webhook: at('/portal/admin/webhooks'),
  distribution_project: at('/portal/manager/distributions'),
  import: at('/portal/manager/imports'),
  dataset_import: at('/portal/manager/imports'),
}

/** The page of the resource of an event; none if it was deleted or has no page. */
export function pageOfResource({ type, resource_id }: DescribedEvent): string | undefined {
  return actionOf(type) === 'deleted' ? undefined : PAGES[resourceOf(type)]?.(resource_id)
}

export function pageOfActor({ type, id }: DescribedEvent['actor']): string | undefined {
  if (id === null) return undefined
  if (type === 'application') return '/portal/admin/applications'
  if (type === 'system') return undefined
  return person(type === 'user' ? 'manager' : 'employee')(id)
}
