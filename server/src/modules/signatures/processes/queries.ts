import type { Updateable } from 'kysely'
import type { SignatureProcessesTable } from '#kernel/tables.ts'
import type { Client } from '#kernel/work.ts'
import { listSigners, type SignerRow } from '#modules/signatures/signing/queries.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Status } from './schemas.ts'

export type FileVersion = 'original' | 'sealed'
export type FileRow = { filename: string; size: string; sha256: string; page_count: number }

export type StoredProcess = {
  key: string
  id: string
  signature_type_id: string
  title: string
  reason: string | null
  message: string | null
  status: Status
  document_type_id: number | null
  document_type_code: string | null
  metas: Record<string, unknown>
  filters: Record<string, unknown>
  employee_key: string | null
  employee_technical_id: string | null
  expiry_date: string | null
  auto_send: boolean
  callback_url: string | null
  creator_user_key: string | null
  creator_name: string | null
  document_id: string | null
  /** The pseudonym of the employee, once the process stays for counting alone. */
  anonymised_as: string | null
  started_at: Date | null
  all_signed_at: Date | null
  signed_at: Date | null
  sent_at: Date | null
  ended_at: Date | null
  created_at: Date
  updated_at: Date
}

/** A process with its document and who signs it. */
export type ProcessRow = StoredProcess & { signers: SignerRow[]; original: FileRow; sealed: FileRow | null }

export const PROCESS_COLUMNS = `
  process.key, process.id, process.signature_type_id, process.title, process.reason, process.message, process.status,
  process.document_type_id, process.metas, process.filters, process.employee_key, process.expiry_date::text,
  process.auto_send, process.callback_url, process.creator_user_key, process.creator_name, process.document_id, process.anonymised_as,
  process.started_at, process.all_signed_at, process.signed_at, process.sent_at, process.ended_at, process.created_at,
  process.updated_at,
  (SELECT code FROM document_types WHERE client_id = $client_id AND id = process.document_type_id)
    AS document_type_code,
  coalesce(process.anonymised_as,
    (SELECT technical_id FROM employees WHERE client_id = $client_id AND key = process.employee_key)) AS employee_technical_id`

const select = (condition: string) =>
  `SELECT ${PROCESS_COLUMNS} FROM signature_processes process WHERE process.client_id = $client_id AND ${condition}`
const find = lookup<StoredProcess, { client_id: string; id: string }>(select('process.id = $id'))
const lock = statement<StoredProcess, { client_id: string; id: string }>(
  `${select('process.id = $id')} FOR UPDATE OF process`,
)

export async function findProcess(db: Db, client: Client, id: string): Promise<ProcessRow | undefined> {
  if (!isUuid(id)) return undefined
  return (await loadFilesAndSigners(db, client, await find(db, { client_id: client.id, id })))[0]
}

/** Like findProcess, and locks the process or its signers until the transaction ends. */
export async function lockProcess(tx: Tx, client: Client, id: string): Promise<ProcessRow | undefined> {
  if (!isUuid(id)) return undefined
  return (await loadFilesAndSigners(tx, client, await lock(tx, { client_id: client.id, id })))[0]
}

const lockMany = statement<StoredProcess, { client_id: string; ids: string[] }>(
  `${select('process.id = ANY ($ids::uuid[])')} ORDER BY process.key FOR UPDATE OF process`,
)

/** Those of these processes that are there, locked until the transaction ends. */
export async function lockProcesses(tx: Tx, client: Client, ids: readonly string[]): Promise<ProcessRow[]> {
  return loadFilesAndSigners(tx, client, await lockMany(tx, { client_id: client.id, ids: [...ids] }))
}

const listFiles = statement<FileRow & { id: string; version: FileVersion }, { client_id: string; ids: string[] }>(`
  SELECT id, version, filename, size, sha256, page_count FROM signature_files WHERE client_id = $client_id AND id = ANY ($ids)`)

/** Of an anonymous process. */
const NO_FILE: FileRow = { filename: '', size: '0', sha256: '', page_count: 0 }

/** Processes with their files and signers. */
export async function loadFilesAndSigners(db: Db, client: Client, found: StoredProcess[]): Promise<ProcessRow[]> {
  if (found.length === 0) return []
  const ids = found.map((one) => one.id)
  const [signers, files] = await Promise.all([
    listSigners(db, client, ids),
    listFiles(db, { client_id: client.id, ids }),
  ])
  return found.map((process) => {
    const fileOf = (version: FileVersion) => files.find((one) => one.id === process.id && one.version === version)
    const original = fileOf('original') ?? (process.anonymised_as === null ? undefined : NO_FILE)
    if (!original) throw new Error(`The signature process ${process.id} has no document.`)
    const own = signers.filter((one) => one.process_id === process.id)
    return { ...process, signers: own, original, sealed: fileOf('sealed') ?? null }
  })
}

export type NewProcess = ProcessChanges & Pick<StoredProcess, 'id' | 'signature_type_id' | 'title' | 'created_at'>

export type ProcessChanges = Omit<
  Updateable<SignatureProcessesTable>,
  'client_id' | 'key' | 'id' | 'created_at' | 'metas' | 'filters'
> & { metas?: Record<string, unknown>; filters?: Record<string, unknown> }

function stored<Values extends ProcessChanges>({ metas, filters, ...rest }: Values) {
  return {
    ...rest,
    ...(metas && { metas: JSON.stringify(metas) }),
    ...(filters && { filters: JSON.stringify(filters) }),
  }
}

export async function insertProcess(tx: Tx, client: Client, process: NewProcess & { search_text: string }) {
  const { metas = {}, filters = {}, auto_send = false, ...rest } = process
  await tx
    .insertInto('signature_processes')
    .values({
      ...rest,
      client_id: client.id,
      status: 'draft',
      auto_send,
      updated_at: process.created_at,
      metas: JSON.stringify(metas),
      filters: JSON.stringify(filters),
    })
    .execute()
}

export async function updateProcess(tx: Tx, client: Client, id: string, changes: ProcessChanges): Promise<void> {
  await tx
    .updateTable('signature_processes')
    .set(stored(changes))
    .where('client_id', '=', client.id)
    .where('id', '=', id)
    .execute()
}

export const deleteProcessRow = statement<never, { client_id: string; id: string }>(`
  DELETE FROM signature_processes WHERE client_id = $client_id AND id = $id`)

export const deleteProcessRows = statement<never, { client_id: string; ids: string[] }>(`
  DELETE FROM signature_processes WHERE client_id = $client_id AND id = ANY ($ids::uuid[])`)

export const putFile = statement<
  never,
  {
    client_id: string
    id: string
    version: FileVersion
    filename: string
    size: number
    sha256: string
    page_count: number
    renew_at: Date | null
  }
>(`
  INSERT INTO signature_files (client_id, id, version, filename, size, sha256, page_count, renew_at)
  VALUES ($client_id, $id, $version, $filename, $size, $sha256, $page_count, $renew_at)
  ON CONFLICT (client_id, id, version) DO UPDATE SET filename = excluded.filename, size = excluded.size,
    sha256 = excluded.sha256, page_count = excluded.page_count, renew_at = excluded.renew_at`)

export const signatureBlobs = blobNames('signature_files', 'signature process')
