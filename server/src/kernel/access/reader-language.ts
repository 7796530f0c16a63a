import type { FastifyRequest } from 'fastify'
import { closestLanguage } from '#platform/text/language.ts'
import { callerOf } from './caller.ts'
import { personOf } from './session-person.ts'

/** The language of the client in which the person who is logged in reads names; null when none of them comes near. */
export function readerLanguage(request: FastifyRequest): string | null {
  return closestLanguage(callerOf(request).client.languages, personOf(request).language) ?? null
}

/** A manager by whose roles a list is limited, and the language in which it is named. */
export type Reader = { technical_id: string; language: string | null }

export function readerOf(request: FastifyRequest): Reader {
  return { technical_id: personOf(request).technical_id, language: readerLanguage(request) }
}
