import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { useUrlFilters } from '../../ui/url-filters.ts'
import { DocumentPreview } from './DocumentPreview.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import classes from './MyDocuments.module.css'
import { type MyDocument, myDocumentQuery, myTypesQuery, useMyDocuments } from './my-documents.api.ts'
import { Neighbours } from './Neighbours.tsx'
import { withParameters } from './Pills.tsx'

const PATH = '/portal/documents'

/** A document of the folder: the document itself, and what is known of it. */
export function MyDocumentPage() {
  const t = useWords('myDocuments')
  const id = usePathParam('id')
  const filters = useUrlFilters(['type', 'q', 'since', 'until'])
  const query = useQuery(myDocumentQuery(id))
  const list = useMyDocuments(filters.values)
  if (query.isPending) return <LoadingPage />
  const breadcrumbs = [{ label: t('folder.title'), href: withParameters(PATH, filters.values) }]
  if (query.error) {
    return (
      <>
        <PageHeader title={t('folder.title')} breadcrumbs={breadcrumbs} />
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </>
    )
  }
  const document = query.data
  return (
    <>
      <PageHeader
        title={document.title}
        breadcrumbs={breadcrumbs}
        actions={
          <>
            <Neighbours id={id} list={list} hrefOf={(row) => withParameters(`${PATH}/${row.id}`, filters.values)} />
            <DownloadButton place="documents" id={id} />
          </>
        }
      />
      <div className={classes.layout}>
        <DocumentPreview document={document} place="documents" />
        <Section title={t('document.details')}>
          <Details document={document} />
        </Section>
      </div>
    </>
  )
}

function Details({ document }: { document: MyDocument }) {
  const t = useWords('myDocuments')
  const format = useFormat()
  const type = useQuery(myTypesQuery).data?.find((one) => one.code === document.document_type_code)
  const said = [...(type?.metas ?? []), ...(type?.filters ?? [])].flatMap((attribute) => {
    const value = document.document_type_metas[attribute.code] ?? document.document_type_filters[attribute.code]
    if (value === undefined || value === null) return []
    const shown = attribute.type === 'date' ? format.date(String(value)) : String(value)
    return [{ label: attribute.name ?? attribute.code, value: shown }]
  })
  const vault = document.linked_to_vault
    ? [
        {
          label: t('document.vault'),
          value: (
            <Anchor component={AppLink} href={`/portal/vault/${document.id}`} c="var(--accent-text)">
              {t('document.inVault')}
            </Anchor>
          ),
        },
      ]
    : []
  return (
    <DefinitionList
      stacked
      items={[
        { label: t('document.type'), value: document.document_type_name },
        { label: t('document.date'), value: format.date(document.date.slice(0, 10)) },
        ...said,
        { label: t('document.sentBy'), value: t(`document.origin.${document.origin}`) },
        { label: t('document.filed'), value: <RelativeTime value={document.created_at} /> },
        { label: t('document.file'), value: document.filename },
        { label: t('document.size'), value: format.bytes(document.size) },
        ...vault,
      ]}
    />
  )
}
