import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v1.ts'
import { answerOf } from '../http/answer-of.ts'
import { formOf } from '../http/form-of.ts'
import type { V1Schemas } from '../schemas.ts'

/** Documents by the deprecated calls of v1; `signDownload` makes the address that downloads one. */
export function apiKeyDocuments(raw: Client<paths>) {
  return {
    /** Files a document in the folder of an employee, or as one of an organization. */
    upload: (file: Blob, data: V1Schemas['DocumentUploadData']) =>
      answerOf(
        raw.POST('/api/v1/enterprise/documents', {
          body: { file: '', data },
          bodySerializer: () => formOf({ file, data: JSON.stringify(data) }),
        }),
      ),
  }
}

/** Notes by the deprecated calls of v1. */
export function apiKeyNotes(raw: Client<paths>) {
  return {
    onDocument: (note: V1Schemas['NoteOnDocument']) => answerOf(raw.POST('/api/v1/notes/documents', { body: note })),
    onEmployee: (note: V1Schemas['NoteOnEmployee']) => answerOf(raw.POST('/api/v1/notes/employees', { body: note })),
  }
}
