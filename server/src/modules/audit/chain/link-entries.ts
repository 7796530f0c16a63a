import { createHash, hash, randomFillSync } from 'node:crypto'
import type { PendingRow } from '#kernel/audit/take-pending.ts'
import { actorText, entryText, subjectText } from '#modules/audit/verification/verify.mjs'
import { copyLine } from '#platform/db/copy-line.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import type { ForgottenRow } from './queries.ts'

/** The last entry of a chain. */
export type Head = { sequence: number; hash: string }

export const ENTRY_COLUMNS = [
  'client_id',
  'sequence',
  'at',
  'action',
  'outcome',
  'actor_type',
  'actor_hash',
  'subject_hash',
  'resource_type',
  'resource_id',
  'details',
  'previous_hash',
  'hash',
]
export const PEOPLE_COLUMNS = [
  'client_id',
  'sequence',
  'action',
  'outcome',
  'actor_type',
  'actor_id',
  'actor_name',
  'actor_address',
  'actor_salt',
  'subject_type',
  'subject_technical_id',
  'subject_salt',
]

const SALT_BYTES = 16

type Linked = {
  head: Head
  /** Rows of audit_entries and of audit_people, as COPY takes them. */
  entries: Buffer
  people: Buffer
}

/** Gives entries their place in a chain: the next numbers, salts, and hashes. */
export function linkEntries(
  { clientId, head, forgotten }: { clientId: string; head: Head; forgotten: readonly ForgottenRow[] },
  rows: readonly PendingRow[],
): Linked {
  const salts = randomFillSync(Buffer.alloc(rows.length * 2 * SALT_BYTES)).toString('hex')
  const isForgotten = forgottenAmong(forgotten)
  let [entries, people] = ['', '']
  let { sequence, hash: previous_hash } = head
  for (const [index, row] of rows.entries()) {
    sequence += 1
    const saltOf = (n: number) => salts.slice((2 * index + n) * 2 * SALT_BYTES, (2 * index + n + 1) * 2 * SALT_BYTES)
    const linked = linkEntry(row, { clientId, sequence, previous_hash, salts: [saltOf(0), saltOf(1)] })
    entries += linked.entry
    people += personLine(row, { ...linked, clientId, sequence, isForgotten })
    previous_hash = linked.hash
  }
  return { head: { sequence, hash: previous_hash }, entries: Buffer.from(entries), people: Buffer.from(people) }
}

type Place = { clientId: string; sequence: number; previous_hash: string; salts: [string, string] }

function linkEntry(row: PendingRow, { clientId, sequence, previous_hash, salts: [actorSalt, subjectSalt] }: Place) {
  const { action, outcome, actor_type, resource_type, resource_id, details, subject_technical_id } = row
  const at = inMilliseconds(row.at)
  const actor_hash = sha256(
    actorText({
      type: actor_type,
      id: row.actor_id,
      name: row.actor_name,
      address: row.actor_address,
      salt: actorSalt,
    }),
  )
  const subject_hash =
    row.subject_type === null || subject_technical_id === null
      ? null
      : sha256(subjectText({ type: row.subject_type, technical_id: subject_technical_id, salt: subjectSalt }))
  const resource = resource_type === null ? null : { type: resource_type, id: resource_id }
  const hashed = {
    sequence,
    at,
    action,
    outcome,
    actor_type,
    actor_hash,
    subject_hash,
    resource,
    details,
    previous_hash,
  }
  const own = sha256(entryText(hashed, clientId))
  const cells = [
    clientId,
    sequence,
    at,
    action,
    outcome,
    actor_type,
    `\\x${actor_hash}`,
    subject_hash && `\\x${subject_hash}`,
    resource_type,
    resource_id,
    JSON.stringify(details),
    `\\x${previous_hash}`,
    `\\x${own}`,
  ]
  return { entry: copyLine(cells), hash: own, actorSalt, subjectSalt }
}

type Readable = {
  clientId: string
  sequence: number
  actorSalt: string
  subjectSalt: string
  isForgotten: (type: string, id: string | null, at: Date) => boolean
}

/** What can be read of the people of an entry; nothing of those who were erased after it was made. */
function personLine(row: PendingRow, { clientId, sequence, actorSalt, subjectSalt, isForgotten }: Readable): string {
  const { actor_type, actor_id, subject_type, subject_technical_id } = row
  const actor = isForgotten(actor_type, actor_id, row.at)
    ? [null, null, null, null, null]
    : [actor_type, actor_id, row.actor_name, row.actor_address, `\\x${actorSalt}`]
  const hasSubject = subject_type !== null && !isForgotten(subject_type, subject_technical_id, row.at)
  const subject = hasSubject ? [subject_type, subject_technical_id, `\\x${subjectSalt}`] : [null, null, null]
  return copyLine([clientId, sequence, row.action, row.outcome, ...actor, ...subject])
}

function forgottenAmong(forgotten: readonly ForgottenRow[]): Readable['isForgotten'] {
  const until = new Map<string, number>()
  for (const { person_hash, at } of forgotten) {
    const key = person_hash.toString('hex')
    until.set(key, Math.max(until.get(key) ?? 0, at.getTime()))
  }
  if (until.size === 0) return () => false
  return (type, id, at) =>
    id !== null && at.getTime() <= (until.get(hashOfPerson(type, id).toString('hex')) ?? Number.NEGATIVE_INFINITY)
}

/** By which a person who was erased is known for a day. */
export function hashOfPerson(type: string, technicalId: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([type, technicalId]))
    .digest()
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}
