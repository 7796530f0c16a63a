import { Button } from '@mantine/core'
import { IconFiles, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { NoMatches } from '#ui/filters/NoMatches.tsx'
import { Pills, withParameters } from '#ui/filters/Pills.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { DocumentTabs } from './DocumentTabs.tsx'
import { useDocumentColumns } from './document-columns.tsx'
import { type EmployeeDocument, employeeTypesQuery, useEmployeeDocuments } from './employee-documents.api.ts'

const PATH = '/portal/documents'

/** The folder of the employee: by type, newest first. */
export function EmployeeDocumentsPage() {
  const t = useWords(employeeDocumentWords)
  const filters = useUrlFilters(['type', 'q', 'since', 'until'])
  const types = useQuery(employeeTypesQuery).data ?? []
  const documents = useEmployeeDocuments(filters.values)
  const columns = useColumns()
  const maySend = types.some((type) => type.upload_by_employee)
  const add = maySend && (
    <Button
      component={AppLink}
      href={withParameters(`${PATH}/upload`, { type: filters.values.type })}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('folder.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('folder.title')} description={t('folder.text')} actions={add} />
      <DocumentTabs />
      <TypePills />
      <Filters filters={filters} search="q" searchLabel={t('folder.search')}>
        <DateField
          aria-label={t('folder.since')}
          placeholder={t('folder.since')}
          value={filters.values.since ?? null}
          onChange={(value) => filters.set({ since: value ?? undefined })}
        />
        <DateField
          aria-label={t('folder.until')}
          placeholder={t('folder.until')}
          value={filters.values.until ?? null}
          onChange={(value) => filters.set({ until: value ?? undefined })}
        />
      </Filters>
      <DataTable
        label={t('folder.table')}
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
            <EmptyState icon={IconFiles} title={t('folder.emptyTitle')} text={t('folder.emptyText')} action={add} />
          )
        }
      />
    </>
  )
}

function TypePills() {
  const t = useWords(employeeDocumentWords)
  const { type: chosen, ...others } = useUrlFilters(['type', 'q', 'since', 'until']).values
  const types = (useQuery(employeeTypesQuery).data ?? []).filter(
    (type) => type.documents_count > 0 || type.code === chosen,
  )
  if (types.length === 0) return null
  const total = types.reduce((sum, type) => sum + type.documents_count, 0)
  const all = { key: '', label: t('folder.all'), count: total, href: withParameters(PATH, others), isCurrent: !chosen }
  const pills = types.map((type) => ({
    key: type.code,
    label: type.name,
    count: type.documents_count,
    href: withParameters(PATH, { ...others, type: type.code }),
    isCurrent: type.code === chosen,
  }))
  return <Pills label={t('folder.types')} pills={[all, ...pills]} />
}

function useColumns(): Column<EmployeeDocument>[] {
  const { title, type, date, size } = useDocumentColumns<EmployeeDocument>('documents')
  return [title, type, date, size]
}
