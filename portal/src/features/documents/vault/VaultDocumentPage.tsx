import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DocumentFrame } from '#features/documents/reading/DocumentFrame.tsx'
import { useDocumentDetails } from '#features/documents/reading/document-details.tsx'
import { useVault, type VaultDocument, vaultDocumentQuery } from '#features/documents/reading/employee-documents.api.ts'
import classes from '#features/documents/reading/reading.module.css'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'

/** A document of the vault. Its fingerprint lets the employee prove that it is what was received. */
export function VaultDocumentPage() {
  const t = useWords(employeeDocumentWords)
  const id = usePathParam('id')
  const filters = useUrlFilters(['type', 'year']).values
  return (
    <DocumentFrame
      id={id}
      place="vault"
      listTitle={t('vault.title')}
      filters={filters}
      query={useQuery(vaultDocumentQuery(id))}
      list={useVault(filters)}
      badge={
        <StatusBadge tone="info">
          <IconLock size={14} aria-hidden /> {t('vault.badge')}
        </StatusBadge>
      }
      details={(document) => <Details document={document} />}
    />
  )
}

function Details({ document }: { document: VaultDocument }) {
  const t = useWords(employeeDocumentWords)
  const { type, date, file, size } = useDocumentDetails(document)
  return (
    <DefinitionList
      stacked
      items={[
        type,
        date,
        { label: t('document.received'), value: <RelativeTime value={document.received_at} /> },
        file,
        size,
        { label: t('document.hash'), value: <span className={classes.hash}>{document.sha256}</span> },
      ]}
    />
  )
}
