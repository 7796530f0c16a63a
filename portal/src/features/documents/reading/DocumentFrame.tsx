import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { type DocumentCollection, employeeAddresses } from '#shared/documents/addresses.ts'
import { DocumentPreview, type Shown } from '#shared/documents/DocumentPreview.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { withParameters } from '#ui/filters/Pills.tsx'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import type { CursorList } from '#ui/table/cursor-list.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { Neighbours } from './Neighbours.tsx'
import classes from './reading.module.css'

const PATHS: Record<DocumentCollection, string> = {
  documents: '/portal/documents',
  company_documents: '/portal/documents/company',
  vault: '/portal/vault',
}

type DocumentFrameProps<Row> = {
  id: string
  place: DocumentCollection
  /** What the list is called that the document is in. */
  listTitle: string
  /** How that list is narrowed: one comes back to it, and goes on to the next document of it. */
  filters: Record<string, string | undefined>
  query: UseQueryResult<Row>
  list: CursorList<Shown>
  badge?: ReactNode
  /** What can be done with the document, beside saving it. */
  actions?: (document: Row) => ReactNode
  details: (document: Row) => ReactNode
}

/** A page of a document: the document itself, what is known of it, and the way to the next one. */
export function DocumentFrame<Row extends Shown>({
  id,
  place,
  listTitle,
  filters,
  query,
  list,
  badge,
  actions,
  details,
}: DocumentFrameProps<Row>) {
  const t = useWords(employeeDocumentWords)
  if (query.isPending) return <LoadingPage />
  const breadcrumbs = [{ label: listTitle, href: withParameters(PATHS[place], filters) }]
  if (query.error) {
    return (
      <>
        <PageHeader title={listTitle} breadcrumbs={breadcrumbs} />
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </>
    )
  }
  const hrefOf = (row: Shown) => withParameters(`${PATHS[place]}/${row.id}`, filters)
  return (
    <>
      <PageHeader
        title={query.data.title}
        breadcrumbs={breadcrumbs}
        badge={badge}
        actions={
          <>
            <Neighbours id={id} list={list} hrefOf={hrefOf} />
            {actions?.(query.data)}
            <DownloadButton place={place} id={id} />
          </>
        }
      />
      <div className={classes.layout}>
        <DocumentPreview document={query.data} addresses={employeeAddresses(place, query.data.id)} />
        <Section title={t('document.details')}>{details(query.data)}</Section>
      </div>
    </>
  )
}
