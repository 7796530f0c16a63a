import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forLogIns, forSessions, personOf } from '#kernel/access/session-person.ts'
import { switchSession } from '#modules/auth/account-links/switch-session.ts'
import { enterDemo } from '#modules/auth/demo/demo-log-ins.ts'
import { DEMO_KINDS } from '#modules/auth/demo/queries.ts'
import { checkPassword } from '#modules/auth/passwords/check-password.ts'
import type { ClientName } from '#modules/clients/index.ts'
import { type MailAccount, patchEmployee, patchUser, SCOPES } from '#modules/directory/index.ts'
import { cookieIn } from '#platform/http/browser/cookies.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, NoContent, OneOf, Text } from '#platform/http/validation/schemas.ts'
import { LanguageCode } from '#platform/text/language.ts'
import { describeSession, describeToken, logIn, SessionAnswer, type SessionDeps, setSessionCookie } from './log-in.ts'
import { namedClientId } from './named-client.ts'
import { closeSession, closeSessionsOf } from './open-session.ts'
import { sessionCookie } from './sessions.ts'

export type { SessionDeps } from './log-in.ts'

const Credentials = NamedObject('Credentials', {
  email: Text({ minLength: 1, maxLength: 254 }),
  password: Text({ minLength: 1, maxLength: 200 }),
  client: Type.Optional(
    Text({ maxLength: 64, description: 'The client to log in to; needed where there are several.' }),
  ),
  account: Type.Optional(Text({ maxLength: 200, description: 'Which one, when there are several.' })),
})

const Choice = NamedObject('ClientChoice', {
  code: OneOf(['choose_client', 'several_accounts']),
  message: Type.String(),
  clients: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'choose_client: where the address has a log-in. The password has not been tried.',
    }),
  ),
  accounts: Type.Optional(
    Type.Array(Type.Object({ id: Type.String(), client_name: Type.String(), scope: OneOf(SCOPES) }), {
      description: 'several_accounts: what the password opens.',
    }),
  ),
})

/** Logging in to the portal with a password, out of it, and who is logged in. */
export function sessionRoutes(deps: SessionDeps): Routes {
  return (portal) => {
    mountLogIn(portal, deps)
    mountSession(portal, deps)
    mountLogOut(portal, deps)
    mountSwitch(portal, deps)
  }
}

function mountLogIn(portal: Http, deps: SessionDeps): void {
  const { auth } = deps
  portal.post(
    '/session',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'logIn',
        summary: 'Log in with an e-mail address and a password',
        body: Credentials,
        response: { 200: SessionAnswer, 409: Choice },
      },
    },
    async (request, reply) => {
      const { email, password, account } = request.body
      const client = await namedClientId(auth, request, request.body.client)
      const checked = await checkPassword(auth, { email, password, client, address: request.ip })
      if ('clients' in checked) return reply.code(409).send(chooseClient(checked.clients))
      const { opened } = checked
      const chosen = opened.length === 1 ? opened[0] : opened.find((one) => accountId(one) === account)
      if (!chosen) return reply.code(409).send(chooseAmong(opened))
      return logIn(deps, reply, { ...accountOf(chosen), version: chosen.credential_version })
    },
  )

  portal.post(
    '/session/demo',
    {
      config: { allow: ['anyone'], refuses: ['not_found'] },
      schema: {
        operationId: 'enterDemo',
        summary: 'Log in as a person of the demo; 404 wherever it is not offered',
        body: Type.Object({ as: OneOf(DEMO_KINDS) }),
        response: { 200: SessionAnswer },
      },
    },
    (request, reply) => enterDemo(deps, reply, request.body.as),
  )
}

function mountSession(portal: Http, deps: SessionDeps): void {
  portal.get(
    '/session',
    {
      config: forLogIns,
      schema: { operationId: 'getSession', summary: 'Who is logged in', response: { 200: SessionAnswer } },
    },
    async (request) => describeSession(deps, { person: personOf(request), caller: callerOf(request) }),
  )

  portal.patch(
    '/session',
    {
      config: forLogIns,
      schema: {
        operationId: 'changeLanguage',
        summary: 'Choose the language that one is written to in',
        body: Type.Object({ language: LanguageCode }),
        response: { 200: SessionAnswer },
      },
    },
    async (request) => {
      const { scope, technical_id } = personOf(request)
      const { language } = request.body
      await request.work(async (work) => {
        await (scope === 'employee' ? patchEmployee : patchUser)(work, technical_id, { language })
      })
      return describeToken(deps, cookieIn(request, sessionCookie(deps.publicUrl)) ?? '')
    },
  )
}

function mountLogOut(portal: Http, deps: SessionDeps): void {
  portal.delete(
    '/session',
    {
      config: forLogIns,
      schema: {
        operationId: 'logOut',
        summary: 'Log out, here or everywhere',
        querystring: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { scope, technical_id } = personOf(request)
      const { sessionHash } = request
      await request.work((work) =>
        request.query.everywhere
          ? closeSessionsOf(work, { scope, technicalId: technical_id })
          : closeSession(work, sessionHash),
      )
      setSessionCookie(deps, reply, '')
      return reply.code(204).send(null)
    },
  )
}

function mountSwitch(portal: Http, deps: SessionDeps): void {
  const { auth } = deps
  portal.post(
    '/session/switch',
    {
      config: forSessions,
      schema: {
        operationId: 'switchSession',
        summary: 'Go on as the log-in that this one is linked to',
        description: 'Answers a new cookie; `GET /session` shows who is logged in now.',
        body: Type.Object({ scope: OneOf(SCOPES) }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { scope } = request.body
      const person = personOf(request)
      const owner = { scope: person.scope, technicalId: person.technical_id }
      const { sessionHash } = request
      const token = await request.work((work) => switchSession(work, { owner, scope, sessionHash }, auth.keyring))
      setSessionCookie(deps, reply, token)
      return reply.code(204).send(null)
    },
  )
}

const accountId = ({ client_id, scope, technical_id }: MailAccount) => `${client_id}:${scope}:${technical_id}`

function accountOf({ client_id, languages, scope, technical_id }: MailAccount) {
  return { client: { id: client_id, languages }, owner: { scope, technicalId: technical_id } }
}

function chooseClient(clients: ClientName[]): Static<typeof Choice> {
  return { code: 'choose_client', message: 'This address has log-ins at several clients. Name one of them.', clients }
}

function chooseAmong(opened: MailAccount[]): Static<typeof Choice> {
  const accounts = opened.map((one) => ({ id: accountId(one), client_name: one.client_name, scope: one.scope }))
  return { code: 'several_accounts', message: 'Choose what to log in to.', accounts }
}
