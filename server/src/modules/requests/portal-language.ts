import type { FastifyRequest } from 'fastify'
import { personOf } from '#platform/http/session-person.ts'

const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i

/** The language of whoever is logged in; else the one their browser asks for first. */
export function languageOf(request: FastifyRequest): string | undefined {
  const { language } = personOf(request)
  if (language !== null) return language
  const wanted = request.headers['accept-language']?.split(/[,;]/)[0]?.trim()
  return wanted !== undefined && TAG.test(wanted) ? wanted : undefined
}
