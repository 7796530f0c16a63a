import { Button, Group } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { useSession, useSwitchScope } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { SigningView } from './SigningView.tsx'
import { sessionAccess } from './signing.api.ts'

/** Where employees and managers sign what they were asked to. */
export function SigningPage() {
  const t = useWords(signingWords)
  const id = usePathParam('id')
  const door = useMemo(() => sessionAccess(id), [id])
  const isManager = useSession().person.scope === 'manager'
  const list = isManager
    ? { label: t('list.titleManager'), href: '/portal/manager/to-sign' }
    : { label: t('list.title'), href: '/portal/signatures' }
  return (
    <SigningView
      key={id}
      door={door}
      breadcrumbs={[list]}
      failed={(error) => (error instanceof ApiError && error.status === 404 ? <NothingHere list={list} /> : undefined)}
    />
  )
}

/** Of several log-ins of a person, one may have been asked and not the other. */
function NothingHere({ list }: { list: { label: string; href: string } }) {
  const t = useWords(signingWords)
  const { other_scopes } = useSession()
  const switchScope = useSwitchScope()
  return (
    <>
      <PageHeader title={list.label} />
      <EmptyState
        icon={IconFileOff}
        title={t('page.notFound')}
        text={t('page.notFoundText')}
        action={
          <Group gap="sm" justify="center">
            {other_scopes.map((scope) => (
              <Button key={scope} loading={switchScope.isPending} onClick={() => switchScope.mutate(scope)}>
                {t(`page.otherScope.${scope}`)}
              </Button>
            ))}
            <Button component={AppLink} href={list.href} variant="default">
              {t('page.toList')}
            </Button>
          </Group>
        }
      />
    </>
  )
}
