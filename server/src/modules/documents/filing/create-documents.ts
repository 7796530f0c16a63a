import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { directoryLockName, findRegisteredEmployees } from '#modules/directory/index.ts'
import { documentCreated } from '#modules/documents/events.ts'
import { insertDocuments, type NewDocument } from '#modules/documents/queries.ts'
import type { Origin } from '#modules/documents/schemas.ts'
import { typesLockName } from '#modules/documents/types/lock-types.ts'
import { findVisibleTypes } from '#modules/documents/types/queries.ts'
import { findVaultStates } from '#modules/documents/vault/link-queries.ts'
import { createFirstLinks, vaultLockName } from '#modules/documents/vault/link-vault.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { blobLockName, expectBlob } from '#platform/blobs/lock-blob.ts'
import { takeSharedLocks } from '#platform/db/locks/advisory-lock.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { type DocumentFile, newDocument, presentNew } from './create-document.ts'
import { organizationsOf } from './find-filing.ts'
import type { FilingType } from './queries.ts'

/** A document of an employee that was checked against its type already. */
export type DocumentDraft = {
  type: Omit<FilingType, 'visible_by_employee'>
  employeeKey: string
  /** The one organization that it belongs to; else those of the employee. */
  organizationKey: number | null
  title: string
  date: Date | null
  metas: Record<string, unknown>
  filters: Record<string, unknown>
  file: DocumentFile
}

/**
 * Files many documents of employees at once, and tells of each. Answers their ids in the order of the drafts; undefined
 * where the employee is gone.
 */
export async function createDocuments(
  work: Work,
  blobs: Blobs,
  origin: Origin,
  drafts: readonly DocumentDraft[],
): Promise<(string | undefined)[]> {
  const { tx, client } = work
  await lockAll(work, blobs, drafts)
  const keys = [...new Set(drafts.map((one) => one.employeeKey))]
  const [belongings, vaults, visible] = await Promise.all([
    findRegisteredEmployees(tx, client, keys),
    findVaultStates(tx, client, keys),
    findVisibleTypes(tx, client),
  ])
  const documents: NewDocument[] = []
  const ids = drafts.map(({ type, employeeKey, organizationKey, title, date, metas, filters, file }) => {
    const belonging = belongings.get(employeeKey)
    if (!belonging) return undefined
    const own = belonging.organizations.find((one) => one.key === organizationKey)
    const isVaultLinked = vaults.get(employeeKey) ?? null
    const filing = {
      type: { ...type, visible_by_employee: visible.has(type.id) },
      employee: { key: employeeKey, technicalId: belonging.technical_id, isVaultLinked },
      organizations: own ? [own] : organizationsOf(belonging),
    }
    const said = { title, document_type_metas: metas, document_type_filters: filters }
    const document = newDocument(work, {
      input: date ? { ...said, date: inSeconds(date) } : said,
      file,
      filing,
      origin,
    })
    documents.push(document)
    emit(work, documentCreated.employee, presentNew(document, filing))
    return document.id
  })
  if (documents.length > 0) await insertDocuments(tx, client, documents)
  const reached = new Set(documents.flatMap((one) => (one.is_linked && one.employee_key ? [one.employee_key] : [])))
  const first = [...reached].filter((key) => !vaults.has(key))
  if (first.length > 0) createFirstLinks(work, first)
  return ids
}

/** Organizations, types, bytes and the links to vaults stay as they are until the documents are there. */
async function lockAll({ tx, client }: Work, blobs: Blobs, drafts: readonly DocumentDraft[]): Promise<void> {
  const keys = [...new Set(drafts.map(({ file }) => file.sha256))].sort()
  const employees = await findRegisteredEmployees(
    tx,
    client,
    drafts.map((one) => one.employeeKey),
  )
  const vaults = Array.from(employees.values(), (one) => vaultLockName(client, one.technical_id)).sort()
  await takeSharedLocks(tx, [directoryLockName(client), typesLockName(client), ...keys.map(blobLockName), ...vaults])
  await Promise.all(keys.map((key) => expectBlob(blobs, key)))
}
