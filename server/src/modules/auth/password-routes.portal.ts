import { Type } from 'typebox'
import { AccountId, ownerOf, Password, SCOPES } from '#modules/directory/index.ts'
import { systemActor } from '#platform/db/work.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NoContent, Nullable, OneOf, Text } from '#platform/http/schemas.ts'
import { forAdministrators, forSessions, personOf } from '#platform/http/session-person.ts'
import { changePassword, checkCurrentPassword } from './change-password.ts'
import { describeToken, handCookie, SessionAnswer, type SessionParts } from './log-in.ts'
import { getLinkHolder, invite, orderLinks, usePasswordLink } from './password-links.ts'
import { listSignInOptions } from './sign-in-options.ts'

const LinkParams = Type.Object({ token: Text({ minLength: 1, maxLength: 100 }) })
const forAnyone = { allow: ['anyone' as const] }

/** Passwords: links that let people set one, and changing it. */
export function passwordRoutes(parts: SessionParts): Routes {
  const { auth } = parts
  return (portal) => {
    portal.post(
      '/password_links',
      {
        config: forAnyone,
        schema: {
          operationId: 'orderPasswordLinks',
          summary: 'Have a link mailed by which a password is set; the answer is the same for every address',
          body: Type.Object({ email: Text({ minLength: 3, maxLength: 254 }) }),
          response: { 202: NoContent },
        },
      },
      async (request, reply) => {
        await orderLinks(auth, { email: request.body.email.trim(), address: request.ip })
        return reply.code(202).send(null)
      },
    )

    portal.get(
      '/password_links/:token',
      {
        config: forAnyone,
        schema: {
          operationId: 'getPasswordLink',
          summary: 'Whose password a link sets',
          params: LinkParams,
          response: {
            200: Type.Object({
              email: Nullable('string'),
              client_name: Type.String(),
              scope: OneOf(SCOPES),
              is_first: Type.Boolean(),
            }),
          },
        },
      },
      async (request) => {
        const { email, client_name, scope, is_first } = await getLinkHolder(auth, request.params.token)
        return { email, client_name, scope, is_first }
      },
    )

    portal.post(
      '/password_links/:token',
      {
        config: forAnyone,
        schema: {
          operationId: 'usePasswordLink',
          summary: 'Set the password that a link is for, and log in; all other sessions end',
          params: LinkParams,
          body: Type.Object({ password: Password }),
          response: { 200: SessionAnswer },
        },
      },
      async (request, reply) => {
        const { token } = request.params
        const { password } = request.body
        const holder = await getLinkHolder(auth, token)
        const caller = { client: { id: holder.client_id, languages: holder.languages }, actor: systemActor }
        const session = await auth.doWork(caller, (work) =>
          usePasswordLink(work, { holder, token, password }, auth.keyring),
        )
        handCookie(parts, reply, session)
        return describeToken(parts, session)
      },
    )

    portal.post(
      '/session/password',
      {
        config: forSessions,
        schema: {
          operationId: 'changePassword',
          summary: 'Change the password; all other sessions end',
          body: Type.Object({ current: Text({ minLength: 1, maxLength: 200 }), password: Password }),
          response: { 204: NoContent },
        },
      },
      async (request, reply) => {
        const { current, password } = request.body
        const { sessionHash } = request
        const { scope, technical_id, email } = personOf(request)
        const owner = { scope, technicalId: technical_id }
        await checkCurrentPassword(auth, { client: callerOf(request).client, owner, current, address: request.ip })
        await request.work((work) => changePassword(work, { owner, email, password, sessionHash }))
        return reply.code(204).send(null)
      },
    )
  }
}

/** What the log-in page offers besides a password. */
export function signInOptionRoutes({ auth }: SessionParts): Routes {
  return (portal) => {
    portal.get(
      '/sign_in_options',
      {
        config: forAnyone,
        schema: {
          operationId: 'listSignInOptions',
          summary: 'The identity providers that somebody can log in with',
          querystring: Type.Object({ email: Type.Optional(Text({ maxLength: 254 })) }),
          response: {
            200: Type.Object({ providers: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })) }),
          },
        },
      },
      async (request) => {
        const { email = '' } = request.query
        return { providers: await listSignInOptions(auth, { email: email.trim(), address: request.ip }) }
      },
    )
  }
}

/** Below /admin: bringing people in. */
export const invitationRoutes: Routes = (portal) => {
  portal.post(
    '/accounts/:id/invitations',
    {
      config: forAdministrators('users:write'),
      schema: {
        operationId: 'invitePerson',
        summary: 'Mail a person the link by which they set their password; whoever has no log-in gets one',
        params: Type.Object({ id: AccountId }),
        response: { 202: Type.Object({ email: Type.String({ description: 'Where the link goes.' }) }) },
      },
    },
    async (request, reply) => {
      const invited = await request.work((work) => invite(work, ownerOf(request.params.id)))
      return reply.code(202).send(invited)
    },
  )
}
