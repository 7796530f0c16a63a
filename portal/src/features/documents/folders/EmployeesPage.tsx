import { Button, Text } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { folderWords } from '#features/documents/words.ts'
import { api, given, unwrapPage } from '#kernel/api/api.ts'
import { fullName } from '#kernel/session/session.ts'
import { type EmployeeItem, employeePath } from '#shared/people/employees.api.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useFormat } from '#ui/language/format.ts'
import { type Translate, useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { PersonChip } from '#ui/text/PersonChip.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { useFilterFields } from './folders.api.ts'
import { OrganizationPicker } from './OrganizationPicker.tsx'

const OWN = ['q', 'status', 'organization', 'sort'] as const
/** Parameters of custom fields, beside those of the page's own. */
const FIELD = 'field.'
/** Beyond this the server does not count. */
const MAX_COUNTED = 10_000

type Status = 'current' | 'terminated' | 'all'
type Sort = 'name' | '-name' | '-created_at'

/** The employees of a manager, loaded page by page: there may be a hundred thousand of them. */
export function EmployeesPage() {
  const t = useWords(folderWords)
  const format = useFormat()
  const fields = (useFilterFields().data ?? []).filter(({ type }) => type === 'list' || type === 'boolean')
  const filters = useUrlFilters<string>([...OWN, ...fields.map(({ code }) => `${FIELD}${code}`)])
  const list = useEmployeeList(filters.values, fields)
  const isMore = (list.total ?? 0) > MAX_COUNTED
  const clear = filters.isFiltered ? <Button onClick={filters.clear}>{t('employees.clear')}</Button> : undefined
  return (
    <>
      <PageHeader title={t('employees.title')} description={t('employees.text')} />
      <Filters filters={filters} search="q" searchLabel={t('employees.search')} choices={useChoices(fields)}>
        <OrganizationPicker
          value={filters.values.organization}
          onChange={(code) => filters.set({ organization: code })}
          permission="employees:read"
        />
      </Filters>
      {isMore && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {t('employees.more', { count: format.number(MAX_COUNTED) })}
        </Text>
      )}
      <DataTable
        label={t('employees.title')}
        list={list}
        columns={useColumns()}
        rowId={(row) => row.technical_id}
        rowHref={(row) => employeePath(row.technical_id)}
        rowLabel={fullName}
        showTotal={!isMore}
        empty={
          <EmptyState
            icon={IconUserSearch}
            title={t(filters.isFiltered ? 'employees.noneFound' : 'employees.none')}
            text={t(filters.isFiltered ? 'employees.noneFoundText' : 'employees.noneText')}
            action={clear}
          />
        }
      />
    </>
  )
}

type Field = NonNullable<ReturnType<typeof useFilterFields>['data']>[number]

function useEmployeeList(values: Partial<Record<string, string>>, fields: Field[]) {
  const { q, status = 'current', organization, sort } = values
  const custom_field = fields.flatMap(({ code }) => {
    const value = values[`${FIELD}${code}`]
    return value === undefined ? [] : [`${code}:${value}`]
  })
  const asked = given({
    q,
    organization_code: organization,
    status: status as Status,
    sort: sort as Sort | undefined,
    custom_field: custom_field.length > 0 ? custom_field : undefined,
  })
  return useCursorList(['folders', 'employees', asked], ({ cursor, signal }) =>
    unwrapPage(
      api.GET('/portal/api/manager/employees', {
        params: { query: given({ ...asked, cursor, per_page: 100 }) },
        signal,
      }),
    ),
  )
}

/** What the list can be narrowed and sorted by. */
function useChoices(fields: Field[]) {
  const t = useWords(folderWords)
  return [
    {
      name: 'status',
      label: t('employees.status'),
      placeholder: t('employees.statusCurrent'),
      options: statusOptions(t),
    },
    {
      name: 'sort',
      label: t('employees.sort'),
      placeholder: t('employees.sortName'),
      options: sortOptions(t),
    },
    ...fields.map((field) => ({
      name: `${FIELD}${field.code}`,
      label: field.name,
      searchable: field.values.length > 10,
      options:
        field.type === 'boolean'
          ? (['true', 'false'] as const).map((value) => ({ value, label: t(`boolean.${value}`) }))
          : field.values.map((value) => ({ value, label: value })),
    })),
  ]
}

type Words = Translate<typeof folderWords>

function statusOptions(t: Words) {
  return [
    { value: 'terminated', label: t('employees.statusTerminated') },
    { value: 'all', label: t('employees.statusAll') },
  ]
}

function sortOptions(t: Words) {
  return [
    { value: '-name', label: t('employees.sortNameDown') },
    { value: '-created_at', label: t('employees.sortNewest') },
  ]
}

function useColumns(): Column<EmployeeItem>[] {
  const t = useWords(folderWords)
  return [
    {
      id: 'name',
      header: t('employees.name'),
      render: (row) => <PersonChip name={fullName(row)} detail={row.email} />,
    },
    {
      id: 'number',
      header: t('employees.number'),
      width: '10rem',
      render: ({ employee_numbers, technical_id }) => employee_numbers.join(', ') || technical_id,
    },
    {
      id: 'organizations',
      header: t('employees.organizations'),
      render: ({ organizations }) => organizations.map((one) => one.name).join(', ') || '–',
    },
    {
      id: 'status',
      header: t('employees.status'),
      width: '9rem',
      hideBelow: 'md',
      render: ({ status }) => <EmployeeStatus status={status} />,
    },
    {
      id: 'created',
      header: t('employees.created'),
      width: '10rem',
      hideBelow: 'lg',
      hideOnCards: true,
      render: ({ created_at }) => <RelativeTime value={created_at} />,
    },
  ]
}

export function EmployeeStatus({ status }: { status: EmployeeItem['status'] }) {
  const t = useWords(folderWords)
  return <StatusBadge tone={status === 'current' ? 'good' : 'neutral'}>{t(`status.${status}`)}</StatusBadge>
}
