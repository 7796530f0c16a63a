import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { processUpdated } from '#modules/signatures/events.ts'
import { presentProcess } from '#modules/signatures/processes/present.ts'
import { lockProcesses } from '#modules/signatures/processes/queries.ts'
import { statement } from '#platform/db/statement.ts'

type OfProcesses = { client_id: string; ids: string[] }

const removeFiles = statement<never, OfProcesses>(
  'DELETE FROM signature_files WHERE client_id = $client_id AND id = ANY ($ids::uuid[])',
)
const removeEvidence = statement<never, OfProcesses>(
  'DELETE FROM signature_evidence WHERE client_id = $client_id AND process_id = ANY ($ids::uuid[])',
)
/** Who has signed is counted as such, and a signature belongs to that: an empty one. */
const emptySigners = statement<never, OfProcesses>(`
  UPDATE signature_signers SET first_name = '', last_name = '', email = '', rejection_reason = NULL,
    drawing = CASE WHEN drawing IS NOT NULL THEN '{"kind": "typed", "text": ""}'::json END,
    code_hash = NULL, code_expires_at = NULL, visit_hash = NULL, visit_expires_at = NULL
  WHERE client_id = $client_id AND process_id = ANY ($ids::uuid[])`)
const anonymise = statement<never, OfProcesses & { pseudonym: string; now: Date }>(`
  UPDATE signature_processes SET anonymised_as = $pseudonym, title = $pseudonym, reason = NULL, message = NULL, metas = '{}',
    filters = '{}', employee_key = NULL, callback_url = NULL, document_id = NULL, search_text = '', updated_at = $now
  WHERE client_id = $client_id AND id = ANY ($ids::uuid[])`)

/** Leaves of closed processes what is counted of them. The caller has locked them. */
export async function anonymiseProcesses(work: Work, ids: string[], pseudonym: string): Promise<void> {
  if (ids.length === 0) return
  const { tx, client, now } = work
  const ref = { client_id: client.id, ids }
  await removeFiles(tx, ref)
  await removeEvidence(tx, ref)
  await emptySigners(tx, ref)
  await anonymise(tx, { ...ref, pseudonym, now })
  for (const row of await lockProcesses(tx, client, ids)) emit(work, processUpdated, presentProcess(row))
}
