import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'
import { useDocumentDetails } from './document-details.tsx'
import {
  employeeDocumentQuery,
  employeeTypesQuery,
  type OpenedDocument,
  useEmployeeDocuments,
} from './employee-documents.api.ts'
import { UploadedDocumentActions } from './UploadedDocumentActions.tsx'

/** A document of the folder: the document itself, and what is known of it. */
export function EmployeeDocumentPage() {
  const t = useWords(employeeDocumentWords)
  const id = usePathParam('id')
  const filters = useUrlFilters(['type', 'q', 'since', 'until']).values
  return (
    <DocumentFrame
      id={id}
      place="documents"
      listTitle={t('folder.title')}
      filters={filters}
      query={useQuery(employeeDocumentQuery(id))}
      list={useEmployeeDocuments(filters)}
      actions={(document) => <UploadedDocumentActions document={document} />}
      details={(document) => <Details document={document} />}
    />
  )
}

function Details({ document }: { document: OpenedDocument }) {
  const t = useWords(employeeDocumentWords)
  const format = useFormat()
  const known = useDocumentDetails(document)
  const type = useQuery(employeeTypesQuery).data?.find((one) => one.code === document.document_type_code)
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
  const until = document.withdrawable_until
  return (
    <>
      {until && (
        <Text size="sm" c="dimmed" mb="md">
          {t('document.mayWithdraw', { date: format.dateTime(until) })}
        </Text>
      )}
      <DefinitionList
        stacked
        items={[
          known.type,
          known.date,
          ...said,
          { label: t('document.sentBy'), value: t(`document.origin.${document.origin}`) },
          { label: t('document.filed'), value: <RelativeTime value={document.created_at} /> },
          known.file,
          known.size,
          ...vault,
        ]}
      />
    </>
  )
}
