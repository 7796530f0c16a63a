import { extname } from 'node:path'
import { nameIn } from '#kernel/languages/translations.ts'
import type { Work } from '#kernel/work.ts'
import { createDocument, type DocumentFile } from '#modules/documents/filing/create-document.ts'
import { type FolderOwner, presentFolderDocument } from '#modules/documents/folder/folder-documents.ts'
import type { FolderDocument, SubmissionData } from '#modules/documents/folder/schemas.ts'
import { findDocumentType } from '#modules/documents/types/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { invalid, invalidFields, Problem } from '#platform/problem.ts'
import { insertSubmission } from './queries.ts'

type Submission = { data: SubmissionData; file: DocumentFile }

/**
 * Files a document that an employee sends in the employee's own folder. Types that employees cannot send count as
 * unknown.
 */
export async function submitDocument(
  work: Work,
  owner: FolderOwner,
  { data: { document_type_code, title, date, metas, filters }, file }: Submission,
  blobs: Blobs,
): Promise<FolderDocument> {
  const type = await findDocumentType(work.tx, work.client, document_type_code)
  if (type?.kind !== 'employee' || !type.upload_by_employee) throw unknownType(document_type_code)
  const input = {
    document_type_code,
    employee_technical_id: owner.technical_id,
    title: title ?? titleOf(file.filename),
    ...(date === undefined ? {} : { date }),
    ...(metas === undefined ? {} : { document_type_metas: metas }),
    ...(filters === undefined ? {} : { document_type_filters: filters }),
  }
  const options = { blobs, origin: 'portal', kind: 'employee', fileField: 'file' } as const
  const document = await createDocument(work, input, file, options).catch(asSent)
  await insertSubmission(work.tx, work.client, document.id, work.now)
  return presentFolderDocument(document, nameIn(type.localized_names, owner.language, type.name))
}

function titleOf(filename: string): string {
  const title = filename.slice(0, filename.length - extname(filename).length).trim()
  return title === '' ? filename : title
}

function unknownType(code: string): Problem {
  return invalid('document_type_code', 'unknown_document_type', `Document type ${code} not found.`)
}

/** Refusals name the fields as they were sent. */
function asSent(error: unknown): never {
  if (!(error instanceof Problem) || error.kind !== 'invalid') throw error
  throw invalidFields(
    error.fields.map((one) => ({ ...one, field: one.field.replace(/^document_type_(?=metas|filters)/, '') })),
  )
}
