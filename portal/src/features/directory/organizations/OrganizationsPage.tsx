import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { directoryWords } from '#features/directory/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ParamTabs } from '#ui/page/ParamTabs.tsx'
import { openGroupForm } from './GroupForm.tsx'
import { GroupsTab } from './GroupsTab.tsx'
import { openOrganizationForm } from './OrganizationForm.tsx'
import { TreeTab } from './TreeTab.tsx'

/** Where people work: the tree of organizations, and groups of them. */
export function OrganizationsPage() {
  const t = useWords(directoryWords)
  const mayWrite = mayAdmin(useSession(), 'organizations:write')
  const filters = useUrlFilters(['tab'])
  const isGroups = filters.values.tab === 'groups'
  const add = () =>
    isGroups
      ? openGroupForm({ title: t('organization.group.add') })
      : openOrganizationForm({ title: t('organization.add'), parent: null })
  return (
    <>
      <PageHeader
        title={t('organizations.title')}
        description={isGroups ? t('organization.group.intro') : t('organization.intro')}
        actions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {isGroups ? t('organization.group.add') : t('organization.add')}
            </Button>
          )
        }
      />
      <ParamTabs
        label={t('organization.tabs')}
        name="tab"
        tabs={[
          { value: 'tree', label: t('organization.tree') },
          { value: 'groups', label: t('organization.groups') },
        ]}
      />
      {isGroups ? <GroupsTab /> : <TreeTab />}
    </>
  )
}
