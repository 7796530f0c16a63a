import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forSessions, personOf } from '#kernel/access/session-person.ts'
import type { Auth } from '#modules/auth/auth.ts'
import type { SessionDeps } from '#modules/auth/sessions/log-in.ts'
import {
  findAccount,
  findLink,
  linkAccounts,
  otherOf,
  pairOf,
  SCOPES,
  unlinkAccount,
} from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, NoContent, Nullable, OneOf, Text, Timestamp } from '#platform/http/validation/schemas.ts'
import { conflict, invalid, notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { countCodeRequest, proveCode, requestLinkCode } from './link-codes.ts'
import { provePassword } from './prove-password.ts'

const Link = NamedObject('LogInLink', {
  scope: OneOf(SCOPES),
  email: Nullable('string', { description: 'What the other log-in is opened with.' }),
  is_active: Type.Boolean(),
  linked_at: Timestamp(),
})

const Email = Text({ minLength: 3, maxLength: 254 })
const Proof = NamedObject('LogInProof', {
  email: Type.Optional(Email),
  password: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: 'Of the other log-in, with its address.' }),
  ),
  code: Type.Optional(Text({ maxLength: 20, description: 'As it was mailed to the other log-in.' })),
})

/** Links of one's own log-in with the other one of the same person. */
export function linkRoutes(deps: SessionDeps): Routes {
  return (portal) => {
    mountLinks(portal, deps)
    mountLinkCode(portal, deps)
    mountRemoval(portal)
  }
}

function mountLinks(portal: Http, { auth }: SessionDeps): void {
  portal.get(
    '/session/links',
    {
      config: forSessions,
      schema: {
        operationId: 'listLinks',
        summary: 'The log-in that this one is linked to',
        response: { 200: Type.Array(Link) },
      },
    },
    (request) => listLinks(auth.db, request),
  )

  portal.post(
    '/session/links',
    {
      config: forSessions,
      schema: {
        operationId: 'addLink',
        summary: 'Link the other log-in of the same person, proven by its password or by the code mailed to it',
        body: Proof,
        response: { 201: Type.Array(Link) },
      },
    },
    async (request, reply) => {
      await refuseLinked(auth, request)
      const other = await prove(auth, request, request.body)
      const pair = pairOf(accountOwnerOf(request), other)
      const proof = request.body.code === undefined ? 'password' : 'code'
      const links = await request.work(async (work) => {
        await linkAccounts(work, pair, proof)
        return listLinks(work.tx, request)
      })
      return reply.code(201).send(links)
    },
  )
}

function mountLinkCode(portal: Http, { auth }: SessionDeps): void {
  portal.post(
    '/session/links/codes',
    {
      config: forSessions,
      schema: {
        operationId: 'orderLinkCode',
        summary: 'Have a code mailed to a log-in without a password; the answer is the same for every address',
        body: Type.Object({ email: Email }),
        response: { 202: NoContent },
      },
    },
    async (request, reply) => {
      await refuseLinked(auth, request)
      const claim = claimOf(request, request.body.email)
      await countCodeRequest(auth, claim)
      await request.work(async (work) => requestLinkCode(work, claim, request.sessionHash))
      return reply.code(202).send(null)
    },
  )
}

function mountRemoval(portal: Http): void {
  portal.delete(
    '/session/links',
    {
      config: forSessions,
      schema: {
        operationId: 'removeLink',
        summary: 'End the link; sessions that were switched to by it end too',
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const isEnded = await request.work((work) => unlinkAccount(work, accountOwnerOf(request)))
      if (!isEnded) throw notFound('link', 'of this log-in')
      return reply.code(204).send(null)
    },
  )
}

function accountOwnerOf(request: FastifyRequest) {
  const { scope, technical_id } = personOf(request)
  return { scope, technicalId: technical_id }
}

function claimOf(request: FastifyRequest, email: string) {
  const asker = accountOwnerOf(request)
  const scope = asker.scope === 'employee' ? ('manager' as const) : ('employee' as const)
  return { client: callerOf(request).client, asker, scope, email: email.trim(), address: request.ip }
}

async function refuseLinked(auth: Auth, request: FastifyRequest): Promise<void> {
  if (!(await findLink(auth.db, callerOf(request).client, accountOwnerOf(request)))) return
  throw conflict('already_linked', 'This log-in is linked to another one; end that link first.')
}

function prove(auth: Auth, request: FastifyRequest, { email, password, code }: Static<typeof Proof>) {
  const { client } = callerOf(request)
  if (code !== undefined) return proveCode(auth, { client, sessionHash: request.sessionHash, code: code.trim() })
  if (email === undefined) throw invalid('email', 'required', 'Enter the address of the other log-in.')
  if (password === undefined) throw invalid('password', 'required', 'Enter the password of the other log-in.')
  return provePassword(auth, claimOf(request, email), password)
}

async function listLinks(db: Db, request: FastifyRequest): Promise<Static<typeof Link>[]> {
  const { client } = callerOf(request)
  const link = await findLink(db, client, accountOwnerOf(request))
  const other = link && otherOf(link, accountOwnerOf(request))
  const account = other && (await findAccount(db, client, other))
  if (!link || !account) return []
  const { scope, email, is_active } = account
  return [{ scope, email, is_active, linked_at: inSeconds(link.linked_at) }]
}
