import { may, mayAdmin } from '#kernel/session/permissions.ts'
import type { Session } from '#kernel/session/session.api.ts'
import { documentPath } from '#shared/documents/paths.ts'
import type { NamedEntry } from '../audit.api.ts'

type Actor = NonNullable<NamedEntry['actor']>
type Resource = NonNullable<NamedEntry['resource']>

const below = (base: string) => (id: string) => `${base}/${encodeURIComponent(id)}`
const listed = (page: string) => () => page

type Place = { page: (id: string) => string; permission: string; isAdmin?: true }
const admin = (page: Place['page'], permission: string): Place => ({ page, permission, isAdmin: true })

const PLACES: Record<string, Place> = {
  employee_document: { page: documentPath, permission: 'employee_documents:read' },
  company_document: { page: documentPath, permission: 'company_documents:read' },
  request: { page: below('/portal/manager/requests'), permission: 'requests:read' },
  signature_process: { page: below('/portal/manager/signatures'), permission: 'signatures:read' },
  distribution_project: { page: below('/portal/manager/distributions'), permission: 'distributions:read' },
  role: admin(listed('/portal/admin/roles'), 'roles:read'),
  application: admin(listed('/portal/admin/applications'), 'applications:read'),
  api_key: admin(listed('/portal/admin/applications'), 'applications:read'),
  legal_hold: admin(below('/portal/admin/legal-holds'), 'legal_holds:read'),
  retention_policy: admin(below('/portal/admin/retention'), 'retention_policies:read'),
  disposal: admin(below('/portal/admin/disposals'), 'disposals:read'),
  deletion_request: admin(below('/portal/admin/deletion-requests'), 'deletion_requests:read'),
  access_package: admin(listed('/portal/admin/access-packages'), 'access_packages:read'),
}

/** After these there is no page left to lead to. */
const GONE = /\.(?:deleted|erased|revoked)$/

/** The page of what an entry is about; none if it is gone, or if the administrator may not open it. */
export function pageOfResource(session: Session, { type, id }: Resource, action: string): string | undefined {
  const place = PLACES[type]
  if (!place || id === null || GONE.test(action)) return undefined
  const granted = place.isAdmin ? mayAdmin : may
  return granted(session, place.permission) ? place.page(id) : undefined
}

/** The page of a person; applications lead to their list. */
export function pageOfActor(session: Session, { type, id }: Pick<Actor, 'type' | 'id'>): string | undefined {
  if (type === 'application' || type === 'api_key') {
    return mayAdmin(session, 'applications:read') ? '/portal/admin/applications' : undefined
  }
  return id !== null && (type === 'user' || type === 'employee') ? pageOfPerson(session, type, id) : undefined
}

export function pageOfPerson(session: Session, type: 'employee' | 'user', id: string): string | undefined {
  if (type === 'employee' && may(session, 'employees:read')) return below('/portal/manager/employees')(id)
  const scope = type === 'user' ? 'manager' : 'employee'
  return mayAdmin(session, 'users:read') ? below('/portal/admin/people')(`${scope}:${id}`) : undefined
}
