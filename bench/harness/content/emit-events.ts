import type pg from 'pg'
import { CLIENT } from './tree.ts'

/** What every callback of these says. */
export const SAMPLE = {
  type: 'dataset_value.created',
  webhook_id: '0199f3a0-0000-7000-8000-000000000000',
  actor: { type: 'application', id: 'bench', name: 'Bench' },
  data: { id: 'office.o0001', code: 'o0001', name: 'Office', dataset_id: 'large', dimension_id: 'office' },
}

/** Writes events as changes do, all of them in one transaction, and tells of them; answers when that was committed. */
export async function emitEvents(client: pg.Client, count: number, type = 'dataset.updated'): Promise<number> {
  await client.query(
    `WITH written AS (
       INSERT INTO events (client_id, id, type, resource_id, actor_type, data, created_at)
       SELECT $1, (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
                   || substr(md5(random()::text), 1, 19))::uuid, $2, 'o', 'system', $3::json, clock_timestamp()
       FROM generate_series(1, $4::integer) RETURNING client_id, id, type
     ) INSERT INTO event_outbox (client_id, event_id, type) SELECT client_id, id, type FROM written`,
    [CLIENT.id, type, JSON.stringify(SAMPLE.data), count],
  )
  const committedAt = Date.now()
  // What `outbox-signal.ts` of another process does after a commit.
  await client.query('NOTIFY dossier_events')
  return committedAt
}
