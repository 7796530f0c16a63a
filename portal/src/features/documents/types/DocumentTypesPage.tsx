import { Button } from '@mantine/core'
import { IconFileDescription, IconPlus } from '@tabler/icons-react'
import { documentTypeWords } from '#features/documents/words.ts'
import { api, unwrapPage } from '#kernel/api/api.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useLanguage, useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type DocumentType, type Kind, NEW, TYPES_KEY, typePath } from './types.api.ts'

/** The types of documents, of employees and of the company. */
export function DocumentTypesPage() {
  const t = useWords(documentTypeWords)
  const isWriter = mayAdmin(useSession(), 'document_types:write')
  const filters = useUrlFilters(['q', 'kind'])
  const { q, kind } = filters.values
  const asked = { ...(q ? { q } : {}), ...(kind ? { kind: kind as Kind } : {}) }
  const list = useCursorList([...TYPES_KEY, asked], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/admin/document_types', {
        params: { query: { ...asked, ...(cursor ? { cursor } : {}), per_page: 100 } },
        signal,
      }),
    ),
  )
  const add = isWriter && (
    <Button component={AppLink} href={typePath(NEW)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} actions={add} />
      <Filters
        filters={filters}
        search="q"
        searchLabel={t('search')}
        choices={[
          {
            name: 'kind',
            label: t('kind'),
            options: (['employee', 'company'] as const).map((value) => ({ value, label: t(`kinds.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t('title')}
        list={list}
        columns={useColumns()}
        rowId={(row) => row.code}
        rowHref={(row) => typePath(row.code)}
        empty={
          <EmptyState
            icon={IconFileDescription}
            title={t(filters.isFiltered ? 'noneFound' : 'none')}
            text={t('noneText')}
            action={add}
          />
        }
      />
    </>
  )
}

function useColumns(): Column<DocumentType>[] {
  const t = useWords(documentTypeWords)
  const language = useLanguage()
  const nameOf = ({ name, localized_names }: DocumentType) =>
    localized_names.find((one) => one.value && one.language_code.startsWith(language))?.value ?? name
  return [
    { id: 'name', header: t('name'), render: nameOf },
    { id: 'code', header: t('code'), width: '12rem', render: ({ code }) => <code>{code}</code> },
    { id: 'kind', header: t('kind'), width: '12rem', render: ({ kind }) => t(`kinds.${kind}`) },
    {
      id: 'rights',
      header: t('rights'),
      hideBelow: 'md',
      render: ({ visible_by_employee, upload_by_employee }) => {
        if (!visible_by_employee && !upload_by_employee) return <StatusBadge>{t('hidden')}</StatusBadge>
        return (
          <>
            {visible_by_employee && <StatusBadge tone="info">{t('sees')}</StatusBadge>}{' '}
            {upload_by_employee && <StatusBadge tone="good">{t('adds')}</StatusBadge>}
          </>
        )
      },
    },
    {
      id: 'attributes',
      header: t('attributes'),
      width: '10rem',
      hideBelow: 'lg',
      render: ({ metas, filters }) => t('attributeCount', { count: metas.length + filters.length }),
    },
  ]
}
