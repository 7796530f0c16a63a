import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginSession, type SessionDeps } from '#modules/auth/sessions/log-in.ts'
import type { Routes } from '#platform/http/routes.ts'
import { Problem } from '#platform/problem.ts'
import { sendNotice } from './notice-page.ts'
import type { NoticeKind } from './notice-words.ts'
import { followSignedLink } from './signed-link.ts'

export type { SessionDeps } from '#modules/auth/sessions/log-in.ts'

/** The signed link that another page of the company leads here with: /sso/access. */
export function signedLinkRoutes(deps: SessionDeps): Routes {
  return (site) => {
    site.get('/access', { config: { allow: ['anyone'] }, schema: { hide: true } }, (request, reply) =>
      orNotice(request, reply, 'link', async () => {
        const link = {
          externalId: textIn(request.query, 'external_id'),
          timestamp: textIn(request.query, 'timestamp'),
          hash: textIn(request.query, 'hash'),
          next: textIn(request.query, 'next'),
        }
        const followed = await followSignedLink(deps, link, request.ip)
        if (!followed) return sendNotice(request, reply, 'link')
        await beginSession(deps, reply, followed)
        return goOn(reply, 302, followed.path)
      }),
    )
  }
}

/** A single text among what was sent; what is repeated or cannot be stored counts as not sent. */
export function textIn(fields: unknown, name: string): string {
  const value = (fields as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' && !value.includes('\0') ? value : ''
}

/** Leads a browser on, without telling the next page where it comes from. */
export function goOn(reply: FastifyReply, status: 302 | 303, url: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, status)
}

/** Refusals are shown as a page, because a person follows these links in a browser. */
export async function orNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: NoticeKind,
  step: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.kind === 'unavailable') throw error
    return sendNotice(request, reply, noticeFor(error) ?? kind, error.headers)
  }
}

function noticeFor({ kind, code }: Problem): NoticeKind | undefined {
  if (kind === 'too_many') return 'slowed'
  return code === 'account_inactive' ? 'person' : undefined
}
