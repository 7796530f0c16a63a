import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { APPLICATION_RESOURCES } from '#kernel/access/resources.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import {
  createApiKey,
  createApplication,
  patchApplication,
  presentApiKey,
  presentApplication,
  renewSecret,
} from './admin-credentials.ts'
import { APPLICATIONS_BY_ID, KEYS_BY_NAME, listApiKeys, listApplications } from './list-credentials.ts'
import { revokeApiKey, revokeApplication } from './revoke-credentials.ts'
import {
  ApiKeyAnswer,
  ApiKeyParams,
  ApplicationAnswer,
  ApplicationChanges,
  ApplicationParams,
  IssuableResource,
  IssuedApiKey,
  IssuedApplication,
  ListCredentialsQuery,
  NewApiKey,
  NewApplication,
} from './schemas.ts'

export type CredentialDeps = { auth: Auth; cursors: Cursors }

const read = forAdministrators('applications:read')
const write = forAdministrators('applications:write')

/** Applications and API keys of the client. Secrets are answered when they are made, and never again. */
export function credentialRoutes(deps: CredentialDeps): Routes {
  return (admin) => {
    mountLists(admin, deps)
    mountApplications(admin, deps)
    mountApiKeys(admin, deps)
  }
}

function mountLists(admin: Http, deps: CredentialDeps): void {
  mountPermissionList(admin)
  mountApplicationList(admin, deps)
  mountKeyList(admin, deps)
}

function mountPermissionList(admin: Http): void {
  admin.get(
    '/application_permissions',
    {
      config: read,
      schema: {
        operationId: 'listApplicationPermissions',
        summary: 'List what an application can be issued for',
        response: { 200: Type.Array(IssuableResource) },
      },
    },
    async () =>
      Object.entries(APPLICATION_RESOURCES).map(([resource, actions]) => ({ resource, actions: [...actions] })),
  )
}

function mountApplicationList(admin: Http, { auth, cursors }: CredentialDeps): void {
  admin.get(
    '/applications',
    {
      config: read,
      schema: {
        operationId: 'listApplications',
        summary: 'List applications by id',
        querystring: ListCredentialsQuery,
        response: { 200: Type.Array(ApplicationAnswer) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { revoked = false } = request.query
      const scope = listScope(client, '/applications', [`${revoked}`])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          APPLICATIONS_BY_ID,
          page,
          (limits) => listApplications(auth.db, { client, revoked, request: limits }),
          presentApplication,
        ),
      )
    },
  )
}

function mountKeyList(admin: Http, { auth, cursors }: CredentialDeps): void {
  admin.get(
    '/api_keys',
    {
      config: read,
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys by name',
        querystring: ListCredentialsQuery,
        response: { 200: Type.Array(ApiKeyAnswer) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { revoked = false } = request.query
      const scope = listScope(client, '/api_keys', [`${revoked}`])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          KEYS_BY_NAME,
          page,
          (limits) => listApiKeys(auth.db, { client, revoked, request: limits }),
          presentApiKey,
        ),
      )
    },
  )
}

function mountApplications(admin: Http, deps: CredentialDeps): void {
  mountApplicationChanges(admin, deps)
  mountSecretRenewal(admin, deps)
  mountRevocation(admin, deps)
}

function mountApplicationChanges(admin: Http, { auth }: CredentialDeps): void {
  admin.post(
    '/applications',
    {
      config: write,
      schema: {
        operationId: 'createApplication',
        summary: 'Issue an application; its secret is answered this once',
        body: NewApplication,
        response: { 201: IssuedApplication },
      },
    },
    async (request, reply) => {
      const issued = await request.work((work) => createApplication(work, auth.keyring, request.body))
      return reply.code(201).header('cache-control', 'no-store').send(issued)
    },
  )

  admin.patch(
    '/applications/:id',
    {
      config: write,
      schema: {
        operationId: 'changeApplication',
        summary: 'Rename an application, or change what it may do',
        params: ApplicationParams,
        body: ApplicationChanges,
        response: { 200: ApplicationAnswer },
      },
    },
    async (request) => {
      const changed = await request.work((work) =>
        patchApplication(work, auth.keyring, request.params.id, request.body),
      )
      auth.access.forget()
      return changed
    },
  )
}

function mountSecretRenewal(admin: Http, { auth }: CredentialDeps): void {
  admin.post(
    '/applications/:id/secret',
    {
      config: write,
      schema: {
        operationId: 'renewApplicationSecret',
        summary: 'Make a new secret, which is answered this once; the old one and its tokens end',
        params: ApplicationParams,
        response: { 200: IssuedApplication },
      },
    },
    async (request, reply) => {
      const issued = await request.work((work) => renewSecret(work, auth.keyring, request.params.id))
      auth.access.forget()
      return reply.header('cache-control', 'no-store').send(issued)
    },
  )
}

function mountRevocation(admin: Http, { auth }: CredentialDeps): void {
  admin.delete(
    '/applications/:id',
    {
      config: write,
      schema: {
        operationId: 'revokeApplication',
        summary: 'Revoke an application and end its tokens',
        params: ApplicationParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => revokeApplication(work, request.params.id))
      auth.access.forget()
      return reply.code(204).send(null)
    },
  )
}

function mountApiKeys(admin: Http, { auth }: CredentialDeps): void {
  const { keyring, access } = auth

  admin.post(
    '/api_keys',
    {
      config: write,
      schema: {
        operationId: 'createApiKey',
        summary: 'Issue an API key, which is answered this once',
        body: NewApiKey,
        response: { 201: IssuedApiKey },
      },
    },
    async (request, reply) => {
      const issued = await request.work((work) => createApiKey(work, keyring, request.body))
      return reply.code(201).header('cache-control', 'no-store').send(issued)
    },
  )

  admin.delete(
    '/api_keys/:name',
    {
      config: write,
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        params: ApiKeyParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => revokeApiKey(work, request.params.name))
      access.forget()
      return reply.code(204).send(null)
    },
  )
}
