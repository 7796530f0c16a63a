import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { ProblemKind } from '#platform/problem.ts'
import type { Deprecation } from './deprecated.ts'

/** A scope of Fastify in which schemas are TypeBox and their types reach the handlers. */
export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Routes that are mounted together in a scope. */
export type Routes = (scope: Http) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a resource is answered elsewhere, where this call answers something else; see `refuseUnknownInput`. */
    answered?: TSchema
    /** When a call was deprecated, where that was not with its whole group. */
    deprecation?: Deprecation
    /** The paths of the calls to use instead of a deprecated one, with the parameters of its own path. */
    replacedBy?: string[]
    /** Answered while the service stops as well, and not traced. */
    isVitalSign?: boolean
    /** Kinds of refusal that the documentation cannot derive from the route. */
    refuses?: readonly ProblemKind[]
  }
}
