import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ListedPerson, listPeople, rolesQuery } from '#features/directory/directory.api.ts'
import { directoryWords } from '#features/directory/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { type FilterChoice, Filters } from '#ui/filters/Filters.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useCursorList } from '#ui/table/cursor-list.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { useListSelection } from '#ui/table/selection.ts'
import { PersonChip } from '#ui/text/PersonChip.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { LogInBadge } from './LogInBadge.tsx'
import { openNewPersonForm } from './NewPersonForm.tsx'
import { PeopleActions } from './PeopleActions.tsx'

const personHref = (id: string) => `/portal/admin/people/${encodeURIComponent(id)}`

/** All people who have, or could have, a log-in. */
export function PeoplePage() {
  const t = useWords(directoryWords)
  const session = useSession()
  const mayWrite = mayAdmin(session, 'users:write')
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: mayAdmin(session, 'roles:read') })
  const filters = useUrlFilters(['q', 'scope', 'status', 'role'])
  const list = useCursorList(['directory', 'people', filters.values], (asked) => listPeople(filters.values, asked))
  const { isAll, clear, ...selection } = useListSelection(
    filters.values,
    list.rows.map(({ id }) => id),
    list.total,
  )
  const choices: FilterChoice<'scope' | 'status' | 'role'>[] = [
    {
      name: 'scope',
      label: t('people.scope'),
      options: (['employee', 'manager'] as const).map((value) => ({ value, label: t(`people.${value}`) })),
    },
    {
      name: 'status',
      label: t('people.logIn'),
      options: (['not_invited', 'invited', 'active', 'switched_off', 'deleted'] as const).map((value) => ({
        value,
        label: t(`people.status.${value}`),
      })),
    },
  ]
  if (roles.length > 0) {
    choices.push({
      name: 'role',
      label: t('people.role'),
      options: roles.map(({ code, name }) => ({ value: code, label: name })),
    })
  }
  const chosen = isAll ? { filters: filters.values } : { ids: [...selection.selected] }
  const actions = <PeopleActions chosen={chosen} onStarted={clear} />
  const empty = filters.isFiltered ? (
    <EmptyState title={t('people.none')} text={t('people.noneText')} />
  ) : (
    <EmptyState icon={IconUsers} title={t('people.empty')} text={t('people.emptyText')} />
  )
  return (
    <>
      <PageHeader title={t('people.title')} description={t('people.intro')} actions={<AddMenu />} />
      <Filters filters={filters} search="q" searchLabel={t('people.search')} choices={choices} />
      <DataTable
        label={t('people.title')}
        columns={useColumns()}
        list={list}
        rowId={({ id }) => id}
        rowHref={({ id }) => personHref(id)}
        rowLabel={fullName}
        empty={empty}
        {...(mayWrite && filters.values.status !== 'deleted' ? { selection: { ...selection, actions } } : {})}
      />
    </>
  )
}

function AddMenu() {
  const t = useWords(directoryWords)
  const session = useSession()
  const kinds = (['manager', 'employee'] as const).filter((kind) =>
    mayAdmin(session, kind === 'manager' ? 'users:write' : 'employees:write'),
  )
  if (kinds.length === 0) return null
  const titles = { manager: t('people.addManager'), employee: t('people.addEmployee') }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('people.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => openNewPersonForm({ kind, title: titles[kind] })}>
            {titles[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function useColumns(): Column<ListedPerson>[] {
  const t = useWords(directoryWords)
  return [
    {
      id: 'name',
      header: t('people.name'),
      render: (person) => <PersonChip name={fullName(person)} detail={person.email ?? person.technical_id} />,
    },
    {
      id: 'scope',
      header: t('people.scope'),
      width: '11rem',
      render: ({ scope, has_left }) => (
        <>
          {t(`people.${scope}`)} {has_left && <StatusBadge>{t('people.left')}</StatusBadge>}
        </>
      ),
    },
    {
      id: 'roles',
      header: t('people.roles'),
      hideBelow: 'lg',
      render: ({ roles }) => roles.join(', ') || '–',
    },
    {
      id: 'logIn',
      header: t('people.logIn'),
      width: '9rem',
      render: (person) => <LogInBadge person={person} />,
    },
    {
      id: 'lastLogIn',
      header: t('people.lastLogIn'),
      width: '11rem',
      hideBelow: 'md',
      render: ({ last_login_at }) =>
        last_login_at === null ? t('people.never') : <RelativeTime value={last_login_at} />,
    },
  ]
}
