import type { Permission } from './permission.ts'

/** Who may call a route. Every route says so, or the service does not start. */
export type Allow =
  | 'anyone'
  | 'application'
  | 'application_credentials'
  | 'api_key'
  | 'session'
  | 'employee'
  | 'manager'
  | 'administrator'

/** What a route says of who may call it. */
export type RouteAccess = { allow: Allow[]; permission?: Permission }

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Allow[]
    permission?: Permission
  }
}
