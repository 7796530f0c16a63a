import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Work } from '#platform/db/work.ts'

const insert = statement<never, { client_id: string; event_ids: string[]; traceparent: string }>(`
  INSERT INTO event_traces (client_id, event_id, traceparent)
  SELECT $client_id, id, $traceparent FROM unnest($event_ids::uuid[]) AS id ON CONFLICT DO NOTHING`)

/** Remembers which step of a trace emitted the events of a work, so that their callbacks continue it. */
export async function recordTrace({ tx, client, trace }: Work): Promise<void> {
  if (!trace || trace.eventIds.length === 0) return
  await insert(tx, { client_id: client.id, event_ids: trace.eventIds, traceparent: trace.traceparent })
}

const remove = statement<never, { before: Date }>('DELETE FROM event_traces WHERE written_at < $before')

/** Forgets traces of events that happened before; their callbacks continue nothing then. */
export async function forgetTraces(db: Db, before: Date): Promise<void> {
  await remove(db, { before })
}
