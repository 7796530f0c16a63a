import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '#features/auth/passwords/PasswordField.tsx'
import { accountWords } from '#features/auth/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { AddressField } from './AddressField.tsx'
import { logInQuery, useCancelChange, useChangeAddress } from './log-in.api.ts'
import { Refusal } from './Refusal.tsx'

/** The log-in address, which is not contact data; a section of the profile. */
export function LogInAddress() {
  const t = useWords(accountWords)
  const { data, error, refetch, isPending } = useQuery(logInQuery)
  const [isOpen, setOpen] = useState(false)
  const canChange = data?.email && !data.change && !isOpen
  return (
    <Section
      title={t('address.title')}
      description={t('address.text')}
      {...(canChange && {
        actions: (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('address.change')}
          </Button>
        ),
      })}
    >
      {isPending && <LoadingState lines={1} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <DefinitionList items={[{ label: t('address.current'), value: data.email ?? t('address.none') }]} />}
      {data?.change && <Waiting change={data.change} />}
      {data && isOpen && !data.change && <ChangeForm hasPassword={data.has_password} onClose={() => setOpen(false)} />}
    </Section>
  )
}

type Change = { email: string; is_old_confirmed: boolean; is_new_confirmed: boolean; expires_at: string }

function Waiting({ change }: { change: Change }) {
  const t = useWords(accountWords)
  const format = useFormat()
  const notify = useNotify()
  const cancel = useCancelChange()
  const state = (isConfirmed: boolean) => (
    <StatusBadge tone={isConfirmed ? 'good' : 'neutral'}>
      {t(isConfirmed ? 'address.confirmed' : 'address.open')}
    </StatusBadge>
  )
  return (
    <Alert color="blue" variant="light" mt="md" title={t('address.waitingTitle')}>
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('address.waiting', { email: change.email, until: format.dateTime(change.expires_at) })}
        </Text>
        <DefinitionList
          items={[
            { label: t('address.old'), value: state(change.is_old_confirmed) },
            { label: t('address.newShort'), value: state(change.is_new_confirmed) },
          ]}
        />
        <div>
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(undefined, {
                onSuccess: () => notify.success(t('address.kept')),
                onError: (error) => notify.failure(error),
              })
            }
          >
            {t('address.keep')}
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}

function ChangeForm({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const t = useWords(accountWords)
  const notify = useNotify()
  const change = useChangeAddress()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (email.trim() === '' || (hasPassword && password === '')) return
    change.mutate(
      { email: email.trim(), ...(hasPassword && { password }) },
      {
        onSuccess: () => {
          notify.success(t('address.sent'))
          onClose()
        },
      },
    )
  }
  const refused = refusedFields(change.error)
  const ofEmail = refused.email && t(refused.email === 'no_address' ? 'address.noAddress' : 'address.invalid')
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md" mt="md" maw={420}>
        <Refusal error={Object.keys(refused).length === 0 ? change.error : null} />
        <AddressField
          label={t('address.new')}
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={isTried && email.trim() === '' ? t('address.missing') : ofEmail}
        />
        {hasPassword && (
          <PasswordField
            label={t('address.password')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={
              isTried && password === '' ? t('address.missingPassword') : refused.password && t('address.wrongPassword')
            }
          />
        )}
        <Text size="sm" c="dimmed">
          {t('address.both')}
        </Text>
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={change.isPending}>
            {t('address.send')}
          </Button>
        </FormActions>
      </Stack>
    </form>
  )
}

/** The codes of fields that were refused. */
export function refusedFields(error: unknown): Record<string, string> {
  return error instanceof ApiError ? Object.fromEntries(error.fields.map(({ field, code }) => [field, code])) : {}
}
