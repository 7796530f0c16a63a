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
  /** An employee who was erased, and has not fetched what is in the vault. */
  has_vault_only: boolean
  /** The permissions that a manager holds in at least one organization; the perimeter says where. */
  permissions: readonly string[]
  /** What a manager may do for the whole client. */
  admin_permissions: readonly string[]
  /** Of these, the ones without access restrictions: events cover all documents. */
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

/** A route of the portal for every logged-in person. */
export const forSessions: RouteAccess = { allow: ['session'] }

/** The same for what belongs to the log-in itself, also where it opens nothing but the vault. */
export const forLogIns: RouteAccess = { allow: ['session'], isOfVault: true }

/** For employees, also where nothing but the vault is left of the employee. */
export const forVaultOwners: RouteAccess = { allow: ['employee'], isOfVault: true }

/** A route of the portal for employees, about what is their own. */
export const forEmployees: RouteAccess = { allow: ['employee'] }

/**
 * A route of the portal for managers who hold this permission in at least one organization; the operation checks where.
 */
export function forManagers(permission?: Permission): RouteAccess {
  return { allow: ['manager'], ...(permission === undefined ? {} : { permission }) }
}

/** A route of the portal for managers who hold this permission for the whole client. */
export function forAdministrators(permission: Permission): RouteAccess {
  return { allow: ['administrator'], permission }
}
