import { Button, Group, List, Text } from '@mantine/core'
import { type Role, useSaveRole } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { useRefusals } from '#features/directory/refusals.ts'
import type { Action, Resource } from '#features/directory/role-permissions.ts'
import { directoryWords } from '#features/directory/words.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import type { RoleChange, useRoleDrafts } from './role-draft.ts'

type PendingRolesProps = { drafts: ReturnType<typeof useRoleDrafts>; holders: ReadonlyMap<string, number> }

/** Roles with changes that wait: one save for each, after a look at what changes. */
export function PendingRoles({ drafts, holders }: PendingRolesProps) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const save = useSaveRole()
  const review = async (role: Role, change: RoleChange) => {
    const { code, name, plain_name } = role
    const text = <Difference change={change} holders={holders.get(code) ?? 0} />
    const title = t('roles.reviewTitle', { role: name })
    if (!(await confirm({ title, text, action: t('roles.save'), destroys: false }))) return
    save.mutate(
      { code, name: plain_name, permissions: change.permissions },
      {
        onSuccess: () => {
          drafts.discard(code)
          notify.success(t('roles.saved', { name }))
        },
        onError: (error) => refuse(error),
      },
    )
  }
  if (drafts.changed.length === 0) return null
  return (
    <div className={classes.pending} role="status">
      {drafts.changed.map((role) => {
        const change = drafts.changeOf(role)
        if (!change) return null
        const count = change.gains.length + change.loses.length
        return (
          <Group key={role.code} justify="space-between" gap="sm">
            <Text size="sm" fw={600}>
              {t('roles.changed', { count, role: role.name })}
            </Text>
            <Group gap="xs">
              <Button variant="default" size="compact-md" onClick={() => drafts.discard(role.code)}>
                {t('roles.discard')}
              </Button>
              <Button size="compact-md" loading={save.isPending} onClick={() => void review(role, change)}>
                {t('roles.review')}
              </Button>
            </Group>
          </Group>
        )
      })}
    </div>
  )
}

function Difference({ change, holders }: { change: RoleChange; holders: number }) {
  const t = useWords(directoryWords)
  const name = (permission: string) => {
    if (permission === '*') return t('roles.everything')
    const [resource, action] = permission.split(':') as [Resource, Action]
    return `${t(`roles.resources.${resource}`)} – ${t(`roles.${action}`)}`
  }
  return (
    <>
      {(['gains', 'loses'] as const).map(
        (side) =>
          change[side].length > 0 && (
            <div key={side}>
              <Text fw={600} size="sm" mt="sm">
                {t(`roles.${side}`)}
              </Text>
              <List size="sm">
                {change[side].map((one) => (
                  <List.Item key={one}>{name(one)}</List.Item>
                ))}
              </List>
            </div>
          ),
      )}
      {holders > 0 && (
        <Text size="sm" mt="md">
          {t('roles.reviewHolders', { count: holders })}
        </Text>
      )}
    </>
  )
}
