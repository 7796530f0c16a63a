import type { Client, Work } from '#kernel/work.ts'
import { directoryLockName } from '#modules/directory/index.ts'
import { documentCreated } from '#modules/documents/events.ts'
import { presentDocument } from '#modules/documents/present.ts'
import { insertDocument, type NewDocument } from '#modules/documents/queries.ts'
import type { Document, Kind, Origin } from '#modules/documents/schemas.ts'
import { typesLockName } from '#modules/documents/types/lock-types.ts'
import { createFirstLink, vaultLockName } from '#modules/documents/vault/link-vault.ts'
import { hasOpenHolds, isUnderHold } from '#modules/governance/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { blobLockName, expectBlob } from '#platform/blobs/lock-blob.ts'
import { takeSharedLocks } from '#platform/db/locks/advisory-lock.ts'
import { type FieldError, invalid, invalidFields } from '#platform/problem.ts'
import { searchText } from '#platform/text/search-text.ts'
import { toSeconds, whenOf } from '#platform/time/moment.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { checkAttributes } from './check-attributes.ts'
import { checkExtension, employeeNamed, type Filing, type FilingInput, findFiling } from './find-filing.ts'

/** What is said of a new document. */
export type DocumentInput = FilingInput & {
  title: string
  external_unique_id?: string | null
  external_reference?: string | null
  date?: string
  document_type_metas?: Record<string, unknown>
  document_type_filters?: Record<string, unknown>
  api_uploader_name?: string | null
}

/** A file whose bytes are in the file store. */
export type DocumentFile = {
  filename: string
  content_type: string
  sizeBytes: number
  sha256: string
  page_count: number | null
}

type Options = {
  blobs: Blobs
  origin: Origin
  /** When the call is for documents of one kind; else the type decides. */
  kind?: Kind
  /** How refusals name the file. */
  fileField: string
}

/** Files a document whose bytes are stored. */
export async function createDocument(
  work: Work,
  input: DocumentInput,
  file: DocumentFile,
  { blobs, origin, kind, fileField }: Options,
): Promise<Document> {
  const { tx, client } = work
  const [, { filing, errors }, mayBeHeld] = await Promise.all([
    takeSharedLocks(tx, lockNamesOf(client, employeeNamed(input, kind), file)),
    findFiling(tx, client, input, kind),
    hasOpenHolds(tx, client),
  ])
  const mistakes = [...errors, ...(filing ? checkAgainstType(filing, input, file, fileField) : [])]
  if (!filing || mistakes.length > 0) throw invalidFields(mistakes)
  await expectBlob(blobs, file.sha256)
  const document = newDocument(work, { input, file, filing, origin })
  const created = presentNew(document, filing)
  const event = { type: documentCreated[created.kind].name, data: JSON.stringify(created) }
  if (!(await insertDocument(work, document, event))) throw externalIdTaken(input.external_unique_id)
  if (document.is_linked && filing.employee?.isVaultLinked === null) createFirstLink(work, filing.employee.key)
  const legal_hold = mayBeHeld && (await isUnderHold(work, `${created.kind}_document`, created.id))
  return { ...created, legal_hold }
}

/** Locks organizations, type, blob and the link to the vault until the document is stored. */
function lockNamesOf(client: Client, employeeTechnicalId: string | null, { sha256 }: DocumentFile): string[] {
  const vault = employeeTechnicalId === null ? [] : [vaultLockName(client, employeeTechnicalId)]
  return [directoryLockName(client), typesLockName(client), blobLockName(sha256), ...vault]
}

function checkAgainstType({ type }: Filing, input: DocumentInput, file: DocumentFile, fileField: string): FieldError[] {
  return [
    ...(file.sizeBytes === 0 ? [{ field: fileField, code: 'empty', message: 'The file is empty.' }] : []),
    ...checkExtension(type, file.filename, fileField),
    ...checkAttributes('metas', type.metas, input.document_type_metas ?? {}),
    ...checkAttributes('filters', type.filters, input.document_type_filters ?? {}),
  ]
}

type DocumentToFile = { input: DocumentInput; file: DocumentFile; filing: Filing; origin: Origin }

export function newDocument(
  { now, nextPosition }: Work,
  { input, file, filing: { type, employee, organizations }, origin }: DocumentToFile,
): NewDocument {
  const { title, external_unique_id = null, date, api_uploader_name = null } = input
  const external_reference = external_unique_id === null ? (input.external_reference ?? null) : null
  const { filename, content_type, sizeBytes, sha256, page_count } = file
  const reachesVault = employee !== undefined && employee.isVaultLinked !== false
  return {
    id: uuidv7(now, nextPosition),
    kind: type.kind,
    document_type_id: type.id,
    title,
    external_unique_id,
    external_reference,
    api_uploader_name,
    date: toSeconds(date === undefined ? now : whenOf(date)),
    origin,
    metas: input.document_type_metas ?? {},
    filters: input.document_type_filters ?? {},
    filename,
    content_type,
    size: sizeBytes,
    sha256,
    page_count,
    employee_key: employee?.key ?? null,
    organization_keys: organizations.map((one) => one.key),
    is_linked: reachesVault && type.visible_by_employee,
    is_withheld: reachesVault && !type.visible_by_employee,
    trashed_at: null,
    created_at: now,
    updated_at: now,
    search_text: documentSearchText({ title, filename, external_unique_id, external_reference }),
  }
}

/** How a document that is being filed will be shown. */
export function presentNew(document: NewDocument, { type, employee, organizations }: Filing): Document {
  return presentDocument({
    ...document,
    size: String(document.size),
    legal_hold: false,
    document_type_code: type.code,
    is_visible: type.visible_by_employee,
    employee_technical_id: employee?.technicalId ?? null,
    organization_codes: organizations.map((one) => one.code),
  })
}

type Searched = Pick<NewDocument, 'title' | 'filename' | 'external_unique_id' | 'external_reference'>

export function documentSearchText({ title, filename, external_unique_id, external_reference }: Searched): string {
  return searchText([title, filename, external_unique_id ?? '', external_reference ?? ''].filter((one) => one !== ''))
}

export function externalIdTaken(externalUniqueId: string | null | undefined) {
  return invalid('external_unique_id', 'taken', `Another document has the external_unique_id ${externalUniqueId}.`)
}
