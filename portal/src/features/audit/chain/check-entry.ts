import { canonicalJson } from './canonical-json.ts'

/** What of an entry is hashed. */
export type HashedEntry = {
  sequence: number
  at: string
  action: string
  outcome: string
  actor_type: string
  actor: { type: string; id: string | null; name: string | null; address: string | null; salt: string } | null
  actor_hash: string
  subject: { type: string; technical_id: string; salt: string } | null
  subject_hash: string | null
  resource: object | null
  details: object
  previous_hash: string
  hash: string
}

/** What does not hold of an entry: its content, or the part that names a person. */
export type Flaw = 'content' | 'actor' | 'subject'

/** Whether this browser can make hashes: it does so only on pages that are encrypted, and on this very machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

const encoder = new TextEncoder()

async function hashOf(value: object): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(canonicalJson(value)))
  return new Uint8Array(digest).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}

/**
 * Makes the hashes of an entry anew. A person who was erased from it leaves the hash of what stood there, which is part of
 * the entry as before.
 */
export async function checkEntry(entry: HashedEntry, client: string): Promise<Flaw | null> {
  const { action, actor, actor_hash, actor_type, at, details, outcome, previous_hash, resource, sequence } = entry
  const { subject, subject_hash } = entry
  const hashed = { action, actor_hash, actor_type, at, client, details, outcome, previous_hash, resource, sequence }
  if ((await hashOf({ ...hashed, subject_hash })) !== entry.hash) return 'content'
  if (actor && (await hashOf(pick(actor, ['address', 'id', 'name', 'salt', 'type']))) !== actor_hash) return 'actor'
  if (subject && (await hashOf(pick(subject, ['salt', 'technical_id', 'type']))) !== subject_hash) return 'subject'
  return null
}

function pick<T extends object>(value: T, keys: (keyof T)[]): Partial<T> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Partial<T>
}
