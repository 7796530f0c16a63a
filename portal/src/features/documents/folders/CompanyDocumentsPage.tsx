import { Button, Switch } from '@mantine/core'
import { IconBuilding, IconUpload } from '@tabler/icons-react'
import { folderWords } from '#features/documents/words.ts'
import { given } from '#kernel/api/api.ts'
import { may } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { DateSpan } from './DateSpan.tsx'
import { DocumentTable } from './DocumentTable.tsx'
import {
  DOCUMENTS_KEY,
  type DocumentFilters,
  fetchCompanyDocuments,
  uploadPath,
  useDocumentTypes,
} from './folders.api.ts'
import classes from './folders.module.css'
import { OrganizationPicker } from './OrganizationPicker.tsx'
import { TypeList } from './TypeList.tsx'

/** Documents of organizations, by type and organization. */
export function CompanyDocumentsPage() {
  const t = useWords(folderWords)
  const isWriter = may(useSession(), 'company_documents:write')
  const types = (useDocumentTypes().data ?? []).filter(({ kind }) => kind === 'company')
  const filters = useUrlFilters(['q', 'type', 'organization', 'since', 'until', 'trash'])
  const { q, type, organization, since, until, trash } = filters.values
  const asked: DocumentFilters = given({
    q,
    document_type_code: type,
    organization_code: organization,
    date_since: since,
    date_until: until,
    trashed: trash === 'true' ? true : undefined,
  })
  const list = useCursorList([...DOCUMENTS_KEY, 'company', asked], (page) => fetchCompanyDocuments(asked, page))
  const upload = isWriter ? <UploadLink type={type} /> : undefined
  return (
    <>
      <PageHeader title={t('company.title')} description={t('company.text')} actions={upload} />
      <div className={classes.sided}>
        <TypeList
          label={t('documents.byType')}
          items={[{ code: undefined, label: t('documents.allTypes') }, ...types].map(({ code, label }) => ({
            key: code ?? '',
            label,
            isCurrent: type === code,
            href: `/portal/manager/documents${code ? `?type=${encodeURIComponent(code)}` : ''}`,
          }))}
        />
        <div>
          <Filters filters={filters} search="q" searchLabel={t('documents.search')}>
            <OrganizationPicker
              value={organization}
              onChange={(code) => filters.set({ organization: code })}
              permission="company_documents:read"
            />
            <DateSpan since={since} until={until} onChange={filters.set} />
            <Switch
              label={t('documents.trash')}
              checked={trash === 'true'}
              onChange={(event) => filters.set({ trash: event.currentTarget.checked ? 'true' : undefined })}
            />
          </Filters>
          <DocumentTable
            label={t('company.title')}
            list={list}
            columns={[
              {
                id: 'organizations',
                header: t('documents.organizations'),
                render: (row) => row.organizations.map((one) => one.name).join(', '),
              },
            ]}
            empty={
              <EmptyState
                icon={IconBuilding}
                title={t(filters.isFiltered ? 'documents.noneFound' : 'company.none')}
                text={t(filters.isFiltered ? 'documents.noneFoundText' : 'company.noneText')}
                action={filters.isFiltered ? undefined : upload}
              />
            }
          />
        </div>
      </div>
    </>
  )
}

function UploadLink({ type }: { type: string | undefined }) {
  const t = useWords(folderWords)
  return (
    <Button
      component={AppLink}
      href={uploadPath({ type, kind: 'company' })}
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      {t('employee.upload')}
    </Button>
  )
}
