import { Button } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { groupsQuery, type OrganizationGroup } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { treeQuery } from '#shared/organizations/organizations.api.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { type Column, DataTable, fixedRows } from '#ui/table/DataTable.tsx'
import { openGroupForm } from './GroupForm.tsx'

const MAX_NAMES = 4

/** Groups of organizations. */
export function GroupsTab() {
  const t = useWords(directoryWords)
  const mayWrite = mayAdmin(useSession(), 'organizations:write')
  const query = useQuery(groupsQuery)
  const { data: organizations = [] } = useQuery(treeQuery)
  const names = useMemo(() => new Map(organizations.map(({ code, name }) => [code, name])), [organizations])
  const edit = (group: OrganizationGroup) =>
    openGroupForm({ title: t('organization.group.edit', { name: group.name }), group })
  const columns: Column<OrganizationGroup>[] = [
    { id: 'name', header: t('organization.name'), render: ({ name }) => name },
    {
      id: 'code',
      header: t('organization.code'),
      width: '10rem',
      render: ({ code }) => <span className={classes.code}>{code}</span>,
    },
    {
      id: 'organizations',
      header: t('organization.group.organizations'),
      render: ({ organizations: codes }) => {
        const some = codes.slice(0, MAX_NAMES).map((code) => names.get(code) ?? code)
        const more = codes.length > MAX_NAMES ? '…' : ''
        return `${t('organization.group.count', { count: codes.length })}${some.length > 0 ? ': ' : ''}${some.join(', ')}${more}`
      },
    },
  ]
  return (
    <DataTable
      label={t('organization.groups')}
      columns={columns}
      list={fixedRows(query.data, query)}
      rowId={({ code }) => code}
      {...(mayWrite ? { onRowClick: edit } : {})}
      empty={
        <EmptyState
          icon={IconFolders}
          title={t('organization.group.empty')}
          text={t('organization.group.emptyText')}
          action={
            mayWrite && (
              <Button onClick={() => openGroupForm({ title: t('organization.group.add') })}>
                {t('organization.group.add')}
              </Button>
            )
          }
        />
      }
    />
  )
}
