import type { FastifyRequest } from 'fastify'
import type { Caller, Work } from '#kernel/work.ts'
import type { WorkOptions } from '#platform/db/work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who was found to be calling; set by the API group before the handler runs. */
    caller: Caller | undefined
    /** What the caller was issued for: an application, or what a manager may do for the whole client and for all documents. */
    permissions: readonly string[]
    /** Opens one transaction for this caller and hands it to the operation. */
    work<T>(operation: (work: Work) => Promise<T>, options?: WorkOptions): Promise<T>
  }
}

/** Who is calling a route that is not open to anyone. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('This route is open to anyone; it has no caller.')
  return request.caller
}
