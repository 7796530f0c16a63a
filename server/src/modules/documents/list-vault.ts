import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/keyset-sql.ts'
import type { Client } from '#platform/db/work.ts'
import type { Position } from '#platform/http/cursor.ts'
import { inSeconds } from '#platform/http/dates.ts'
import type { KeysetPage } from '#platform/http/keyset-page.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import type { BlobAnswer } from '#platform/http/send-blob.ts'
import { isUuid } from '#platform/uuid.ts'
import { fileAnswer } from './file-answer.ts'
import { findVaultRow, listVaultRows, type VaultRow } from './vault-queries.ts'

/** A document as the employee finds it in the vault. */
export type VaultDocument = Omit<VaultRow, 'size' | 'date' | 'received_at'> & {
  size: number
  date: string
  received_at: string
}

const NEWEST_FIRST: ListOrder = { column: 'received_at', tie: 'id', descending: true }

/** A page of an employee's vault, newest first. For the employee alone: whoever calls this has made sure of that. */
export function listVault(
  db: Db,
  client: Client,
  employeeTechnicalId: string,
  page: { perPage: number | undefined; at: Position | undefined },
): Promise<KeysetPage<VaultDocument>> {
  return orderedPage(
    NEWEST_FIRST,
    page,
    (request) => listVaultRows(db, client, employeeTechnicalId, NEWEST_FIRST, request),
    presentVaultDocument,
  )
}

/** What `sendBlob` needs to send a document of an employee's vault. For the employee alone, as the list is. */
export async function findVaultFile(
  db: Db,
  client: Client,
  employeeTechnicalId: string,
  id: string,
): Promise<BlobAnswer | undefined> {
  const row = isUuid(id) ? await findVaultRow(db, client, employeeTechnicalId, id) : undefined
  return row && fileAnswer(row)
}

function presentVaultDocument(row: VaultRow): VaultDocument {
  return { ...row, size: Number(row.size), date: inSeconds(row.date), received_at: inSeconds(row.received_at) }
}
