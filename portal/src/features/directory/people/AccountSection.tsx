import { Button, Stack, Text } from '@mantine/core'
import { IconLogout, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Account,
  accountQuery,
  personQuery,
  useEndSessions,
  useInvite,
  useSwitchLogIn,
} from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { LogInBadge } from './LogInBadge.tsx'
import { LogInIdentity } from './LogInIdentity.tsx'

type AccountSectionProps = { id: string; name: string; email: string | null; disabled: boolean; isOwn?: boolean }

/** The log-in of a person: its state, and what can be done about it. */
export function AccountSection({ id, name, email, disabled, isOwn = false }: AccountSectionProps) {
  const t = useWords(directoryWords)
  const { data: account, error, refetch } = useQuery(accountQuery(id))
  return (
    <Section title={t('person.account.title')}>
      {error && account === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && account === undefined && <LoadingState lines={3} />}
      {account === null && (
        <Text size="sm" c="dimmed">
          {t('person.account.none')}
        </Text>
      )}
      {account && <State id={id} account={account} />}
      {account !== undefined && !disabled && (
        <Actions id={id} name={name} email={email} account={account} isOwn={isOwn} />
      )}
    </Section>
  )
}

function State({ id, account }: { id: string; account: Account }) {
  const t = useWords(directoryWords)
  const { data: person } = useQuery(personQuery(id))
  const { email, has_password, last_login_at, linked_to } = account
  return (
    <DefinitionList
      stacked
      items={[
        { label: t('person.account.state'), value: person ? <LogInBadge person={person} /> : '…' },
        { label: t('person.account.email'), value: email ?? t('person.account.noAddress') },
        {
          label: t('person.account.password'),
          value: t(has_password ? 'person.account.hasPassword' : 'person.account.noPassword'),
        },
        {
          label: t('people.lastLogIn'),
          value: last_login_at === null ? t('people.never') : <RelativeTime value={last_login_at} />,
        },
        { label: t('person.account.linkedTo'), value: linked_to ?? t('person.account.notLinked') },
      ]}
    />
  )
}

type ActionsProps = Omit<AccountSectionProps, 'disabled'> & { account: Account | null; isOwn: boolean }

function Actions({ id, name, email, account, isOwn }: ActionsProps) {
  const t = useWords(directoryWords)
  const { invite, link, switchTo, endSessions, isBusy } = useLogInActions(id, name)
  const isActive = account?.is_active ?? true
  return (
    <Stack gap="xs" mt="md" align="stretch">
      {email === null && (
        <Text size="sm" c="dimmed">
          {t('person.account.noEmail')}
        </Text>
      )}
      {isActive && !isOwn && (
        <Button
          variant={account ? 'default' : 'filled'}
          leftSection={<IconMail size={16} aria-hidden />}
          disabled={email === null || isBusy}
          onClick={invite}
        >
          {t(account?.has_password ? 'person.account.inviteAgain' : 'person.account.invite')}
        </Button>
      )}
      {link !== null && (
        <div>
          <Text size="sm" mb="xs">
            {t('person.account.handOverText', { name })}
          </Text>
          <CopyField label={t('person.account.handOver', { name })} value={link} once />
        </div>
      )}
      {account && !isOwn && (
        <>
          {isActive && (
            <Button
              variant="default"
              leftSection={<IconLogout size={16} aria-hidden />}
              disabled={isBusy}
              onClick={() => void endSessions()}
            >
              {t('person.account.end')}
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={() => void switchTo(!isActive)}>
            {t(isActive ? 'person.account.off' : 'person.account.on')}
          </Button>
          <LogInIdentity account={account} name={name} />
        </>
      )}
    </Stack>
  )
}

function useLogInActions(id: string, name: string) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const invitation = useInvite()
  const switching = useSwitchLogIn()
  const ending = useEndSessions()
  const [link, setLink] = useState<string | null>(null)
  const onError = (error: unknown) => refuse(error)
  return {
    /** How the person gets in, where no mail brings it to them. */
    link,
    isBusy: invitation.isPending || switching.isPending || ending.isPending,
    invite: () =>
      invitation.mutate(id, {
        onSuccess: (invited) => {
          setLink(invited.link)
          const { transport, email, link: shown } = invited
          if (transport === 'smtp') notify.success(t('person.account.invited', { email }))
          else if (shown === null) notify.success(t('person.account.written'))
        },
        onError,
      }),
    async switchTo(is_active: boolean) {
      const question = { title: t('person.account.offTitle', { name }), text: t('person.account.offText') }
      if (!is_active && !(await confirm({ ...question, action: t('person.account.off') }))) return
      const done = t(is_active ? 'person.account.isOn' : 'person.account.isOff')
      switching.mutate({ id, is_active }, { onSuccess: () => notify.success(done), onError })
    },
    async endSessions() {
      const question = { title: t('person.account.endTitle', { name }), text: t('person.account.endText') }
      if (!(await confirm({ ...question, action: t('person.account.end') }))) return
      ending.mutate(id, { onSuccess: () => notify.success(t('person.account.ended')), onError })
    },
  }
}
