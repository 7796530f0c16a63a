import { createHash } from 'node:crypto'
import { type ClientAuditEntry, storePending } from '#kernel/audit/store-pending.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

const SAME_READING_MS = 10 * 60 * 1000

type Key = { client_id: string; reading: Buffer }

const find = lookup<{ at: Date }, Key & { since: Date }>(`
  SELECT at FROM audit_recent_reads WHERE client_id = $client_id AND reading = $reading AND at > $since`)

/** Answers a row if this was not read since. Another process that reads the same waits for the commit of the first. */
const note = statement<{ at: Date }, Key & { at: Date; since: Date }>(`
  INSERT INTO audit_recent_reads AS known (client_id, reading, at) VALUES ($client_id, $reading, $at)
  ON CONFLICT (client_id, reading) DO UPDATE SET at = excluded.at WHERE known.at <= $since RETURNING at`)

const forget = statement<never, { since: Date }>('DELETE FROM audit_recent_reads WHERE at <= $since')

/** Forgets readings that are no longer recent. */
export async function forgetReads(db: Db, now: Date): Promise<void> {
  await forget(db, { since: tenMinutesBefore(now) })
}

/** Entries of what is read in many calls, such as the pages of a document. */
export function openRecentReads(db: Db) {
  const storing = new Map<string, Promise<void>>()

  async function storeUnlessKnown(entry: ClientAuditEntry, reading: Buffer): Promise<void> {
    const key = { client_id: entry.client_id, reading, since: tenMinutesBefore(entry.at) }
    if ((await find(db, key)).length > 0) return
    // Together: a reading is known only as long as its entry is.
    await db.transaction().execute(async (tx) => {
      const [isNew] = await note(tx, { ...key, at: entry.at })
      if (isNew) await storePending(tx, [entry])
    })
  }

  return {
    /** Stores the entry unless the holder has read the same within ten minutes. */
    store(entry: ClientAuditEntry, holder: string): Promise<void> {
      const reading = readingKey(entry, holder)
      const name = `${entry.client_id} ${reading.toString('hex')}`
      // All pages that are asked for meanwhile wait for the same entry.
      const stored = storing.get(name) ?? storeUnlessKnown(entry, reading).finally(() => storing.delete(name))
      storing.set(name, stored)
      return stored
    },
  }
}

function readingKey({ action, resource, details }: ClientAuditEntry, holder: string): Buffer {
  const read = [holder, action, resource?.type ?? null, resource?.id ?? null, details ?? {}]
  return createHash('sha256').update(JSON.stringify(read)).digest()
}

function tenMinutesBefore(now: Date): Date {
  return new Date(now.getTime() - SAME_READING_MS)
}
