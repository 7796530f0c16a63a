import type { FastifyRequest } from 'fastify'
import type { WorkCaller } from '#platform/db/work.ts'

/** What the server asks the product about the caller of a request, once the credentials were checked. */
export type Callers<Caller extends WorkCaller = WorkCaller> = {
  /** The tenant and the actor of the call; undefined for a call without credentials. */
  callerOf(request: FastifyRequest): Caller | undefined
  /** Whether the caller is a program with its own credentials, and not a person with a browser. */
  isProgram(request: FastifyRequest): boolean
  /** The kinds of credentials that the route takes: two of different kinds may have the same id. */
  credentialsOf(request: FastifyRequest): readonly string[]
}
