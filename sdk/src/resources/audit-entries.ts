import type { Client } from 'openapi-fetch'
import type { operations, paths } from '../generated/v2.ts'
import { answerOf, at, fileOf } from '../http/answer-of.ts'
import { resource } from './resource.ts'

const LIST = '/api/v2/client/audit_entries'
const ONE = `${LIST}/{sequence}` as const

type ExportQuery = NonNullable<operations['exportAuditEntries']['parameters']['query']>

/** The audit trail. Nothing changes it: it is read, exported and sealed. */
export function auditEntries(raw: Client<paths>) {
  const { list, page } = resource(raw, LIST, ONE, {})
  return {
    list,
    page,
    get: (sequence: number) => answerOf(raw.GET(ONE, at({ sequence: String(sequence) }))),
    /** How far the trail goes. */
    head: () => answerOf(raw.GET(`${LIST}/head`)),
    /** A file with a sealed checkpoint at its end; `node verify.mjs FILE` checks it. */
    export: (query: ExportQuery = {}) => fileOf(raw.GET(`${LIST}/export`, { params: { query }, parseAs: 'stream' })),
    checkpoints: () => {
      const { list, page } = resource(raw, `${LIST}/checkpoints`, ONE, {})
      return { list, page }
    },
    /** Seals how far the trail goes at this moment. */
    createCheckpoint: () => answerOf(raw.POST(`${LIST}/checkpoints`)),
  }
}
