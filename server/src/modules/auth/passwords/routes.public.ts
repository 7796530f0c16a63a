import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators, forLogIns, personOf } from '#kernel/access/session-person.ts'
import { systemActor } from '#kernel/work.ts'
import { listOfferedDemo } from '#modules/auth/demo/demo-log-ins.ts'
import { DEMO_KINDS } from '#modules/auth/demo/queries.ts'
import {
  beginSession,
  describeToken,
  SessionAnswer,
  type SessionDeps,
  setSessionCookie,
} from '#modules/auth/sessions/log-in.ts'
import { getNamedClient, namedClientId } from '#modules/auth/sessions/named-client.ts'
import { listSignInOptions } from '#modules/auth/single-sign-on/sign-in-options.ts'
import type { ClientName } from '#modules/clients/index.ts'
import { AccountId, Password, parseAccountId, SCOPES } from '#modules/directory/index.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, NoContent, Nullable, OneOf, Text } from '#platform/http/validation/schemas.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import { changePassword, checkCurrentPassword } from './change-password.ts'
import { type InvitationDeps, inviteByHand } from './invite.ts'
import { getLinkHolder, requestPasswordLinks, usePasswordLink } from './password-links.ts'

const LinkParams = Type.Object({ token: Text({ minLength: 1, maxLength: 100 }) })
const ClientId = Type.Optional(Text({ maxLength: 64, description: 'The client, where the page names one.' }))
const forAnyone = { allow: ['anyone' as const] }

/** Passwords: links that let people set one, and changing it. */
export function passwordRoutes(deps: SessionDeps): Routes {
  return (portal) => {
    mountLinks(portal, deps)
    mountLinkUse(portal, deps)
    mountChange(portal, deps)
  }
}

function mountLinks(portal: Http, { auth }: SessionDeps): void {
  portal.post(
    '/password_links',
    {
      config: forAnyone,
      schema: {
        operationId: 'orderPasswordLinks',
        summary: 'Have a link mailed by which a password is set; the answer is the same for every address',
        body: Type.Object({ email: Text({ minLength: 3, maxLength: 254 }), client: ClientId }),
        response: { 202: NoContent },
      },
    },
    async (request, reply) => {
      const { email, client: named } = request.body
      const client = await namedClientId(auth, request, named)
      await requestPasswordLinks(auth, { email: email.trim(), client, address: request.ip })
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
}

function mountLinkUse(portal: Http, deps: SessionDeps): void {
  const { auth } = deps
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
      const client = { id: holder.client_id, languages: holder.languages }
      const type = holder.scope === 'manager' ? ('user' as const) : ('employee' as const)
      const auditedAs = { type, id: holder.technical_id, name: null }
      const caller = { client, actor: systemActor, address: request.ip, auditedAs }
      const session = await auth.doWork(caller, (work) =>
        usePasswordLink(work, { holder, token, password }, auth.keyring),
      )
      const owner = { scope: holder.scope, technicalId: holder.technical_id }
      await beginSession(deps, reply, { token: session, clientId: holder.client_id, owner })
      return describeToken(deps, session)
    },
  )
}

function mountChange(portal: Http, deps: SessionDeps): void {
  const { auth } = deps
  portal.post(
    '/session/password',
    {
      config: forLogIns,
      schema: {
        operationId: 'changePassword',
        summary: 'Change the password; all other sessions end, and this one gets another cookie',
        body: Type.Object({ current: Text({ minLength: 1, maxLength: 200 }), password: Password }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { current, password } = request.body
      const { scope, technical_id, email } = personOf(request)
      const owner = { scope, technicalId: technical_id }
      await checkCurrentPassword(auth, { client: callerOf(request).client, owner, current, address: request.ip })
      const session = await request.work((work) => changePassword(work, { owner, email, password }, auth.keyring))
      setSessionCookie(deps, reply, session)
      return reply.code(204).send(null)
    },
  )
}

const SignInOptions = NamedObject('SignInOptions', {
  client: Type.Unsafe<ClientName | null>({
    ...Type.Object({ id: Type.String(), name: Type.String() }),
    type: ['object', 'null'],
    description: 'The client that is named by its id or by the host name; null where none is.',
  }),
  providers: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })),
  demo: Type.Array(OneOf(DEMO_KINDS), {
    description: 'The people of the demo who can be logged in as by a click; usually none.',
  }),
})

/** What the log-in page offers besides a password. */
export function signInOptionRoutes(deps: SessionDeps): Routes {
  const { auth } = deps
  return (portal) => {
    portal.get(
      '/sign_in_options',
      {
        config: forAnyone,
        schema: {
          operationId: 'listSignInOptions',
          summary: 'Read the client of a log-in page and its identity providers',
          querystring: Type.Object({ email: Type.Optional(Text({ maxLength: 254 })), client: ClientId }),
          response: { 200: SignInOptions },
        },
      },
      async (request) => {
        const { email = '', client: named } = request.query
        const client = await getNamedClient(auth, request, named)
        const asked = { client: client?.id, email: email.trim(), address: request.ip }
        const demo = await listOfferedDemo(deps, request, client?.id)
        return {
          client: client ?? null,
          providers: await listSignInOptions(auth, asked),
          demo: demo.map(({ kind }) => kind),
        }
      },
    )
  }
}

const Invitation = NamedObject('Invitation', {
  email: Type.String({ description: 'Where the link goes.' }),
  transport: OneOf(['smtp', 'folder'], {
    description: '`folder` without a mail server: the mail is not sent.',
  }),
  link: Nullable('string', {
    description:
      'Without a mail server: the link to pass on, shown once. Only for a log-in that was never used, and to those who hold everything that the person holds.',
  }),
})

export type InvitationRouteDeps = Omit<InvitationDeps, 'transport'> & { installation: { mail: MailTransport } }

/** Below /admin: bringing people in. */
export function invitationRoutes({ keyring, publicUrl, installation }: InvitationRouteDeps): Routes {
  const deps = { keyring, publicUrl, transport: installation.mail }
  return (portal) => {
    portal.post(
      '/accounts/:id/invitations',
      {
        config: forAdministrators('users:write'),
        schema: {
          operationId: 'invitePerson',
          summary: 'Mail a person the link to set their password; creates the log-in if there is none',
          params: Type.Object({ id: AccountId }),
          response: { 202: Invitation },
        },
      },
      async (request, reply) => {
        const invited = await request.work((work) => inviteByHand(work, parseAccountId(request.params.id), deps))
        return reply.code(202).send({ ...invited, transport: deps.transport })
      },
    )
  }
}
