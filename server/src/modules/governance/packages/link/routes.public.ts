import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Auth } from '#modules/auth/index.ts'
import { type SendDeps, sendPackage } from '#modules/governance/packages/download/send-package.ts'
import { findPackage } from '#modules/governance/packages/queries.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { cookieFor, cookieIn, setCookie } from '#platform/http/browser/cookies.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, NoContent, Nullable, Text, Timestamp } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { LinkHolder } from './queries.ts'
import { callerFor, expectVisit, getLinkHolder, isVisiting, openVisit, requestCode, VISIT_SECONDS } from './visit.ts'

export type LinkDeps = SendDeps & { db: Db; keyring: Keyring; auth: Auth; publicUrl: string }

const forAnyone = { allow: ['anyone' as const] }
const TokenParams = Type.Object({ token: Text({ minLength: 1, maxLength: 200 }) })

/** What a link says before the code was entered. */
const PackageLink = NamedObject('AccessPackageLink', {
  client_name: Type.String(),
  email_hint: Type.String({ description: 'The address, most of it hidden.' }),
  language: Nullable('string', { description: 'In which the package is written.' }),
  size: Type.Integer(),
  expires_at: Timestamp(),
  is_open: Type.Boolean({ description: 'Whether the code was entered already, in this browser.' }),
})

/** Packages of people who cannot log in: they have the link that was mailed, and prove by a code that the mailbox is theirs. */
export function packageLinkRoutes(deps: LinkDeps): Routes {
  return (portal) => {
    mountLink(portal, deps)
    mountVisit(portal, deps)
    mountFile(portal, deps)
  }
}

const visitCookie = ({ publicUrl }: { publicUrl: string }) =>
  cookieFor(publicUrl, 'dossier_package', { isForWholeSite: false })

function isOpenTo(deps: LinkDeps, holder: LinkHolder, request: FastifyRequest): boolean {
  return isVisiting(deps.keyring, holder, cookieIn(request, visitCookie(deps)), deps.clock.now())
}

function mountLink(portal: Http, deps: LinkDeps): void {
  portal.get(
    '/access_packages/:token',
    {
      config: forAnyone,
      schema: {
        operationId: 'getAccessPackageLink',
        summary: 'What a mailed link to an access package is for',
        params: TokenParams,
        response: { 200: PackageLink },
      },
    },
    async (request) => {
      const holder = await getLinkHolder(deps, request.params.token, deps.clock.now())
      return {
        client_name: holder.client_name,
        email_hint: hintOf(holder.recipient),
        language: holder.employee_language,
        size: Number(holder.size),
        expires_at: inSeconds(holder.expires_at),
        is_open: isOpenTo(deps, holder, request),
      }
    },
  )

  portal.post(
    '/access_packages/:token/codes',
    {
      config: forAnyone,
      schema: {
        operationId: 'orderAccessPackageCode',
        summary: 'Have a code mailed to the address that the link went to',
        params: TokenParams,
        response: { 202: NoContent },
      },
    },
    async (request, reply) => {
      await requestCode(deps, await getLinkHolder(deps, request.params.token, deps.clock.now()), request.ip)
      return reply.code(202).send(null)
    },
  )
}

function mountVisit(portal: Http, deps: LinkDeps): void {
  portal.post(
    '/access_packages/:token/visits',
    {
      config: forAnyone,
      schema: {
        operationId: 'openAccessPackageVisit',
        summary: 'Enter the code that was mailed',
        description: 'Ten wrong codes end the link.',
        params: TokenParams,
        body: Type.Object({ code: Text({ minLength: 1, maxLength: 20 }) }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const now = deps.clock.now()
      const holder = await getLinkHolder(deps, request.params.token, now)
      const code = request.body.code.replace(/\D/g, '')
      const secret = await openVisit(deps, holder, { code, now, address: request.ip })
      // Below its own link only, so that it opens nothing else.
      const path = `/portal/api/access_packages/${request.params.token}`
      setCookie(reply, visitCookie(deps), { value: secret, path, maxAgeSeconds: VISIT_SECONDS })
      return reply.code(204).send(null)
    },
  )
}

function mountFile(portal: Http, deps: LinkDeps): void {
  portal.get(
    '/access_packages/:token/file',
    {
      config: { ...forAnyone, refuses: ['malformed', 'forbidden', 'unavailable'] },
      schema: {
        operationId: 'getLinkedAccessPackageFile',
        summary: 'Download the access package of a mailed link',
        description: 'After the code was entered. Supports byte ranges.',
        params: TokenParams,
        response: BlobContent('application/zip', 'The package.'),
      },
    },
    async (request, reply) => {
      const now = deps.clock.now()
      const holder = await getLinkHolder(deps, request.params.token, now)
      expectVisit(deps.keyring, holder, cookieIn(request, visitCookie(deps)), now)
      const caller = callerFor(holder, request.ip)
      const row = await findPackage(deps.db, caller.client, holder.package_id)
      if (!row) throw notFound('access package', holder.package_id)
      return sendPackage(request, reply, deps, { row, caller })
    },
  )
}

/** `e•••@example.com`: enough to know one's own address. */
function hintOf(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  const [first = ''] = name
  return `${first}•••@${domain}`
}
