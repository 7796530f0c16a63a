import { statement } from '#platform/db/statement.ts'
import type { DeletionRef } from './queries.ts'

/** Requests of all clients whose job was given up, or whose time has come. */
export const listToRun = statement<DeletionRef, { before: Date; now: Date }>(`
  SELECT client_id, id FROM deletion_requests
  WHERE status IN ('evaluating', 'confirmed', 'preparing', 'prepared', 'processing') AND updated_at < $before
    AND (status IN ('evaluating', 'preparing', 'processing') OR due_at <= $now OR status = 'confirmed' AND prepared_at IS NULL)
  ORDER BY updated_at LIMIT 100`)

/** Behind which request a walk through them goes on. */
type Place = { after_moment: Date; after_client: string; after_id: string }
export const FIRST_PARTIAL: Place = {
  after_moment: new Date(0),
  after_client: '',
  after_id: '00000000-0000-0000-0000-000000000000',
}

type PartialRef = DeletionRef & { completed_at: Date | null }

/** Completed requests, of all clients, that left something behind. Many may have ended at the same moment. */
export const listPartial = statement<PartialRef, Place & { limit: number }>(`
  SELECT client_id, id, completed_at FROM deletion_requests
  WHERE status = 'completed' AND outcome = 'partial'
    AND (completed_at, client_id, id) > ($after_moment::timestamptz, $after_client, $after_id::uuid)
  ORDER BY completed_at, client_id, id LIMIT $limit`)

export const placeOf = ({ completed_at, client_id, id }: PartialRef): Place => ({
  after_moment: completed_at ?? FIRST_PARTIAL.after_moment,
  after_client: client_id,
  after_id: id,
})
