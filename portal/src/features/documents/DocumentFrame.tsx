import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../../app/i18n.ts'
import type { CursorList } from '../../ui/cursor-list.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { withParameters } from '../../ui/Pills.tsx'
import { Section } from '../../ui/Section.tsx'
import { DocumentPreview, type Shown } from './DocumentPreview.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import classes from './MyDocuments.module.css'
import type { Place } from './my-documents.api.ts'
import { Neighbours } from './Neighbours.tsx'

const PATHS: Record<Place, string> = {
  documents: '/portal/documents',
  company_documents: '/portal/documents/company',
  vault: '/portal/vault',
}

type DocumentFrameProps<Row> = {
  id: string
  place: Place
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
  const t = useWords('myDocuments')
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
        <DocumentPreview document={query.data} place={place} />
        <Section title={t('document.details')}>{details(query.data)}</Section>
      </div>
    </>
  )
}
