import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forSessions, personOf } from '#kernel/access/session-person.ts'
import { proveCurrentPassword } from '#modules/auth/account-links/prove-password.ts'
import { accountKey } from '#modules/auth/guard/subjects.ts'
import type { SessionDeps } from '#modules/auth/sessions/log-in.ts'
import { findAccount, SCOPES } from '#modules/directory/index.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, NoContent, Nullable, OneOf, Text, Timestamp } from '#platform/http/validation/schemas.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { confirmEmailChange, getEmailChange, requestEmailChange } from './email-change.ts'
import { deleteChangeOf, findChangeOf } from './queries.ts'

const LogIn = NamedObject('LogIn', {
  email: Nullable('string', { description: 'What the person logs in with.' }),
  has_password: Type.Boolean(),
  change: Type.Union([
    Type.Null(),
    Type.Object({
      email: Type.String({ description: 'The address that was asked for.' }),
      is_old_confirmed: Type.Boolean(),
      is_new_confirmed: Type.Boolean(),
      expires_at: Timestamp(),
    }),
  ]),
})

const TokenParams = Type.Object({ token: Text({ minLength: 1, maxLength: 100 }) })
const forAnyone = { allow: ['anyone' as const] }

/** Reads and changes the log-in address of the logged-in person. */
export function addressRoutes(deps: SessionDeps): Routes {
  return (portal) => {
    mountAddress(portal, deps)
    mountRequest(portal, deps)
    mountConfirmation(portal, deps)
  }
}

function mountAddress(portal: Http, { auth }: SessionDeps): void {
  portal.get(
    '/session/email',
    {
      config: forSessions,
      schema: {
        operationId: 'getLogInAddress',
        summary: 'The address that one logs in with, and the change of it that waits for confirmation',
        response: { 200: LogIn },
      },
    },
    async (request): Promise<Static<typeof LogIn>> => {
      const { client } = callerOf(request)
      const { scope, technical_id } = personOf(request)
      const account = await findAccount(auth.db, client, { scope, technicalId: technical_id })
      const [change] = await findChangeOf(auth.db, {
        client_id: client.id,
        scope,
        technical_id,
        now: auth.clock.now(),
      })
      return {
        email: account?.email ?? null,
        has_password: Boolean(account?.password_hash),
        change: change
          ? {
              email: change.email,
              is_old_confirmed: change.old_confirmed_at !== null,
              is_new_confirmed: change.new_confirmed_at !== null,
              expires_at: inSeconds(change.expires_at),
            }
          : null,
      }
    },
  )
}

function mountRequest(portal: Http, { auth }: SessionDeps): void {
  portal.post(
    '/session/email',
    {
      config: forSessions,
      schema: {
        operationId: 'requestEmailChange',
        summary: 'Ask for another log-in address; the old and the new one are mailed a link to confirm it',
        body: Type.Object({
          email: Type.String({ format: 'email', maxLength: 254 }),
          password: Type.Optional(Text({ minLength: 1, maxLength: 200, description: 'For those who have one.' })),
        }),
        response: { 202: NoContent },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { scope, technical_id } = personOf(request)
      const owner = { scope, technicalId: technical_id }
      const { email, password } = request.body
      await proveCurrentPassword(auth, { client, owner, password, address: request.ip })
      await auth.guard.count([
        { kind: 'mailbox', id: canonicalEmail(email) ?? email },
        { kind: 'mailbox', id: `log-in address ${accountKey(client.id, owner)}` },
      ])
      await request.work((work) => requestEmailChange(work, owner, email))
      return reply.code(202).send(null)
    },
  )

  portal.delete(
    '/session/email',
    {
      config: forSessions,
      schema: {
        operationId: 'cancelEmailChange',
        summary: 'Keep the log-in address; the links that were mailed are worth nothing any more',
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { scope, technical_id } = personOf(request)
      await request.work((work) => deleteChangeOf(work.tx, { client_id: work.client.id, scope, technical_id }))
      return reply.code(204).send(null)
    },
  )
}

function mountConfirmation(portal: Http, { auth }: SessionDeps): void {
  portal.get(
    '/email_changes/:token',
    {
      config: forAnyone,
      schema: {
        operationId: 'getEmailChange',
        summary: 'What a mailed link confirms',
        params: TokenParams,
        response: {
          200: Type.Object({
            email: Type.String({ description: 'The address that was asked for.' }),
            client_name: Type.String(),
            scope: OneOf(SCOPES),
            is_last: Type.Boolean({ description: 'Whether the other mailbox has confirmed already.' }),
          }),
        },
      },
    },
    async (request) => {
      const change = await getEmailChange(auth, request.params.token)
      const { email, client_name, scope, is_old, old_confirmed_at, new_confirmed_at } = change
      return { email, client_name, scope, is_last: (is_old ? new_confirmed_at : old_confirmed_at) !== null }
    },
  )

  portal.post(
    '/email_changes/:token',
    {
      config: forAnyone,
      schema: {
        operationId: 'confirmEmailChange',
        summary: 'Confirm a change of the log-in address for one of the two mailboxes; with the second it changes',
        params: TokenParams,
        response: { 200: Type.Object({ is_changed: Type.Boolean() }) },
      },
    },
    (request) => confirmEmailChange(auth, request.params.token),
  )
}
