import type { FastifyRequest } from 'fastify'
import type { Auth } from '#modules/auth/index.ts'
import { Problem } from '#platform/problem.ts'

/** Finds the client behind an API key: header `X-API-KEY`, or `x_api_key`. */
export async function authenticateByKey(auth: Auth, request: FastifyRequest): Promise<void> {
  const key = keyIn(request)
  if (key === undefined || key === '') throw refused('This call needs an API key.')
  const access = await auth.access.byKey(key, request.ip)
  if (!access) {
    const subjects = [{ kind: 'address' as const, id: request.ip }]
    await auth.guard.refuseIfBlocked(subjects)
    await auth.guard.recordFailure(subjects)
    throw refused('The API key is not valid.')
  }
  request.caller = access.caller
  request.permissions = access.permissions
}

/** The API key that a call carries. */
export function keyIn({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'] ?? headers.x_api_key
  return Array.isArray(key) ? key.join() : key
}

function refused(message: string): Problem {
  return new Problem('unauthenticated', 'invalid_api_key', message)
}
