import { employeeDocumentWords } from '#features/documents/words.ts'
import { type DocumentCollection, employeeAddresses } from '#shared/documents/addresses.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import type { EmployeeDocument } from './employee-documents.api.ts'
import { FileIcon } from './FileIcon.tsx'
import classes from './reading.module.css'

type Shown = Pick<EmployeeDocument, 'id' | 'title' | 'content_type' | 'document_type_name' | 'date' | 'size'>

/** What lists of documents show, of the folder and of the vault alike. */
export function useDocumentColumns<Row extends Shown>(
  place: DocumentCollection,
): Record<'title' | 'type' | 'date' | 'size', Column<Row>> {
  const t = useWords(employeeDocumentWords)
  const format = useFormat()
  return {
    title: {
      id: 'title',
      header: t('column.title'),
      render: (row) => (
        <span className={classes.name}>
          <FileIcon contentType={row.content_type} thumbnail={employeeAddresses(place, row.id).thumbnail} />
          {row.title}
        </span>
      ),
    },
    type: { id: 'type', header: t('column.type'), width: '26%', render: (row) => row.document_type_name },
    date: { id: 'date', header: t('column.date'), width: '9rem', render: (row) => format.date(row.date.slice(0, 10)) },
    size: {
      id: 'size',
      header: t('column.size'),
      width: '7rem',
      align: 'end',
      hideBelow: 'lg',
      render: (row) => format.bytes(row.size),
    },
  }
}
