import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useFormat } from '../../ui/format.ts'
import { LoadingPage } from '../../ui/LoadingState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Section } from '../../ui/Section.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useUrlFilters } from '../../ui/url-filters.ts'
import { DocumentPreview } from './DocumentPreview.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import classes from './MyDocuments.module.css'
import { useMyVault, vaultDocumentQuery } from './my-documents.api.ts'
import { Neighbours } from './Neighbours.tsx'
import { withParameters } from './Pills.tsx'

const PATH = '/portal/vault'

/** A document of the vault. Its fingerprint lets the employee prove that it is what was received. */
export function VaultDocumentPage() {
  const t = useWords('myDocuments')
  const format = useFormat()
  const id = usePathParam('id')
  const filters = useUrlFilters(['type', 'year'])
  const query = useQuery(vaultDocumentQuery(id))
  const list = useMyVault(filters.values)
  if (query.isPending) return <LoadingPage />
  const breadcrumbs = [{ label: t('vault.title'), href: withParameters(PATH, filters.values) }]
  if (query.error) {
    return (
      <>
        <PageHeader title={t('vault.title')} breadcrumbs={breadcrumbs} />
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
        badge={
          <StatusBadge tone="info">
            <IconLock size={14} aria-hidden /> {t('vault.badge')}
          </StatusBadge>
        }
        actions={
          <>
            <Neighbours id={id} list={list} hrefOf={(row) => withParameters(`${PATH}/${row.id}`, filters.values)} />
            <DownloadButton place="vault" id={id} />
          </>
        }
      />
      <div className={classes.layout}>
        <DocumentPreview document={document} place="vault" />
        <Section title={t('document.details')}>
          <DefinitionList
            stacked
            items={[
              { label: t('document.type'), value: document.document_type_name },
              { label: t('document.date'), value: format.date(document.date.slice(0, 10)) },
              { label: t('document.received'), value: <RelativeTime value={document.received_at} /> },
              { label: t('document.file'), value: document.filename },
              { label: t('document.size'), value: format.bytes(document.size) },
              { label: t('document.hash'), value: <span className={classes.hash}>{document.sha256}</span> },
            ]}
          />
        </Section>
      </div>
    </>
  )
}
