import { Alert, Button, Group, List } from '@mantine/core'
import { IconArrowsMove, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useDeleteOrganization } from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import type { Tree } from '#shared/organizations/organization-tree.ts'
import type { Organization } from '#shared/organizations/organizations.api.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { openMoveForm } from './MoveForm.tsx'
import { openOrganizationForm } from './OrganizationForm.tsx'

type OrganizationDetailProps = { tree: Tree; code: string | undefined; onGone: () => void }

/** What is known of one organization, and what can be done with it. */
export function OrganizationDetail({ tree, code, onGone }: OrganizationDetailProps) {
  const t = useWords(directoryWords)
  const format = useFormat()
  const session = useSession()
  if (code === undefined) {
    return (
      <Section>
        <EmptyState title={t('organization.choose')} text={t('organization.chooseText')} />
      </Section>
    )
  }
  const organization = tree.byCode.get(code)
  if (!organization) {
    return (
      <Section>
        <EmptyState title={t('organization.unknown', { code })} />
      </Section>
    )
  }
  const { name, employees, employees_below } = organization
  const above = tree.pathOf(code).slice(0, -1)
  return (
    <Section title={name}>
      <DefinitionList
        stacked
        items={[
          { label: t('organization.code'), value: code },
          {
            label: t('organization.parent'),
            value: above.map((one) => one.name).join(' › ') || t('organization.top'),
          },
          { label: t('organization.address'), value: addressOf(organization) ?? t('organization.noAddress') },
          { label: t('organization.employees'), value: format.number(employees) },
          { label: t('organization.employeesBelow'), value: format.number(employees_below) },
          { label: t('organization.organizationsBelow'), value: format.number(tree.countBelow(code)) },
        ]}
      />
      {may(session, 'employees:read') && employees_below > 0 && (
        <Button
          component={AppLink}
          href={`/portal/manager/employees?organization_code=${encodeURIComponent(code)}`}
          variant="subtle"
          size="compact-sm"
          mt="sm"
        >
          {t('organization.showEmployees')}
        </Button>
      )}
      {mayAdmin(session, 'organizations:write') && <Actions tree={tree} organization={organization} onGone={onGone} />}
    </Section>
  )
}

/** The address in one line; undefined without one. */
function addressOf({ address, address_2, address_3, postcode, city, country }: Organization): string | undefined {
  const lines = [address, address_2, address_3, [postcode, city].filter(Boolean).join(' '), country]
  return lines.filter(Boolean).join(', ') || undefined
}

type ActionsProps = { tree: Tree; organization: Organization; onGone: () => void }

function Actions({ tree, organization, onGone }: ActionsProps) {
  const t = useWords(directoryWords)
  const remove = useRemove(organization, onGone)
  const { code, name, parent, employees } = organization
  const below = tree.childrenOf(code).length
  const isBlocked = below > 0 || employees > 0
  return (
    <>
      <Group gap="xs" mt="lg">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => openOrganizationForm({ title: t('organization.add'), parent: code })}
        >
          {t('organization.addBelow')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => openOrganizationForm({ title: t('organization.editTitle', { name }), parent, organization })}
        >
          {t('organization.edit')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowsMove size={16} aria-hidden />}
          onClick={() => openMoveForm({ title: t('organization.moveTitle', { name }), code })}
        >
          {t('organization.move')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={isBlocked}
          onClick={() => void remove()}
        >
          {t('organization.delete')}
        </Button>
      </Group>
      {isBlocked && (
        <Alert color="gray" mt="md" title={t('organization.deleteBlocked')}>
          <List size="sm">
            {below > 0 && <List.Item>{t('organization.blockedBelow', { count: below })}</List.Item>}
            {employees > 0 && <List.Item>{t('organization.blockedEmployees', { count: employees })}</List.Item>}
          </List>
        </Alert>
      )}
    </>
  )
}

function useRemove({ code, name }: Organization, onGone: () => void) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const deletion = useDeleteOrganization()
  return async () => {
    const question = { title: t('organization.deleteTitle', { name }), text: t('organization.deleteText') }
    if (!(await confirm({ ...question, action: t('organization.delete') }))) return
    deletion.mutate(code, {
      onSuccess: () => {
        onGone()
        notify.success(t('organization.deleted', { name }))
      },
      onError: (error) => {
        const reason = error instanceof ApiError ? error.message : ''
        refuse(error, { organization_in_use: t('organization.inUse', { reason }) })
      },
    })
  }
}
