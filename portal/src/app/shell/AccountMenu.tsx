import { Menu, Text } from '@mantine/core'
import {
  IconApi,
  IconChecklist,
  IconHelpCircle,
  IconLogout,
  IconSwitchHorizontal,
  IconUser,
  IconWorldOff,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { appWords } from '#app/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import type { Scope } from '#kernel/session/session.api.ts'
import { fullName, homeOf, useLogOut, useSession, useSwitchScope } from '#kernel/session/session.ts'
import { AccountButton } from '#shared/public-page/MenuButtons.tsx'
import type { MenuStart } from '#shared/public-page/MenuOnDemand.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'

/** Who is logged in: profile, the other log-in, and the way out. */
export function AccountMenu({ defaultOpened, autoFocus }: MenuStart) {
  const t = useWords(appWords)
  const notify = useNotify()
  const router = useRouter()
  const session = useSession()
  const { person, other_scopes } = session
  const logOut = useLogOut()
  const switchScope = useSwitchScope()
  const name = fullName(person)

  const leave = (everywhere: boolean) =>
    logOut.mutate(everywhere, {
      onSuccess: () => window.location.assign('/login'),
      onError: (error) => notify.failure(error),
    })
  const become = (scope: Scope) =>
    switchScope.mutate(scope, {
      onSuccess: (session) => router.history.push(homeOf(session)),
      onError: (error) => notify.failure(error),
    })

  return (
    <Menu position="bottom-end" width={260} withinPortal defaultOpened={defaultOpened}>
      <Menu.Target>
        <AccountButton autoFocus={autoFocus} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {[person.email, t(`account.${person.scope}`)].filter(Boolean).join(' · ')}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          component={AppLink}
          href="/portal/profile"
          leftSection={<IconUser size={16} stroke={1.75} aria-hidden />}
        >
          {t('account.profile')}
        </Menu.Item>
        {person.scope === 'manager' && (
          <Menu.Item
            component={AppLink}
            href="/portal/manager/bulk-actions"
            leftSection={<IconChecklist size={16} stroke={1.75} aria-hidden />}
          >
            {t('account.bulkActions')}
          </Menu.Item>
        )}
        {other_scopes.map((scope) => (
          <Menu.Item
            key={scope}
            leftSection={<IconSwitchHorizontal size={16} stroke={1.75} aria-hidden />}
            onClick={() => become(scope)}
          >
            {t(scope === 'manager' ? 'account.toManager' : 'account.toEmployee')}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={AppLink}
          href="/portal/help"
          leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
        >
          {t('account.help')}
        </Menu.Item>
        {mayAdmin(session, 'applications:read') && (
          <Menu.Item
            component="a"
            href="/docs"
            target="_blank"
            leftSection={<IconApi size={16} stroke={1.75} aria-hidden />}
          >
            {t('account.docs')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} aria-hidden />} onClick={() => leave(false)}>
          {t('account.logOut')}
        </Menu.Item>
        <Menu.Item leftSection={<IconWorldOff size={16} stroke={1.75} aria-hidden />} onClick={() => leave(true)}>
          {t('account.logOutEverywhere')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
