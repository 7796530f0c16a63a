import { Button, Stack } from '@mantine/core'
import { IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { singleSignOnWords } from '#features/auth/words.ts'
import { mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { addressesOf, type Provider, providersQuery, useDeleteProvider } from './providers.api.ts'

const LIST = '/portal/admin/identity-providers'

/** One identity provider: the values for the provider and those from it; without a code, a new one. */
export function ProviderPage({ code }: { code: string | undefined }) {
  const t = useWords(singleSignOnWords)
  const providers = useQuery(providersQuery)
  const provider = providers.data?.find((one) => one.code === code)
  const breadcrumbs = [{ label: t('identityProviders.title'), href: LIST }]
  const title = code === undefined ? t('providers.add') : (provider?.name ?? code)
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={breadcrumbs}
        badge={provider && <State provider={provider} />}
        actions={provider && <Actions provider={provider} />}
      />
      <Content code={code} provider={provider} query={providers} />
    </>
  )
}

type ContentProps = {
  code: string | undefined
  provider: Provider | undefined
  query: { isPending: boolean; error: Error | null; refetch: () => unknown; data: Provider[] | undefined }
}

function Content({ code, provider, query }: ContentProps) {
  const t = useWords(singleSignOnWords)
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <LoadingState lines={8} />
  if (code !== undefined && !provider) return <EmptyState title={t('providers.gone')} text={t('providers.goneText')} />
  const taken = query.data?.map((one) => one.code) ?? []
  return <ProviderForm key={provider?.updated_at ?? 'new'} provider={provider} taken={taken} />
}

function State({ provider }: { provider: Provider }) {
  const t = useWords(singleSignOnWords)
  const { is_active: isOn } = provider
  return <StatusBadge tone={isOn ? 'good' : 'neutral'}>{t(isOn ? 'providers.on' : 'providers.off')}</StatusBadge>
}

function Actions({ provider }: { provider: Provider }) {
  const t = useWords(singleSignOnWords)
  const notify = useNotify()
  const leave = useLeave()
  const session = useSession()
  const remove = useDeleteProvider()
  const { testUrl } = addressesOf(session, provider.code)
  const { name } = provider
  const erase = () =>
    remove.mutate(provider.code, {
      onSuccess: () => {
        leave(LIST)
        notify.success(t('providers.deleted', { name }))
      },
      onError: (error) => notify.failure(error),
    })
  return (
    <Stack gap="xs" style={{ flexDirection: 'row', flexWrap: 'wrap' }}>
      {mayDoEverything(session) && (
        <ConfirmButton
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={remove.isPending}
          question={{
            title: t('providers.deleteTitle', { name }),
            text: t('providers.deleteText'),
            action: t('providers.delete'),
          }}
          onConfirm={erase}
        >
          {t('providers.delete')}
        </ConfirmButton>
      )}
      {provider.is_active && (
        <Button
          component="a"
          href={testUrl}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('providers.test')}
        </Button>
      )}
    </Stack>
  )
}
