import type { Updateable } from 'kysely'
import type { SignatureSignersTable } from '#kernel/tables.ts'
import type { Client } from '#kernel/work.ts'
import type { SignaturePosition, SignerStatus, SignerType } from '#modules/signatures/processes/schemas.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Drawing } from './drawing.ts'

export type SignerRow = {
  process_id: string
  id: string
  type: SignerType
  user_key: string | null
  employee_key: string | null
  technical_id: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  language: string | null
  signing_order: number
  positions: SignaturePosition[]
  status: SignerStatus
  asked_at: Date | null
  reminded_at: Date | null
  viewed_at: Date | null
  signed_at: Date | null
  rejected_at: Date | null
  rejection_reason: string | null
  drawing: Drawing | null
}

const list = statement<SignerRow, { client_id: string; process_ids: string[] }>(`
  SELECT signer.process_id, signer.id, signer.type, signer.user_key, signer.employee_key,
    coalesce(manager.technical_id, employee.technical_id, erased.pseudonym) AS technical_id,
    coalesce(signer.first_name, manager.first_name, employee.first_name) AS first_name,
    coalesce(signer.last_name, manager.last_name, employee.last_name) AS last_name,
    coalesce(signer.email, manager.email, employee.email) AS email,
    coalesce(manager.language, employee.language) AS language,
    signer.signing_order, signer.positions, signer.status, signer.asked_at, signer.reminded_at, signer.viewed_at,
    signer.signed_at, signer.rejected_at, signer.rejection_reason, signer.drawing
  FROM signature_signers signer
  LEFT JOIN users manager ON manager.client_id = signer.client_id AND manager.key = signer.user_key
  LEFT JOIN employees employee ON employee.client_id = signer.client_id AND employee.key = signer.employee_key
  LEFT JOIN erased_employees erased ON erased.client_id = signer.client_id AND erased.key = signer.employee_key
  WHERE signer.client_id = $client_id AND signer.process_id = ANY ($process_ids) ORDER BY signer.rank`)

/** The signers of these processes, in the order in which they were named. */
export async function listSigners(db: Db, client: Client, processIds: string[]): Promise<SignerRow[]> {
  return list(db, { client_id: client.id, process_ids: processIds })
}

export type NewSigner = Pick<SignerRow, 'id' | 'type' | 'user_key' | 'employee_key'> &
  Pick<SignerRow, 'first_name' | 'last_name' | 'email' | 'signing_order' | 'positions'>

const removeAll = statement<never, { client_id: string; process_id: string }>(`
  DELETE FROM signature_signers WHERE client_id = $client_id AND process_id = $process_id`)

export async function replaceSigners(tx: Tx, client: Client, processId: string, signers: NewSigner[]): Promise<void> {
  await removeAll(tx, { client_id: client.id, process_id: processId })
  await tx
    .insertInto('signature_signers')
    .values(
      signers.map((one, rank) => ({
        ...one,
        client_id: client.id,
        process_id: processId,
        rank,
        status: 'waiting',
        positions: JSON.stringify(one.positions),
      })),
    )
    .execute()
}

export type SignerChanges = Omit<
  Updateable<SignatureSignersTable>,
  'client_id' | 'process_id' | 'id' | 'positions' | 'drawing'
> & { drawing?: Drawing }

export async function updateSigner(tx: Tx, client: Client, id: string, changes: SignerChanges): Promise<void> {
  const { drawing, ...rest } = changes
  await tx
    .updateTable('signature_signers')
    .set({ ...rest, ...(drawing && { drawing: JSON.stringify(drawing) }) })
    .where('client_id', '=', client.id)
    .where('id', '=', id)
    .execute()
}
