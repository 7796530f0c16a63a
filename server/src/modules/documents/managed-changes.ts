import { findOrganizations, getManagedEmployee, organizationsWithin } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Client, Work } from '#platform/db/work.ts'
import { covers } from '#platform/permission.ts'
import { invalidFields, notFound, Problem } from '#platform/problem.ts'
import { patchDocument } from './change-document.ts'
import { createDocument, type DocumentFile } from './create-document.ts'
import type { FileParts } from './document-file.ts'
import type { Document, Kind } from './document-schemas.ts'
import { findFilingTypeNamed } from './filing.ts'
import { getWritableDocument, writingOf } from './managed-documents.ts'
import type { ManagedDocumentPatch, ManagedUploadData } from './managed-schemas.ts'

/** A manager who changes documents. */
export type Writer = { technical_id: string; name: string; admin_permissions: readonly string[] }

/**
 * Finds where a manager wants a document to be filed, and that the manager may file there: an employee or an organization
 * beyond that is as if it were not there. Answers the kind of the document.
 */
export async function checkFiling(db: Db, client: Client, writer: Writer, data: ManagedUploadData): Promise<Kind> {
  const type = await findFilingTypeNamed(db, client, data)
  const permission = writingOf(type.kind)
  if (type.kind === 'employee') {
    const { employee_technical_id: id } = data
    if (id === undefined) throw invalidFields([needed('employee_technical_id', 'An employee document needs one.')])
    await getManagedEmployee(db, client, writer.technical_id, id, permission)
  } else if (!data.organization_codes?.length) {
    throw invalidFields([needed('organization_codes', 'A company document needs organizations.')])
  }
  await checkOrganizations(db, client, writer, type.kind, data.organization_codes)
  return type.kind
}

const needed = (field: string, message: string) => ({ field, code: 'required', message })

async function checkOrganizations(
  db: Db,
  client: Client,
  writer: Writer,
  kind: Kind,
  codes: string[] | undefined,
): Promise<void> {
  if (!codes?.length) return
  const [known, own] = await Promise.all([
    findOrganizations(db, client, codes),
    organizationsWithin(db, client, writer.technical_id, writingOf(kind)),
  ])
  const keys = new Set(own.places)
  const other = codes.find((code) => !keys.has(known.get(code)?.key ?? 0))
  if (other !== undefined) throw notFound('organization', other)
}

/** Files a document for a manager who may. */
export async function fileDocument(
  work: Work,
  writer: Writer,
  data: ManagedUploadData,
  file: DocumentFile,
  { blobs }: FileParts,
): Promise<Document> {
  const kind = await checkFiling(work.tx, work.client, writer, data)
  const input = { ...data, api_uploader_name: writer.name }
  return createDocument(work, input, file, { blobs, origin: 'portal', kind, fileField: 'file' })
}

/** Changes a document for a manager who may; holds are for those who write such documents for the whole client. */
export async function changeManagedDocument(
  work: Work,
  writer: Writer,
  id: string,
  patch: ManagedDocumentPatch,
): Promise<Document> {
  const { row } = await getWritableDocument(work.tx, work.client, writer.technical_id, id)
  if (patch.legal_hold !== undefined && patch.legal_hold !== row.legal_hold && !mayHold(writer, row.kind)) {
    throw new Problem('forbidden', 'not_permitted', 'Legal holds are for those who manage documents of everybody.')
  }
  return patchDocument(work, row.kind, id, patch)
}

export function mayHold({ admin_permissions }: Pick<Writer, 'admin_permissions'>, kind: Kind): boolean {
  return covers(admin_permissions, writingOf(kind))
}
