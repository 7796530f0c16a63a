import { emit } from '#kernel/events/define-event.ts'
import type { Erasable, KeptItem } from '#kernel/personal-data/eraser.ts'
import { itemEraser } from '#kernel/personal-data/item-eraser.ts'
import { processDeleted } from '#modules/signatures/events.ts'
import { filesOf } from '#modules/signatures/processes/dispose-processes.ts'
import { presentProcess } from '#modules/signatures/processes/present.ts'
import { deleteProcessRows, lockProcesses } from '#modules/signatures/processes/queries.ts'
import type { Status } from '#modules/signatures/processes/schemas.ts'
import { statement } from '#platform/db/statement.ts'
import { anonymiseProcesses } from './anonymise-processes.ts'

type OfEmployee = { client_id: string; employee_key: string; after: string; limit: number }

const list = statement<Erasable, OfEmployee>(`
  SELECT 'signature_process' AS resource_type, process.id::text AS resource_id, process.key::text AS key FROM signature_processes process
  WHERE process.client_id = $client_id AND process.key > $after AND process.anonymised_as IS NULL AND (process.employee_key = $employee_key OR process.id IN (
    SELECT signer.process_id FROM signature_signers signer
    WHERE signer.client_id = $client_id AND signer.employee_key = $employee_key))
  ORDER BY process.key LIMIT $limit`)

type Shared = { client_id: string; ids: string[]; employee_key: string; emails: string[] }

/**
 * Those that somebody else signs. An address is no identity: an external signer is the employee only in a process about the
 * employee, and with an address that nobody else has.
 */
const listShared = statement<{ process_id: string }, Shared>(`
  SELECT DISTINCT signer.process_id FROM signature_signers signer
  JOIN signature_processes process ON process.client_id = $client_id AND process.id = signer.process_id
  WHERE signer.client_id = $client_id AND signer.process_id = ANY ($ids::uuid[])
    AND signer.employee_key IS DISTINCT FROM $employee_key::bigint
    AND NOT (signer.type = 'external' AND process.employee_key = $employee_key::bigint AND lower(signer.email) = ANY ($emails))`)

const CLOSED: ReadonlySet<Status> = new Set(['done', 'rejected', 'expired', 'canceled'])

/** Processes with their files and evidence; those that somebody else signs as well are evidence of theirs too. Closed ones that become anonymous stay, for counting. */
export const processEraser = itemEraser({
  module: 'signatures',
  list: async (db, { id: client_id }, { subject }, { after = '0', limit }) =>
    subject ? list(db, { client_id, employee_key: subject.employee_key, after, limit }) : [],
  async alsoKept({ db, client }, items, { subject }) {
    if (!subject) return new Map()
    const ids = items.map(({ resource_id }) => resource_id)
    const { employee_key, emails } = subject
    const lower = emails.map((one) => one.toLowerCase())
    const rows = await listShared(db, { client_id: client.id, ids, employee_key, emails: lower })
    const shared = new Set(rows.map(({ process_id }) => process_id))
    return new Map(
      items.flatMap(({ key, resource_id }): [string, KeptItem][] =>
        shared.has(resource_id) ? [[key, sharedEvidence(resource_id)]] : [],
      ),
    )
  },
  // Also one that is being signed: nobody else waits for it.
  async dispose(work, ids, { mode, subject }) {
    const { tx, client } = work
    const rows = await lockProcesses(tx, client, ids)
    const staying = mode === 'anonymise' && subject ? rows.filter(({ status }) => CLOSED.has(status)) : []
    const going = rows.filter((row) => !staying.includes(row))
    await deleteProcessRows(tx, { client_id: client.id, ids: going.map(({ id }) => id) })
    for (const row of going) emit(work, processDeleted, presentProcess(row))
    if (subject)
      await anonymiseProcesses(
        work,
        staying.map(({ id }) => id),
        subject.pseudonym,
      )
    return { gone: rows.map((row) => ({ id: row.id, files: filesOf(row) })) }
  },
})

const sharedEvidence = (resource_id: string): KeptItem => ({
  resource_type: 'signature_process',
  resource_id,
  reason: 'shared_evidence',
  until: null,
  retention_policy_id: null,
  legal_hold_ids: [],
})
