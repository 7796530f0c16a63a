import type { FastifyRequest } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import { invalid, Problem } from '#platform/problem.ts'

/** Below every resource of group A this word is the address of a call about many of them: none of them is called so. */
export const RESERVED_ID = 'bulk'

/** Refuses a new resource whose id is the reserved word. */
export function refuseReservedId(field: string, id: string): void {
  if (id === RESERVED_ID) throw invalid(field, 'reserved', `${RESERVED_ID} is a reserved word and cannot be an id.`)
}

/** Decisions 1.2: the address of a reserved word takes the call about many, if the resource has one, and is unknown otherwise. */
export function reservedAddressRefuser(scope: Http, path: string, idName: string) {
  const url = `${scope.prefix}${path}/${RESERVED_ID}`
  return async ({ params }: FastifyRequest): Promise<void> => {
    if ((params as Record<string, string>)[idName] !== RESERVED_ID) return
    if (!scope.hasRoute({ method: 'POST', url })) throw new Problem('not_found', 'not_found', 'Unknown address.')
    throw new Problem('method_not_allowed', 'method_not_allowed', 'Method not allowed (allowed: POST).', {
      headers: { allow: 'POST' },
    })
  }
}
