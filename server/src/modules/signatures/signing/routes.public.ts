import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { holderOf, type Reading } from '#kernel/audit/reading.ts'
import type { Caller } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/index.ts'
import { requestOriginOf } from '#modules/signatures/files/send-process-file.ts'
import { getProcess } from '#modules/signatures/processes/get-process.ts'
import type { Clock } from '#platform/clock.ts'
import { acceptedLanguages } from '#platform/http/browser/accepted-languages.ts'
import { cookieFor, cookieIn, setCookie } from '#platform/http/browser/cookies.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent, Text } from '#platform/http/validation/schemas.ts'
import { SigningLink } from './schemas.ts'
import { mountSignerRoutes, type SignerDeps, signerIn } from './signer-routes.ts'
import { callerFor, expectVisit, getLinkHolder, isVisiting, openVisit, requestCode, VISIT_SECONDS } from './visit.ts'

export type SigningDeps = SignerDeps & { auth: Auth; clock: Clock; publicUrl: string }

const visitCookie = ({ publicUrl }: { publicUrl: string }) =>
  cookieFor(publicUrl, 'dossier_signing', { isForWholeSite: false })
const forAnyone = { allow: ['anyone' as const] }
const TokenParams = Type.Object({ token: Text({ minLength: 1, maxLength: 100 }) })

/** What externals sign: they have the link that was mailed to them, and prove by a code that the mailbox is theirs. */
export function signingRoutes(deps: SigningDeps): Routes {
  return (portal) => {
    mountVisit(portal, deps)
    const visitorOf = async (request: FastifyRequest) => {
      const holder = await getLinkHolder(deps, (request.params as { token: string }).token)
      expectVisit(deps.keyring, holder, cookieIn(request, visitCookie(deps)), deps.clock.now())
      return holder
    }
    mountSignerRoutes(portal, deps, {
      path: '/signing/:token/document',
      params: TokenParams,
      config: forAnyone,
      name: 'SigningDocument',
      async check(request) {
        await visitorOf(request)
      },
      async enter(request) {
        const holder = await visitorOf(request)
        const caller = { ...callerFor(holder), address: request.ip }
        const reading = readingBy(deps.audit, caller, holder.signer_id)
        const process = await getProcess(deps.db, caller.client, holder.process_id)
        const [language = null] = acceptedLanguages(request.headers['accept-language'])
        const signer = signerIn(process, holder.signer_id)
        return { caller, reading, process, signer, company: holder.client_name, language }
      },
    })
  }
}

function mountVisit(portal: Http, deps: SigningDeps): void {
  const { keyring, clock } = deps
  portal.get(
    '/signing/:token',
    {
      config: forAnyone,
      schema: {
        operationId: 'getSigningLink',
        summary: 'Whose document a mailed link is for',
        params: TokenParams,
        response: { 200: SigningLink },
      },
    },
    async (request) => {
      const holder = await getLinkHolder(deps, request.params.token)
      const isOpen = isVisiting(keyring, holder, cookieIn(request, visitCookie(deps)), clock.now())
      return { client_name: holder.client_name, email_hint: hintOf(holder.email), is_open: isOpen }
    },
  )

  portal.post(
    '/signing/:token/codes',
    {
      config: forAnyone,
      schema: {
        operationId: 'orderSigningCode',
        summary: 'Have a code mailed to the address that was asked to sign',
        params: TokenParams,
        response: { 202: NoContent },
      },
    },
    async (request, reply) => {
      await requestCode(deps, await getLinkHolder(deps, request.params.token))
      return reply.code(202).send(null)
    },
  )

  portal.post(
    '/signing/:token/visits',
    {
      config: forAnyone,
      schema: {
        operationId: 'openSigningVisit',
        summary: 'Enter the code that was mailed',
        params: TokenParams,
        body: Type.Object({ code: Text({ minLength: 1, maxLength: 20 }) }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const holder = await getLinkHolder(deps, request.params.token)
      const code = request.body.code.replace(/\D/g, '')
      const secret = await openVisit(deps, holder, code, { now: clock.now(), from: requestOriginOf(request) })
      // Below its own link only: anyone who signs two documents has two visits at once.
      const path = `/portal/api/signing/${request.params.token}`
      setCookie(reply, visitCookie(deps), { value: secret, path, maxAgeSeconds: VISIT_SECONDS })
      return reply.code(204).send(null)
    },
  )
}

/** Externals have no session: each is known by what they were asked to sign. */
function readingBy(audit: AuditTrail, caller: Caller, signerId: string): Reading {
  const named = { ...caller, actor: { ...caller.actor, id: signerId } }
  return { audit, caller: named, holder: holderOf(named) }
}

/** `e•••@example.com`: enough to know one's own address. */
function hintOf(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const [first = ''] = name
  return `${first}•••@${domain}`
}
