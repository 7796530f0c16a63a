import type { FastifyRequest } from 'fastify'
import type { Auth } from '#modules/auth/auth.ts'
import { type ClientName, findClientByHostname, findClientName } from '#modules/clients/index.ts'
import { notFound } from '#platform/problem.ts'

/** The id of the client that a log-in names: in the call itself, or by the host name that it was sent to. */
export async function namedClientId(
  auth: Auth,
  request: FastifyRequest,
  client: string | undefined,
): Promise<string | undefined> {
  return client ?? (await findClientByHostname(auth.db, request.hostname))?.id
}

/** The client that a log-in page names; 404 for one that does not exist. */
export async function getNamedClient(
  auth: Auth,
  request: FastifyRequest,
  client: string | undefined,
): Promise<ClientName | undefined> {
  if (client === undefined) return findClientByHostname(auth.db, request.hostname)
  const found = await findClientName(auth.db, client)
  if (!found) throw notFound('client', client)
  return found
}
