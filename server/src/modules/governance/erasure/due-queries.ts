import { statement } from '#platform/db/statement.ts'
import type { DeletionRef } from './queries.ts'

/** Requests of all clients whose job was given up, or whose time has come. */
export const listToRun = statement<DeletionRef, { before: Date; now: Date }>(`
  SELECT client_id, id FROM deletion_requests
  WHERE status IN ('evaluating', 'confirmed', 'preparing', 'prepared', 'processing') AND updated_at < $before
    AND (status IN ('evaluating', 'preparing', 'processing') OR due_at <= $now OR status = 'confirmed' AND prepared_at IS NULL)
  ORDER BY updated_at LIMIT 100`)

/** Where a walk through them begins. */
export const FIRST_PARTIAL: PartialPlace = {
  completed_at: new Date(0),
  client_id: '',
  id: '00000000-0000-0000-0000-000000000000',
}
export type PartialPlace = DeletionRef & { completed_at: Date }

/** Completed requests, of all clients, that left something behind. Many may have ended at the same moment. */
export const listPartial = statement<PartialPlace, PartialPlace & { limit: number }>(`
  SELECT client_id, id, completed_at FROM deletion_requests
  WHERE status = 'completed' AND outcome = 'partial'
    AND (completed_at, client_id, id) > ($completed_at::timestamptz, $client_id, $id::uuid)
  ORDER BY completed_at, client_id, id LIMIT $limit`)
