import { IconBuilding } from '@tabler/icons-react'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { NoMatches } from '#ui/filters/NoMatches.tsx'
import { withParameters } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { DocumentTabs } from './DocumentTabs.tsx'
import { useDocumentColumns } from './document-columns.tsx'
import { type EmployeeCompanyDocument, useEmployeeCompanyDocuments } from './employee-documents.api.ts'

const PATH = '/portal/documents/company'

/** Documents of the organizations of the employee, newest first. */
export function EmployeeCompanyDocumentsPage() {
  const t = useWords(employeeDocumentWords)
  const filters = useUrlFilters(['q'])
  const documents = useEmployeeCompanyDocuments(filters.values)
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('company.title')} description={t('company.text')} />
      <DocumentTabs />
      <Filters filters={filters} search="q" searchLabel={t('company.search')} />
      <DataTable
        label={t('company.table')}
        list={documents}
        columns={columns}
        rowId={(row) => row.id}
        rowHref={(row) => withParameters(`${PATH}/${row.id}`, filters.values)}
        empty={
          filters.isFiltered ? (
            <NoMatches
              title={t('folder.noneTitle')}
              text={t('folder.noneText')}
              showAll={t('folder.showAll')}
              onShowAll={filters.clear}
            />
          ) : (
            <EmptyState icon={IconBuilding} title={t('company.emptyTitle')} text={t('company.emptyText')} />
          )
        }
      />
    </>
  )
}

function useColumns(): Column<EmployeeCompanyDocument>[] {
  const t = useWords(employeeDocumentWords)
  const { title, type, date, size } = useDocumentColumns<EmployeeCompanyDocument>('company_documents')
  const organizations: Column<EmployeeCompanyDocument> = {
    id: 'organizations',
    header: t('column.organizations'),
    width: '20%',
    hideBelow: 'md',
    render: (row) => row.organizations.map((one) => one.name).join(', '),
  }
  return [title, { ...type, width: '20%' }, organizations, date, size]
}
