import { Menu, Text } from '@mantine/core'
import { IconLogout, IconSwitchHorizontal, IconWorldOff } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { appWords } from '#app/words.ts'
import type { AccountEntry } from '#kernel/pages/navigation-entry.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import type { Scope, Session } from '#kernel/session/session.api.ts'
import { fullName, homeOf, useLogOut, useSession, useSwitchScope } from '#kernel/session/session.ts'
import { AccountButton } from '#shared/public-page/MenuButtons.tsx'
import type { MenuStart } from '#shared/public-page/MenuOnDemand.tsx'
import { useTextOf, useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'

/** Who is logged in: the entries of the features, the other log-in, and the way out. */
export function AccountMenu({ defaultOpened, autoFocus, entries }: MenuStart & { entries: AccountEntry[] }) {
  const t = useWords(appWords)
  const notify = useNotify()
  const router = useRouter()
  const session = useSession()
  const { person, other_scopes } = session
  const logOut = useLogOut()
  const switchScope = useSwitchScope()
  const name = fullName(person)
  const shown = (group: AccountEntry['group']) =>
    entries.filter((entry) => entry.group === group && isFor(session, entry))

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
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[person.email, t(`account.${person.scope}`)].filter(Boolean).join(' · ')}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Entries entries={shown('person')} />
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
        <Entries entries={shown('help')} />
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

function isFor(session: Session, { scope, permission }: AccountEntry): boolean {
  if (scope && scope !== session.person.scope) return false
  return !permission || mayAdmin(session, permission)
}

function Entries({ entries }: { entries: AccountEntry[] }) {
  const textOf = useTextOf()
  return entries.map(({ id, path, icon: Icon, label, isOutside }) => {
    const shared = { href: path, leftSection: <Icon size={16} stroke={1.75} aria-hidden />, children: textOf(label) }
    if (isOutside) return <Menu.Item key={id} component="a" target="_blank" {...shared} />
    return <Menu.Item key={id} component={AppLink} {...shared} />
  })
}
