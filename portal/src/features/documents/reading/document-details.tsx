import { employeeDocumentWords } from '#features/documents/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Definition } from '#ui/text/DefinitionList.tsx'
import type { EmployeeDocument } from './employee-documents.api.ts'

type Described = Pick<EmployeeDocument, 'document_type_name' | 'date' | 'filename' | 'size'>

/** What is known of any document that an employee opens, whichever collection it is in. */
export function useDocumentDetails(document: Described): Record<'type' | 'date' | 'file' | 'size', Definition> {
  const t = useWords(employeeDocumentWords)
  const format = useFormat()
  return {
    type: { label: t('document.type'), value: document.document_type_name },
    date: { label: t('document.date'), value: format.date(document.date.slice(0, 10)) },
    file: { label: t('document.file'), value: document.filename },
    size: { label: t('document.size'), value: format.bytes(document.size) },
  }
}
