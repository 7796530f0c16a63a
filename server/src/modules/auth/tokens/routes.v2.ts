import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import type { ApplicationRow } from '#modules/auth/credentials/queries.ts'
import { takeUrlEncodedForms } from '#platform/http/bodies/form-body.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, Text } from '#platform/http/validation/schemas.ts'
import { checkApplication } from './check-application.ts'
import { chooseIssuer, issueToken, TOKEN_LIFETIME_SECONDS } from './issue-token.ts'
import { revokeToken } from './revoke-token.ts'

const TokenForm = NamedObject('TokenForm', {
  grant_type: Type.Optional(Text({ maxLength: 100, description: 'client_credentials' })),
  scope: Type.Optional(Text({ maxLength: 100, description: 'client' })),
  client_id: Type.Optional(Text({ maxLength: 1000 })),
})
const Token = NamedObject('AccessToken', {
  access_token: Type.String(),
  token_type: Type.String({ description: 'bearer' }),
  expires_in: Type.Integer(),
})

export function tokenRoutes(auth: Auth): Routes {
  return (v2) => {
    v2.register(async (scope: Http) => {
      takeUrlEncodedForms(scope)
      const proven = new WeakMap<FastifyRequest, ApplicationRow[]>()
      // Before the body is read: strangers are not listened to.
      scope.addHook('onRequest', async (request, reply) => {
        // RFC 6749 5.1: with `Cache-Control: no-store`, which every answer carries.
        reply.header('pragma', 'no-cache')
        if (!request.is404) proven.set(request, await provenBy(auth, request))
      })
      const applicationsOf = (request: FastifyRequest) => proven.get(request) ?? []

      scope.post(
        '/tokens',
        {
          config: { allow: ['application_credentials'] },
          schema: {
            operationId: 'createToken',
            summary: 'Exchange application credentials for an access token',
            consumes: ['application/x-www-form-urlencoded'],
            body: TokenForm,
            response: { 200: Token },
          },
        },
        async (request, reply) => {
          const issuer = chooseIssuer(applicationsOf(request), request.body)
          const token = await auth.doWork(asCaller(issuer), (work) => issueToken(work, issuer, auth.keyring))
          return reply
            .header('cache-control', 'no-store')
            .send({ access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFETIME_SECONDS })
        },
      )

      scope.post(
        '/revoke_token',
        {
          config: { allow: ['application_credentials'] },
          schema: {
            operationId: 'revokeToken',
            summary: 'Revoke an access token',
            consumes: ['application/x-www-form-urlencoded'],
            body: Type.Object({ token: Type.Optional(Text({ maxLength: 1000 })) }),
            response: { 200: Type.Object({}) },
          },
        },
        async (request) => {
          const applications = applicationsOf(request)
          const token = request.body.token ?? ''
          await auth.doWork(asCaller(applications[0] as ApplicationRow), (work) =>
            revokeToken(work, applications, token, auth.keyring),
          )
          auth.access.forget()
          return {}
        },
      )
    })
  }
}

function provenBy(auth: Auth, request: FastifyRequest): Promise<ApplicationRow[]> {
  return checkApplication(auth, request.headers.authorization, request.ip)
}

function asCaller(application: ApplicationRow): Caller {
  return {
    client: { id: application.client_id, languages: [] },
    actor: { type: 'application', id: application.id, name: application.name },
  }
}
