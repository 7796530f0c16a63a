import { nameIn } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { fileAnswer } from '#modules/documents/download/file-answer.ts'
import type { VaultSummary } from '#modules/documents/folder/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import type { StoredBlob } from '#platform/http/responses/send-blob.ts'
import { notFound } from '#platform/problem.ts'
import { orderIn } from '#platform/text/language.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { isUuid } from '#platform/uuid.ts'
import { findVaultRow, listVaultRows, tallyVault, type VaultFilter, type VaultRow } from './queries.ts'

/** A document as the employee finds it in the vault. */
export type VaultDocument = Omit<VaultRow, 'size' | 'date' | 'received_at' | 'type_names'> & {
  size: number
  date: string
  received_at: string
}

const NEWEST_FIRST: ListOrder = { column: 'received_at', tie: 'id', descending: true }

/** Whose vault, what of it, and in which language. */
type ListedVault = VaultFilter & { employeeTechnicalId: string; language?: string | null }

/** A page of an employee's vault, newest first. For the employee alone: anyone who calls this has made sure of that. */
export function listVault(
  db: Db,
  client: Client,
  { language = null, ...filter }: ListedVault,
  page: PageRequest,
): Promise<KeysetPage<VaultDocument>> {
  return orderedPage(
    NEWEST_FIRST,
    page,
    (request) => listVaultRows(db, client, filter, request),
    (row) => presentVaultDocument(row, language),
  )
}

/** A document of an employee's vault. For the employee alone, as the list is. */
export async function getVaultRow(db: Db, client: Client, employeeTechnicalId: string, id: string): Promise<VaultRow> {
  const row = isUuid(id) ? await findVaultRow(db, client, employeeTechnicalId, id) : undefined
  if (!row) throw notFound('document', id)
  return row
}

/** What `sendBlob` needs to send a document of an employee's vault. For the employee alone, as the list is. */
export async function findVaultFile(
  db: Db,
  client: Client,
  employeeTechnicalId: string,
  id: string,
): Promise<StoredBlob | undefined> {
  const row = isUuid(id) ? await findVaultRow(db, client, employeeTechnicalId, id) : undefined
  return row && fileAnswer(row)
}

export function presentVaultDocument({ type_names, ...row }: VaultRow, language: string | null = null): VaultDocument {
  return {
    ...row,
    document_type_name: nameIn(type_names, language, row.document_type_name),
    size: Number(row.size),
    date: inSeconds(row.date),
    received_at: inSeconds(row.received_at),
  }
}

/** How much a vault holds. For the employee alone, as the list is. */
export async function summarizeVault(
  db: Db,
  client: Client,
  { technical_id, language }: { technical_id: string; language: string | null },
): Promise<VaultSummary> {
  const tallies = (await tallyVault(db, client, technical_id)).map((one) => ({ ...one, size: Number(one.size) }))
  const total = (ones: typeof tallies) => ({
    documents_count: ones.reduce((sum, one) => sum + one.documents_count, 0),
    size: ones.reduce((sum, one) => sum + one.size, 0),
  })
  const years = [...Map.groupBy(tallies, (one) => one.year)].map(([year, ones]) => ({ year, ...total(ones) }))
  const types = [...Map.groupBy(tallies, (one) => one.code).values()].flatMap((ones) => {
    const [first] = ones
    if (!first) return []
    const name = nameIn(first.localized_names, language, first.name)
    return [{ code: first.code, name, documents_count: total(ones).documents_count }]
  })
  const compare = orderIn(language)
  return {
    ...total(tallies),
    years: years.toSorted((one, other) => other.year - one.year),
    types: types.toSorted((one, other) => compare(one.name, other.name)),
  }
}
