import type { FastifyRequest } from 'fastify'
import type { Permission } from './permission.ts'
import type { RouteAccess } from './route-access.ts'

/** Who is logged in to the portal, and what their roles allow. Employees have no roles: they see what is theirs. */
export type SessionPerson = {
  scope: 'employee' | 'manager'
  technical_id: string
  first_name: string
  last_name: string
  email: string | null
  language: string | null
  client_name: string
  /** What a manager may do somewhere; where, their perimeter says. */
  permissions: readonly string[]
  /** What a manager may do for the whole client. */
  admin_permissions: readonly string[]
  /** What of it is not limited to some documents: events tell of all of them. */
  event_permissions: readonly string[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for calls with a session. */
    person: SessionPerson | undefined
    /** Under which the session is stored. */
    sessionHash: Buffer
  }
}

/** Who is logged in, in a route of the portal. */
export function personOf(request: FastifyRequest): SessionPerson {
  if (!request.person) throw new Error('This route is open to people who are not logged in.')
  return request.person
}

/** A route of the portal for everybody who is logged in. */
export const forSessions: RouteAccess = { allow: ['session'] }

/** A route of the portal for employees, about what is their own. */
export const forEmployees: RouteAccess = { allow: ['employee'] }

/** A route of the portal for managers who may do this somewhere; the operation looks at where. */
export function forManagers(permission?: Permission): RouteAccess {
  return { allow: ['manager'], ...(permission === undefined ? {} : { permission }) }
}

/** A route of the portal for managers who may do this for the whole client. */
export function forAdministrators(permission: Permission): RouteAccess {
  return { allow: ['administrator'], permission }
}
