import { covers } from '#kernel/session/permissions.ts'
import { Notes } from './Notes.tsx'

/** Notes on a document, for the managers who may read them. */
export function DocumentNotes({ documentId, permissions }: { documentId: string; permissions: readonly string[] }) {
  if (!covers(permissions, 'notes:read')) return null
  return <Notes subject={{ document_id: documentId }} isWriter={covers(permissions, 'notes:write')} />
}
