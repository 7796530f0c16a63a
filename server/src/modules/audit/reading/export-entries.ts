import { createHash } from 'node:crypto'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Client, Work } from '#kernel/work.ts'
import { sealHead } from '#modules/audit/checkpoints/make-checkpoint.ts'
import { canonical } from '#modules/audit/verification/verify.mjs'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { compactJws } from '#platform/seal/jws.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { presentEntry } from './present.ts'
import { bySequence, listEntries } from './queries.ts'
import type { AuditCheckpoint, AuditEntry, AuditFilters, ExportFormat } from './schemas.ts'

/** The size of a batch, which bounds the memory for a trail of any length. */
const BATCH_SIZE = 1000

export type AuditExport = {
  client: Client
  filters: AuditFilters
  format: ExportFormat
  /** Of the whole chain, as far as it is exported. */
  checkpoint: AuditCheckpoint
  identity: SealIdentity
  now: Date
}

/** Writes the export down, and fixes how far it goes. What it holds is read afterwards. */
export async function beginExport(
  work: Work,
  identity: SealIdentity,
  { format, filters }: { format: ExportFormat; filters: AuditFilters },
): Promise<AuditExport> {
  const checkpoint = await sealHead(work, identity)
  // What was searched for may name a person.
  recordAudit(work, { action: 'audit.exported', details: { format, filters: Object.keys(filters).toSorted() } })
  return { client: work.client, filters, format, checkpoint, identity, now: work.now }
}

/** The export, line by line; the last one proves those before it. */
export function exportLines(db: Db, made: AuditExport): AsyncGenerator<string> {
  return made.format === 'csv' ? csvLines(db, made) : jsonLines(db, made)
}

async function* batches(db: Db, { client, filters, checkpoint }: AuditExport): AsyncGenerator<AuditEntry[]> {
  const order = bySequence(false)
  const wanted = { ...filters, upTo: checkpoint.sequence }
  for (let after: string[] | undefined; ; ) {
    const rows = await listEntries(db, client, wanted, { order, after, reversed: false, limit: BATCH_SIZE })
    if (rows.length > 0) yield rows.map(presentEntry)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = [last.sequence]
  }
}

async function* jsonLines(db: Db, made: AuditExport): AsyncGenerator<string> {
  const proof = openProof(made)
  for await (const entries of batches(db, made)) {
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    proof.add(text, entries.length)
    yield text
  }
  yield `${JSON.stringify({ checkpoint: made.checkpoint, export: proof.end() })}\n`
}

const COLUMNS = [
  'sequence',
  'at',
  'action',
  'outcome',
  'actor_type',
  'actor',
  'actor_hash',
  'subject',
  'subject_hash',
  'resource',
  'details',
  'previous_hash',
  'hash',
] as const satisfies readonly (keyof AuditEntry)[]

/** The last row has the checkpoint: a row is written when the next one is known. */
async function* csvLines(db: Db, made: AuditExport): AsyncGenerator<string> {
  const proof = openProof(made)
  const header = csvLine([...COLUMNS, 'checkpoint', 'export'])
  proof.add(header, 0)
  yield header
  let last: string | undefined
  for await (const entries of batches(db, made)) {
    const rows = entries.map(rowOf)
    proof.add(rows.map((row) => `${row}\n`).join(''), rows.length)
    const complete = last === undefined ? rows.slice(0, -1) : [last, ...rows.slice(0, -1)]
    yield complete.map((row) => `${row},,\r\n`).join('')
    last = rows.at(-1)
  }
  if (last !== undefined) yield `${last},${csvLine([made.checkpoint, proof.end()].map((one) => JSON.stringify(one)))}`
}

/** A row without its end. */
function rowOf(entry: AuditEntry): string {
  return csvLine(COLUMNS.map((column) => cellOf(entry[column]))).slice(0, -2)
}

function cellOf(value: AuditEntry[keyof AuditEntry]): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** What the end of an export says of the lines before it, sealed: neither can be changed without the other. */
function openProof({ client, filters, checkpoint, identity, now }: AuditExport) {
  const digest = createHash('sha256')
  let entries = 0
  return {
    add(text: string, count: number) {
      digest.update(text)
      entries += count
    },
    end() {
      const content = { at: inMilliseconds(now), entries, filters, sha256: digest.digest('hex') }
      const { sequence, hash } = checkpoint
      const seal = compactJws(identity, now, canonical({ ...content, client: client.id, sequence, hash }))
      return { ...content, seal }
    },
  }
}
