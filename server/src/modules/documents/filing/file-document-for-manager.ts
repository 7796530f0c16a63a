import { covers } from '#kernel/access/permission.ts'
import type { Client, Work } from '#kernel/work.ts'
import {
  type DocumentAttributes,
  findOrganizations,
  getEmployeeForManager,
  organizationsInPerimeter,
  perimeterOf,
} from '#modules/directory/index.ts'
import {
  lockWritableDocument,
  type PermittedDocument,
  writePermissionOf,
} from '#modules/documents/access/manager-access.ts'
import { outsideRestrictions } from '#modules/documents/access/outside-restrictions.ts'
import type { ManagerDocumentPatch, ManagerFilingData } from '#modules/documents/manager-schemas.ts'
import { patchDocument } from '#modules/documents/patch-document.ts'
import type { Document, Kind } from '#modules/documents/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { invalidFields, notFound, Problem } from '#platform/problem.ts'
import { checkAttributes } from './check-attributes.ts'
import { createDocument, type DocumentFile } from './create-document.ts'
import { findFilingTypeNamed } from './find-filing.ts'
import type { FileDeps } from './receive-file.ts'

/** A manager who changes documents. */
export type Manager = { technical_id: string; name: string }

/**
 * Finds where a manager wants a document to be filed, and that the manager may file there: an employee or an organization
 * beyond that is as if it were not there. Answers the kind of the document.
 */
export async function checkFilingForManager(
  db: Db,
  client: Client,
  writer: Manager,
  data: ManagerFilingData,
): Promise<Kind> {
  const type = await findFilingTypeNamed(db, client, data)
  const { employee_technical_id: id, document_type_filters: filters = {} } = data
  if (type.kind === 'employee' && id === undefined) {
    throw invalidFields([needed('employee_technical_id', 'This is required for an employee document.')])
  }
  if (type.kind === 'company' && !data.organization_codes?.length) {
    throw invalidFields([needed('organization_codes', 'Organizations are required for a company document.')])
  }
  await checkPerimeter(db, client, { writer, kind: type.kind, data })
  // Filing refuses them together with all other mistakes; the database could not compare them with the access restrictions.
  if (checkAttributes('filters', type.filters, filters).length > 0) return type.kind
  const document = { document_type_id: type.id, filters }
  await checkPerimeter(db, client, { writer, kind: type.kind, data, document }).catch(async (error: unknown) => {
    throw isAbsence(error)
      ? await outsideRestrictions(db, client, {
          manager: writer.technical_id,
          permission: writePermissionOf(type.kind),
          document,
        })
      : error
  })
  return type.kind
}

const isAbsence = (error: unknown) => error instanceof Problem && error.kind === 'not_found'

type FilingToCheck = { writer: Manager; kind: Kind; data: ManagerFilingData; document?: DocumentAttributes | undefined }

/** That the manager may file there; with a document, by profiles whose access restrictions allow it. */
async function checkPerimeter(
  db: Db,
  client: Client,
  {
    writer: { technical_id: manager },
    kind,
    data: { employee_technical_id: id, organization_codes: codes },
    document,
  }: FilingToCheck,
): Promise<void> {
  const permission = writePermissionOf(kind)
  if (kind === 'employee')
    await getEmployeeForManager(db, client, { manager, technicalId: id ?? '', permission, document })
  if (!codes?.length) return
  const [known, own] = await Promise.all([
    findOrganizations(db, client, codes),
    perimeterOf(db, client, { technicalId: manager, permission, document }),
  ])
  const keys = new Set((await organizationsInPerimeter(db, client, own)).organizationKeys)
  const other = codes.find((code) => !keys.has(known.get(code)?.key ?? 0))
  if (other !== undefined) throw notFound('organization', other)
}

const needed = (field: string, message: string) => ({ field, code: 'required', message })

type ManagerFiling = { data: ManagerFilingData; file: DocumentFile }

/** Files a document on behalf of a manager, after checking the permission. */
export async function fileDocumentForManager(
  work: Work,
  writer: Manager,
  { data, file }: ManagerFiling,
  { blobs }: FileDeps,
): Promise<Document> {
  const kind = await checkFilingForManager(work.tx, work.client, writer, data)
  const input = { ...data, api_uploader_name: writer.name }
  return createDocument(work, input, file, { blobs, origin: 'portal', kind, fileField: 'file' })
}

/**
 * Changes a document for a manager who may, and who may still change it afterwards: nobody moves a document out of the own
 * sight. Legal holds are for those who write such documents for the whole client.
 */
export async function patchDocumentForManager(
  work: Work,
  writer: Manager,
  id: string,
  patch: ManagerDocumentPatch,
): Promise<Document> {
  const { tx, client } = work
  const managed = await lockWritableDocument(work, writer.technical_id, id)
  const { row } = managed
  if (patch.legal_hold !== undefined && patch.legal_hold !== row.legal_hold && !mayChangeLegalHold(managed)) {
    throw new Problem('forbidden', 'not_permitted', 'Only managers of all documents can set legal holds.')
  }
  const changed = await patchDocument(work, row.kind, id, patch)
  const { document_type_id, document_type_filters: filters } = changed
  await lockWritableDocument(work, writer.technical_id, id).catch(async (error: unknown) => {
    const isOutside = isAbsence(error) || (error instanceof Problem && error.kind === 'forbidden')
    if (!isOutside) throw error
    throw await outsideRestrictions(tx, client, {
      manager: writer.technical_id,
      permission: writePermissionOf(row.kind),
      document: {
        document_type_id,
        filters,
      },
    })
  })
  return changed
}

/** Whether a manager may put a document under legal hold. */
export function mayChangeLegalHold({ row, clientWide }: PermittedDocument): boolean {
  return covers(clientWide, writePermissionOf(row.kind))
}
