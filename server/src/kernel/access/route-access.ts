import type { Permission } from './permission.ts'

/** Who may call a route. A route without it keeps the service from starting. */
export type Allow =
  | 'anyone'
  | 'application'
  | 'application_credentials'
  | 'api_key'
  | 'session'
  | 'employee'
  | 'manager'
  | 'administrator'

/** The access rule of a route. */
export type RouteAccess = { allow: Allow[]; permission?: Permission; isOfVault?: boolean }

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Allow[]
    permission?: Permission
    /** Whether it is open to employees of whom nothing but the vault is left. */
    isOfVault?: boolean
  }
}
