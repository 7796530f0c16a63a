import { Button, MultiSelect } from '@mantine/core'
import { IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { roleHoldersQuery, rolesQuery } from '#features/directory/directory.api.ts'
import { directoryWords } from '#features/directory/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { openRoleForm } from './RoleForm.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'

/** With more roles than this it helps to choose whose columns are shown. */
const FEW = 3

/** What each role lets managers read and change. */
export function RolesPage() {
  const t = useWords(directoryWords)
  const mayWrite = mayAdmin(useSession(), 'roles:write')
  const { data: roles, error, refetch } = useQuery(rolesQuery)
  const { data: holders = [] } = useQuery(roleHoldersQuery)
  const filters = useUrlFilters(['role'])
  const chosen = filters.values.role?.split('|') ?? []
  const shown = roles?.filter(({ code }) => chosen.length === 0 || chosen.includes(code))
  const add = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openRoleForm({ title: t('roles.add') })}>
      {t('roles.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('roles.title')} description={t('roles.intro')} actions={add} />
      {error && !roles && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !roles && <LoadingState lines={10} height={28} />}
      {roles && roles.length > FEW && (
        <MultiSelect
          mb="md"
          label={t('roles.filter')}
          placeholder={chosen.length === 0 ? t('roles.filterHint') : ''}
          data={roles.map(({ code, name }) => ({ value: code, label: name }))}
          value={chosen}
          onChange={(codes) => filters.set({ role: codes.join('|') || undefined })}
          searchable
          clearable
        />
      )}
      {roles?.length === 0 && (
        <EmptyState icon={IconShieldCheck} title={t('roles.empty')} text={t('roles.emptyText')} action={add} />
      )}
      {shown && shown.length > 0 && (
        <RoleMatrix roles={shown} holders={new Map(holders.map(({ role, managers }) => [role, managers]))} />
      )}
    </>
  )
}
