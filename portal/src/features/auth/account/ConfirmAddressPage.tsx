import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountWords } from '#features/auth/words.ts'
import { ApiError, api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { PublicPage } from '#shared/public-page/PublicPage.tsx'
import { describeError } from '#ui/feedback/describe-error.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import { refusedFields } from './LogInAddress.tsx'

/** Confirms a change of the log-in address from one of its two mailboxes. */
export function ConfirmAddressPage() {
  const t = useWords(accountWords)
  const token = usePathParam('token')
  const params = { path: { token } }
  const change = useQuery({
    queryKey: ['email-change', token],
    queryFn: () => unwrap(api.GET('/portal/api/email_changes/{token}', { params })),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirm = useMutation({ mutationFn: () => unwrap(api.POST('/portal/api/email_changes/{token}', { params })) })
  const isGone = [change.error, confirm.error].some((one) => one instanceof ApiError && one.status === 404)
  if (confirm.data) return <Done isChanged={confirm.data.is_changed} email={change.data?.email ?? ''} />
  if (isGone) return <Expired />
  if (!change.data) {
    return (
      <PublicPage title={t('confirm.title')}>
        {change.error ? <ErrorState error={change.error} onRetry={() => void change.refetch()} /> : <LoadingState />}
      </PublicPage>
    )
  }
  const { email, client_name: client, scope, is_last: isLast } = change.data
  return (
    <PublicPage
      title={t('confirm.title')}
      text={t(scope === 'manager' ? 'confirm.textManager' : 'confirm.textEmployee', { client })}
    >
      <Stack gap="md">
        <Refusal error={confirm.error} />
        <TextInput label={t('confirm.new')} value={email} readOnly size="md" />
        <Text size="sm" c="dimmed">
          {t(isLast ? 'confirm.last' : 'confirm.first')}
        </Text>
        <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('confirm.submit')}
        </Button>
      </Stack>
    </PublicPage>
  )
}

function Refusal({ error }: { error: unknown }) {
  const t = useWords(accountWords)
  const ui = useWords(uiWords)
  return (
    <div role="alert">
      {error !== null && error !== undefined && (
        <Alert color="red" variant="light">
          {refusedFields(error).email === 'taken' ? t('confirm.taken') : describeError(error, ui)}
        </Alert>
      )}
    </div>
  )
}

function Done({ isChanged, email }: { isChanged: boolean; email: string }) {
  const t = useWords(accountWords)
  return (
    <PublicPage title={t(isChanged ? 'confirm.changedTitle' : 'confirm.halfTitle')}>
      <Stack gap="md" role="status">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {isChanged ? t('confirm.changed', { email }) : t('confirm.half')}
        </Text>
        {isChanged && <ToLogIn />}
      </Stack>
    </PublicPage>
  )
}

function Expired() {
  const t = useWords(accountWords)
  return (
    <PublicPage title={t('confirm.expiredTitle')}>
      <Stack gap="md" role="alert">
        <Text>{t('confirm.expired')}</Text>
        <ToLogIn />
      </Stack>
    </PublicPage>
  )
}

function ToLogIn() {
  const t = useWords(accountWords)
  return (
    <Button component={AppLink} href="/login" size="md">
      {t('confirm.toLogIn')}
    </Button>
  )
}
