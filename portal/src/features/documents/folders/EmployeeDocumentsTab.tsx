import { Button, Switch } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { keepPendingFiles } from '#features/documents/filing/pending-files.ts'
import { folderWords, navigationWords } from '#features/documents/words.ts'
import { given } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { covers } from '#kernel/session/permissions.ts'
import { employeePath, employeeQuery } from '#shared/people/employees.api.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { DropAnywhere } from '#ui/files/DropAnywhere.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { DateSpan } from './DateSpan.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import { DOCUMENTS_KEY, type DocumentFilters, fetchFolder, uploadPath } from './folders.api.ts'
import classes from './folders.module.css'
import { TypeList, useFolderCounts } from './TypeList.tsx'

/** The documents of an employee by type; files dropped anywhere are filed here. */
export function EmployeeDocumentsTab() {
  const t = useWords(folderWords)
  const labelOf = useWords(navigationWords)
  const router = useRouter()
  const id = usePathParam('id')
  const employee = useQuery(employeeQuery(id)).data
  const filters = useUrlFilters(['q', 'type', 'since', 'until', 'trash'])
  const { q, type, since, until, trash } = filters.values
  const asked: DocumentFilters = given({
    q,
    document_type_code: type,
    date_since: since,
    date_until: until,
    trashed: trash === 'true' ? true : undefined,
  })
  const list = useCursorList([...DOCUMENTS_KEY, 'folder', id, asked], (page) => fetchFolder(id, asked, page))
  const isWriter = employee !== undefined && covers(employee.permissions, 'employee_documents:write')
  const upload = uploadPath({ employee: id, type })
  const drop = (files: File[]) => {
    keepPendingFiles(files)
    router.history.push(upload)
  }
  return (
    <div className={classes.sided}>
      {isWriter && <DropAnywhere onDrop={drop} text={t('documents.dropHere')} />}
      <FolderTypes id={id} type={type} />
      <div>
        <Filters filters={filters} search="q" searchLabel={t('documents.search')}>
          <DateSpan since={since} until={until} onChange={filters.set} />
          <Switch
            label={t('documents.trash')}
            checked={trash === 'true'}
            onChange={(event) => filters.set({ trash: event.currentTarget.checked ? 'true' : undefined })}
          />
        </Filters>
        <DocumentTable
          label={labelOf('documents')}
          list={list}
          empty={
            <EmptyState
              icon={IconFolderOpen}
              title={t(filters.isFiltered ? 'documents.noneFound' : 'documents.none')}
              text={isWriter && !filters.isFiltered ? t('documents.noneText') : undefined}
              action={
                isWriter && (
                  <Button component={AppLink} href={upload}>
                    {t('employee.upload')}
                  </Button>
                )
              }
            />
          }
        />
      </div>
    </div>
  )
}

function FolderTypes({ id, type }: { id: string; type: string | undefined }) {
  const t = useWords(folderWords)
  const { types } = useFolderCounts(id)
  const base = `${employeePath(id)}/documents`
  const total = types.reduce((sum, { count }) => sum + count, 0)
  return (
    <TypeList
      label={t('documents.byType')}
      items={[
        { key: '', label: t('documents.allTypes'), href: base, count: total, isCurrent: type === undefined },
        ...types.map(({ code, label, count }) => ({
          key: code,
          label,
          count,
          isCurrent: type === code,
          href: `${base}?type=${encodeURIComponent(code)}`,
        })),
      ]}
    />
  )
}
