import { Button, Group } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { usePathParam } from '../../app/path.ts'
import { useSession, useSwitchScope } from '../../app/session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SigningDesk } from './SigningDesk.tsx'
import { ownDoor } from './signatures.api.ts'

/** Where employees and managers sign what they were asked to. */
export function SigningPage() {
  const t = useWords('signatures')
  const id = usePathParam('id')
  const door = useMemo(() => ownDoor(id), [id])
  const isManager = useSession().person.scope === 'manager'
  const list = isManager
    ? { label: t('list.titleManager'), href: '/portal/manager/to-sign' }
    : { label: t('list.title'), href: '/portal/signatures' }
  return (
    <SigningDesk
      key={id}
      door={door}
      breadcrumbs={[list]}
      failed={(error) => (error instanceof ApiError && error.status === 404 ? <NothingHere list={list} /> : undefined)}
    />
  )
}

/** Of several log-ins of a person, one may have been asked and not the other. */
function NothingHere({ list }: { list: { label: string; href: string } }) {
  const t = useWords('signatures')
  const { other_scopes } = useSession()
  const switchScope = useSwitchScope()
  return (
    <>
      <PageHeader title={list.label} />
      <EmptyState
        icon={IconFileOff}
        title={t('desk.notFound')}
        text={t('desk.notFoundText')}
        action={
          <Group gap="sm" justify="center">
            {other_scopes.map((scope) => (
              <Button key={scope} loading={switchScope.isPending} onClick={() => switchScope.mutate(scope)}>
                {t(`desk.otherScope.${scope}`)}
              </Button>
            ))}
            <Button component={AppLink} href={list.href} variant="default">
              {t('desk.toList')}
            </Button>
          </Group>
        }
      />
    </>
  )
}
