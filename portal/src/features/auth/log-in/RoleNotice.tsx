import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { logInWords } from '#features/auth/words.ts'
import type { Scope, Session } from '#kernel/session/session.api.ts'
import { fullName, homeOf, sessionQuery, useSwitchScope } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'

type RoleNoticeProps = { next: string | undefined; onSwitched: (session: Session) => void }

/** Says that the page asked for needs the other kind of log-in, and offers it where there is one. */
export function RoleNotice({ next, onSwitched }: RoleNoticeProps) {
  const t = useWords(logInWords)
  const notify = useNotify()
  const session = useQuery(sessionQuery).data
  const switchScope = useSwitchScope()
  if (!session) return null
  const needed = scopeOf(next) ?? (session.person.scope === 'manager' ? 'employee' : 'manager')
  const name = fullName(session.person)
  return (
    <Alert color="yellow" variant="light" title={t('login.roleTitle')}>
      {t(needed === 'manager' ? 'login.roleManager' : 'login.roleEmployee', { name })}
      <Group gap="xs" mt="sm">
        {session.other_scopes.includes(needed) && (
          <Button
            size="xs"
            loading={switchScope.isPending}
            onClick={() =>
              switchScope.mutate(needed, { onSuccess: onSwitched, onError: (error) => notify.failure(error) })
            }
          >
            {t(needed === 'manager' ? 'login.toManager' : 'login.toEmployee')}
          </Button>
        )}
        <Button size="xs" variant="default" component={AppLink} href={homeOf(session)}>
          {t('login.stay')}
        </Button>
      </Group>
    </Alert>
  )
}

function scopeOf(path: string | undefined): Scope | undefined {
  if (!path?.startsWith('/portal')) return undefined
  return /^\/portal\/(manager|admin)(\/|\?|$)/.test(path) ? 'manager' : 'employee'
}
