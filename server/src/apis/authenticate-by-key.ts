import type { FastifyRequest } from 'fastify'
import { type Access, type Auth, networkOf } from '#modules/auth/index.ts'
import { Problem } from '#platform/problem.ts'

/** Finds the client behind an API key: header `X-API-KEY`, or `x_api_key`. */
export async function authenticateByKey(auth: Auth, request: FastifyRequest): Promise<void> {
  const key = keyIn(request)
  if (key === undefined || key === '') throw refused('An API key is required.')
  const access = await recognise(auth, key, request.ip)
  if (!access) throw refused('The API key is not valid.')
  request.caller = { ...access.caller, address: request.ip }
  request.permissions = access.permissions
}

/** A key that is in use from this network costs no query; any other may be a guess, which counts before it is looked up. */
async function recognise({ access, guard }: Auth, key: string, address: string): Promise<Access | undefined> {
  const find = () => access.byKey(key, address)
  if (access.isInUse(key, address)) return find()
  return guard.attempt(
    address,
    [
      { kind: 'api_keys', id: 'any', unlessKnown: true },
      { kind: 'address', id: networkOf(address) },
    ],
    find,
  )
}

/** The API key that a call carries, once it was found to be valid; undefined when it carries none. */
export async function validKeyIn(auth: Auth, request: FastifyRequest): Promise<string | undefined> {
  const key = keyIn(request)
  if (key !== undefined) await authenticateByKey(auth, request)
  return key
}

function keyIn({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'] ?? headers.x_api_key
  return Array.isArray(key) ? key.join() : key
}

function refused(message: string): Problem {
  return new Problem('unauthenticated', 'invalid_api_key', message)
}
