import { useQuery } from '@tanstack/react-query'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { DocumentFrame } from './DocumentFrame.tsx'
import { useDocumentDetails } from './document-details.tsx'
import {
  type EmployeeCompanyDocument,
  employeeCompanyDocumentQuery,
  useEmployeeCompanyDocuments,
} from './employee-documents.api.ts'

/** A document of an organization of the employee. */
export function EmployeeCompanyDocumentPage() {
  const t = useWords(employeeDocumentWords)
  const id = usePathParam('id')
  const filters = useUrlFilters(['q']).values
  return (
    <DocumentFrame
      id={id}
      place="company_documents"
      listTitle={t('company.title')}
      filters={filters}
      query={useQuery(employeeCompanyDocumentQuery(id))}
      list={useEmployeeCompanyDocuments(filters)}
      details={(document) => <Details document={document} />}
    />
  )
}

function Details({ document }: { document: EmployeeCompanyDocument }) {
  const t = useWords(employeeDocumentWords)
  const { type, date, file, size } = useDocumentDetails(document)
  return (
    <DefinitionList
      stacked
      items={[
        type,
        { label: t('document.organizations'), value: document.organizations.map((one) => one.name).join(', ') },
        date,
        { label: t('document.filed'), value: <RelativeTime value={document.created_at} /> },
        file,
        size,
      ]}
    />
  )
}
