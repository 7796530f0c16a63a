import { Readable } from 'node:stream'
import type { Client } from '#kernel/work.ts'
import type { FolderOwner } from '#modules/documents/folder/folder-documents.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { csvLine } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/db.ts'
import type { Position } from '#platform/db/lists/keyset-page.ts'
import { writeZip, type ZipFile } from '#platform/zip/write-zip.ts'
import { ArchiveNames } from './archive-names.ts'
import { listVault, type VaultDocument } from './list-vault.ts'

const READ_AT_ONCE = 100
const HEADER = ['file', 'title', 'document_type', 'date', 'received_at', 'size', 'sha256']
/** A spreadsheet takes a text for UTF-8 when it begins with this. */
const BOM = '\uFEFF'

type Deps = { db: Db; blobs: Blobs }

/** A ZIP of a vault, or of a year of it, made as it is read; `index.csv` in it lists the documents with their hashes. */
export function vaultArchive(deps: Deps, client: Client, owner: FolderOwner, year: number | undefined): Readable {
  return writeZip(filesOf(deps, client, owner, year))
}

async function* filesOf({ db, blobs }: Deps, client: Client, owner: FolderOwner, year: number | undefined) {
  const names = new ArchiveNames()
  const index = [BOM, csvLine(HEADER)]
  let newest: Date | undefined
  for await (const one of documentsOf(db, client, owner, year)) {
    const name = names.next(one)
    const receivedAt = new Date(one.received_at)
    newest ??= receivedAt
    index.push(indexLine(name, one))
    yield { name, modifiedAt: receivedAt, compress: false, open: () => openBlob(blobs, one.sha256) } satisfies ZipFile
  }
  const open = async () => Readable.from([Buffer.from(index.join(''))])
  yield { name: 'index.csv', modifiedAt: newest ?? new Date(0), compress: true, open } satisfies ZipFile
}

async function* documentsOf(db: Db, client: Client, { technical_id, language }: FolderOwner, year: number | undefined) {
  const vault = { employeeTechnicalId: technical_id, language, year }
  let at: Position | undefined
  do {
    const page = await listVault(db, client, vault, { perPage: READ_AT_ONCE, at })
    yield* page.rows
    at = page.next
  } while (at)
}

function indexLine(name: string, one: VaultDocument): string {
  return csvLine([name, one.title, one.document_type_name, one.date, one.received_at, one.size, one.sha256])
}

async function openBlob(blobs: Blobs, sha256: string): Promise<Readable> {
  const source = await blobs.get(sha256)
  if (!source) throw new Error(`The bytes of a file are missing: ${sha256}`)
  return source
}
