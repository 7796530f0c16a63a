import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type Role, useDeleteRole } from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { openRoleForm } from './RoleForm.tsx'

/** What can be done with a role besides changing its permissions. */
export function RoleMenu({ role, holders }: { role: Role; holders: number }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const deletion = useDeleteRole()
  const { code, name, permissions } = role
  const remove = async () => {
    const question = { title: t('roles.deleteTitle', { name }), text: t('roles.deleteText') }
    if (!(await confirm({ ...question, action: t('roles.delete') }))) return
    deletion.mutate(code, {
      onSuccess: () => notify.success(t('roles.deleted', { name })),
      onError: (error) => refuse(error),
    })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('roles.actions', { role: name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => openRoleForm({ title: t('roles.rename'), role })}>{t('roles.rename')}</Menu.Item>
        <Menu.Item
          onClick={() => openRoleForm({ title: t('roles.duplicate'), name: t('roles.copyOf', { name }), permissions })}
        >
          {t('roles.duplicate')}
        </Menu.Item>
        <Menu.Item
          color="red"
          disabled={holders > 0}
          title={holders > 0 ? t('roles.inUse') : undefined}
          onClick={() => void remove()}
        >
          {t('roles.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
