import build from 'fast-json-stringify'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Work } from '#kernel/work.ts'
import type { WorkOptions } from '#platform/db/work.ts'
import { entityTagOf, existsAlready, refuseUnmet } from '#platform/http/responses/entity-tags.ts'

/** What a change is made to. */
export type Target = {
  /** What reading it answers with. */
  schema: TSchema
  /** Locks the resource for the change, and answers it as a reader would see it; undefined when it is absent. */
  lockCurrent(work: Work): Promise<unknown>
}

type ChangeOptions<T> = WorkOptions & {
  /** Whether the change made the resource. */
  isCreation?: (result: T) => boolean
}

/**
 * Makes a change if the conditions of the call are met, `If-Match` and `If-None-Match`: they are looked at in the
 * transaction of the change, with the resource locked. A call without conditions costs nothing.
 */
export function changeIf<T>(
  request: FastifyRequest,
  target: Target,
  operation: (work: Work) => Promise<T>,
  { isCreation, ...options }: ChangeOptions<T> = {},
): Promise<T> {
  const { headers } = request
  if (headers['if-match'] === undefined && headers['if-none-match'] === undefined) {
    return request.work(operation, options)
  }
  return request.work(async (work) => {
    const current = await target.lockCurrent(work)
    refuseUnmet(headers, current === undefined ? undefined : entityTagOf(serializerOf(target.schema)(current)))
    const result = await operation(work)
    // A missing resource could not be locked: another call may have created it meanwhile.
    if (headers['if-none-match'] === '*' && isCreation && !isCreation(result)) throw existsAlready()
    return result
  }, options)
}

const serializers = new WeakMap<TSchema, (value: unknown) => string>()

/** Writes a resource as the answer to a reader is written. */
function serializerOf(schema: TSchema): (value: unknown) => string {
  const known = serializers.get(schema) ?? build(schema as Parameters<typeof build>[0])
  serializers.set(schema, known)
  return known
}
