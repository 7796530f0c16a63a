import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/problem.ts'

const HARMLESS = ['GET', 'HEAD', 'OPTIONS']

/**
 * What changes something is only done for our own pages. Other sites cannot set this header without asking first, which
 * is never granted; browsers also say where a call comes from.
 */
export async function refuseCsrf(request: FastifyRequest): Promise<void> {
  if (HARMLESS.includes(request.method)) return
  const site = request.headers['sec-fetch-site']
  const isOurs = site === undefined || site === 'same-origin' || site === 'none'
  if (isOurs && request.headers['x-requested-with'] === 'dossier') return
  throw new Problem(
    'forbidden',
    'forged_call',
    'Cross-site request refused (expected the header X-Requested-With: dossier).',
  )
}
