import type { EventName } from '#kernel/events/catalogue.ts'
import type { Client, Work } from '#kernel/work.ts'
import { isVisible } from '#modules/documents/access/employee-access.ts'
import { copyToVaultSql } from '#modules/documents/vault/queries.ts'
import { isHeld } from '#modules/governance/index.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { isViolationOf } from '#platform/db/is-violation-of.ts'
import { lookup, parametersFor, statement } from '#platform/db/statement.ts'
import { type EventStamp, eventCtes, stampEvent } from '#platform/events/outbox.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Kind, Origin } from './schemas.ts'

export type DocumentRow = {
  client_id: string
  key: string
  id: string
  kind: Kind
  document_type_id: number
  document_type_code: string
  employee_technical_id: string | null
  organization_keys: number[]
  organization_codes: string[]
  title: string
  external_unique_id: string | null
  external_reference: string | null
  date: Date
  metas: Record<string, unknown>
  filters: Record<string, unknown>
  api_uploader_name: string | null
  filename: string
  content_type: string
  size: string
  sha256: string
  page_count: number | null
  origin: Origin
  /** Whether it was added to the employee's vault. The vault shows it while employees can see its type. */
  is_linked: boolean
  /** Whether it reaches the vault as soon as employees may see its type. */
  is_withheld: boolean
  /** Whether employees may see its type. */
  is_visible: boolean
  legal_hold: boolean
  trashed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What is shown of a document, and what lists are sorted by. */
export const DOCUMENT_COLUMNS = `
  document.client_id, document.key, document.id, document.kind, document.document_type_id, document.organization_keys,
  document.title,
  document.external_unique_id, document.external_reference, document.date, document.metas, document.filters,
  document.api_uploader_name, document.filename, document.content_type, document.size, document.sha256,
  document.page_count, document.origin, document.is_linked, document.is_withheld,
  ${isHeld("document.kind || '_document'", 'document.id::text')} AS legal_hold,
  document.trashed_at, document.created_at, document.updated_at, ${isVisible('document')} AS is_visible,
  (SELECT code FROM document_types WHERE client_id = $client_id AND id = document.document_type_id)
    AS document_type_code,
  (SELECT technical_id FROM employees WHERE client_id = $client_id AND key = document.employee_key)
    AS employee_technical_id,
  (SELECT coalesce(json_agg(organization.code ORDER BY placed.rank), '[]')
   FROM unnest(document.organization_keys) WITH ORDINALITY AS placed (key, rank)
   JOIN organizations organization ON organization.client_id = $client_id AND organization.key = placed.key)
    AS organization_codes`

const find = lookup<DocumentRow, { client_id: string; kind: Kind; id: string }>(`
  SELECT ${DOCUMENT_COLUMNS} FROM documents document
  WHERE document.id = $id AND document.client_id = $client_id AND document.kind = $kind`)

export async function findDocument(db: Db, client: Client, kind: Kind, id: string): Promise<DocumentRow | undefined> {
  return (await find(db, { client_id: client.id, kind, id }))[0]
}

const lock = statement<{ key: string }, { client_id: string; kind: Kind; id: string }>(`
  SELECT key FROM documents WHERE id = $id AND client_id = $client_id AND kind = $kind FOR UPDATE`)

/** Like findDocument, and locks the document until the transaction ends. */
export async function lockDocument(tx: Tx, client: Client, kind: Kind, id: string): Promise<DocumentRow | undefined> {
  // A second statement, so that it sees what the last holder of the lock committed; both are sent at once.
  const [, row] = await Promise.all([lock(tx, { client_id: client.id, kind, id }), findDocument(tx, client, kind, id)])
  return row
}

const lockRows = statement<{ key: string }, { client_id: string; kind: Kind; ids: string[] }>(`
  SELECT key FROM documents WHERE client_id = $client_id AND kind = $kind AND id = ANY ($ids::uuid[]) ORDER BY key FOR UPDATE`)
const findRows = statement<DocumentRow, { client_id: string; kind: Kind; ids: string[] }>(`
  SELECT ${DOCUMENT_COLUMNS} FROM documents document
  WHERE document.client_id = $client_id AND document.kind = $kind AND document.id = ANY ($ids::uuid[])`)

/** Those of these documents that are there, locked until the transaction ends. */
export async function lockDocuments(
  tx: Tx,
  client: Client,
  kind: Kind,
  ids: readonly string[],
): Promise<DocumentRow[]> {
  const named = { client_id: client.id, kind, ids: [...ids] }
  const [, rows] = await Promise.all([lockRows(tx, named), findRows(tx, named)])
  return rows
}

/** Locks a document of either kind until the transaction ends. */
export const lockDocumentRow = statement<{ key: string }, { client_id: string; id: string }>(`
  SELECT key FROM documents WHERE id = $id AND client_id = $client_id FOR UPDATE`)

const lockKey = statement<{ key: string }, { client_id: string; id: string }>(`
  SELECT key FROM documents WHERE id = $id AND client_id = $client_id FOR KEY SHARE`)

/** The key of a document of any kind, locked against deletion until the transaction ends. */
export async function lockDocumentKey(tx: Tx, client: Client, id: string): Promise<string | undefined> {
  return isUuid(id) ? (await lockKey(tx, { client_id: client.id, id }))[0]?.key : undefined
}

export type NewDocument = Omit<
  DocumentRow,
  | 'client_id'
  | 'key'
  | 'document_type_code'
  | 'is_visible'
  | 'legal_hold'
  | 'employee_technical_id'
  | 'organization_codes'
  | 'size'
> & {
  employee_key: string | null
  size: number
  search_text: string
}

const INSERTED = [
  'id',
  'kind',
  'document_type_id',
  'employee_key',
  'organization_keys',
  'title',
  'external_unique_id',
  'external_reference',
  'date',
  'metas',
  'filters',
  'api_uploader_name',
  'filename',
  'content_type',
  'size',
  'sha256',
  'page_count',
  'origin',
  'is_linked',
  'is_withheld',
  'search_text',
  'trashed_at',
  'created_at',
  'updated_at',
]
type Written = Omit<NewDocument, 'metas' | 'filters'> & { metas: string; filters: string }

const insert = statement<
  { id: string },
  Written & EventStamp & { client_id: string; event_type: string; event_data: string }
>(`
  WITH made AS (
    INSERT INTO documents (client_id, ${INSERTED.join(', ')})
    VALUES ($client_id, ${parametersFor(INSERTED)})
    ON CONFLICT (client_id, external_unique_id) WHERE external_unique_id IS NOT NULL DO NOTHING RETURNING client_id, id
  ), told AS (
    SELECT client_id, $event_type::text AS type, id::text AS resource_id, $event_data::text AS data FROM made
  ), ${eventCtes('told')}
  SELECT id FROM made`)

/** Stores a document and its event in one statement; false if another document has its external_unique_id. */
export async function insertDocument(work: Work, document: NewDocument, event: CreatedEvent): Promise<boolean> {
  const made = await insert(work.tx, {
    ...document,
    ...stampEvent(work),
    client_id: work.client.id,
    metas: JSON.stringify(document.metas),
    filters: JSON.stringify(document.filters),
    event_type: event.type,
    event_data: event.data,
  })
  return made.length === 1
}

const RECORD: Record<string, string> = {
  id: 'uuid',
  kind: 'text',
  document_type_id: 'integer',
  employee_key: 'bigint',
  organization_keys: 'integer[]',
  title: 'text',
  external_unique_id: 'text',
  external_reference: 'text',
  date: 'timestamptz',
  metas: 'json',
  filters: 'json',
  api_uploader_name: 'text',
  filename: 'text',
  content_type: 'text',
  size: 'bigint',
  sha256: 'text',
  page_count: 'integer',
  origin: 'text',
  is_linked: 'boolean',
  is_withheld: 'boolean',
  search_text: 'text',
  trashed_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}
const insertMany = statement<never, { client_id: string; documents: string }>(`
  INSERT INTO documents (client_id, ${INSERTED.join(', ')}) SELECT $client_id, ${INSERTED.join(', ')}
  FROM json_to_recordset($documents::json) AS made (${INSERTED.map((column) => `${column} ${RECORD[column]}`).join(', ')})`)

/** Stores many documents of which none has an external_unique_id. Their events are for the caller to tell. */
export async function insertDocuments(tx: Tx, client: Client, documents: readonly NewDocument[]): Promise<void> {
  await insertMany(tx, { client_id: client.id, documents: JSON.stringify(documents) })
}

export type CreatedEvent = { type: EventName; data: string }

export type ChangedDocument = Pick<
  NewDocument,
  | 'document_type_id'
  | 'organization_keys'
  | 'title'
  | 'external_unique_id'
  | 'external_reference'
  | 'date'
  | 'metas'
  | 'filters'
  | 'api_uploader_name'
  | 'is_linked'
  | 'trashed_at'
  | 'search_text'
  | 'updated_at'
>

/** Stores what changed; false when another document has its external_unique_id. */
export async function updateDocument(
  tx: Tx,
  { client_id, key }: DocumentRow,
  changed: ChangedDocument,
): Promise<boolean> {
  const { metas, filters, ...rest } = changed
  try {
    await tx
      .updateTable('documents')
      .set({ ...rest, metas: JSON.stringify(metas), filters: JSON.stringify(filters) })
      .where('client_id', '=', client_id)
      .where('key', '=', key)
      .execute()
    return true
  } catch (error) {
    if (!isViolationOf(error, 'documents_by_external_unique_id')) throw error
    return false
  }
}

const remove = statement<never, { client_id: string; key: string }>(`
  WITH gone AS (DELETE FROM documents WHERE client_id = $client_id AND key = $key RETURNING *)
  , kept AS (${copyToVaultSql('gone WHERE is_linked')}) SELECT`)

/** Deletes a document from the folder; a vault that holds it keeps it. */
export async function deleteDocumentRow(tx: Tx, { client_id, key }: DocumentRow): Promise<void> {
  await remove(tx, { client_id, key })
}

const trashAll = statement<never, { client_id: string; keys: string[]; now: Date }>(`
  UPDATE documents SET trashed_at = $now, updated_at = $now WHERE client_id = $client_id AND key = ANY ($keys::bigint[])`)

/** Puts documents into the trash. */
export async function trashDocumentRows(tx: Tx, client: Client, keys: string[], now: Date): Promise<void> {
  await trashAll(tx, { client_id: client.id, keys, now })
}

export const filedBlobs = blobNames('documents', 'document')
