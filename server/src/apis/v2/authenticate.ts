import type { FastifyRequest } from 'fastify'
import { covers } from '#kernel/access/permission.ts'
import type { Access, Auth } from '#modules/auth/index.ts'
import { pathOf } from '#platform/http/methods.ts'
import { malformed, Problem } from '#platform/problem.ts'

/** Finds the application behind a bearer token, and whether it may make this call. */
export async function authenticate(auth: Auth, request: FastifyRequest): Promise<void> {
  const { permissions, caller } = await accessOf(auth, request)
  const needed = request.routeOptions.config.permission ?? permissionOfPath(request)
  if (!covers(permissions, needed)) {
    throw new Problem('forbidden', 'insufficient_scope', `This application lacks the permission ${needed}.`, {
      headers: { 'www-authenticate': challenge('insufficient_scope') },
    })
  }
  request.caller = { ...caller, address: request.ip }
  request.permissions = permissions
}

async function accessOf(auth: Auth, request: FastifyRequest): Promise<Access> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    throw new Problem('unauthenticated', 'invalid_credentials', 'An access token is required.', {
      headers: { 'www-authenticate': challenge() },
    })
  }
  if ('access_token' in (request.query as object)) {
    throw malformed('The access token must be sent once, in the Authorization header.')
  }
  const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization)?.[1]
  const access = token && (await auth.access.byToken(token))
  if (!access) {
    throw new Problem('unauthenticated', 'invalid_token', 'The access token is expired, revoked or not valid.', {
      headers: { 'www-authenticate': challenge('invalid_token') },
    })
  }
  // Spec 535. The token is good, and its client is not.
  if (!access.isClientActive)
    throw new Problem('malformed', 'invalid_client_id', 'The client of this token is disabled.')
  return access
}

function challenge(error?: string): string {
  return error ? `Bearer realm="dossier", error="${error}"` : 'Bearer realm="dossier"'
}

/** An unknown address: an application learns no more of resources it was not issued for than that it may not. */
function permissionOfPath(request: FastifyRequest): string {
  const resource = pathOf(request.url).split('/')[4] ?? ''
  return `${resource}:${['GET', 'HEAD'].includes(request.method) ? 'read' : 'write'}`
}
