import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller, Work, WorkOptions } from '#platform/db/work.ts'
import type { ProblemKind } from '#platform/problem.ts'
import type { Deprecation } from './deprecated.ts'

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

/** What an application or a role needs to be issued for, as `resource:action`. */
export type Permission = `${string}:${'read' | 'write'}` | 'requests:read_all'

/** What a route says of who may call it. */
export type RouteAccess = { allow: Allow[]; permission?: Permission }

/** A scope of Fastify in which schemas are TypeBox and their types reach the handlers. */
export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The routes of one feature in one API group. */
export type Routes = (scope: Http) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Allow[]
    permission?: Permission
    /** How a resource is answered elsewhere, where this call answers something else; see `refuseUnknownInput`. */
    answered?: TSchema
    /** When a call was deprecated, where that was not with its whole group. */
    deprecation?: Deprecation
    /** The paths of the calls to use instead of a deprecated one, with the parameters of its own path. */
    replacedBy?: string[]
    /** Kinds of refusal that the documentation cannot tell from the route: see `describe-operation.ts`. */
    refuses?: readonly ProblemKind[]
  }
  interface FastifyRequest {
    /** Who was found to be calling; set by the API group before the handler runs. */
    caller: Caller | undefined
    /** What the caller was issued for: an application, or what a manager may do for the whole client and for all documents. */
    permissions: readonly string[]
    /** Opens one transaction for this caller and hands it to the operation. */
    work<T>(operation: (work: Work) => Promise<T>, options?: WorkOptions): Promise<T>
  }
}
