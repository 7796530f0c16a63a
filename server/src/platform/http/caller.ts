import type { FastifyRequest } from 'fastify'
import type { Caller } from '#platform/db/work.ts'

/** Who is calling a route that is not open to anyone. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is open to anyone; it has no caller.')
  return request.caller
}
