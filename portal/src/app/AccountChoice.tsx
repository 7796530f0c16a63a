import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import classes from './AccountChoice.module.css'
import { useWords } from './i18n.ts'
import type { Account } from './session.ts'

type AccountChoiceProps = {
  accounts: Account[]
  isBusy: boolean
  onChoose: (account: string) => void
  onBack: () => void
}

/** Which of several log-ins of one address is meant. */
export function AccountChoice({ accounts, isBusy, onChoose, onBack }: AccountChoiceProps) {
  const t = useWords('app')
  return (
    <Stack gap="sm">
      {accounts.map((account) => (
        <UnstyledButton
          key={account.id}
          className={classes.account}
          disabled={isBusy}
          onClick={() => onChoose(account.id)}
        >
          <span>
            <Text component="span" fw={600} display="block">
              {account.client_name}
            </Text>
            <Text component="span" size="sm" c="dimmed">
              {t(`account.${account.scope}`)}
            </Text>
          </span>
          <IconChevronRight size={18} aria-hidden />
        </UnstyledButton>
      ))}
      <Button variant="subtle" onClick={onBack}>
        {t('login.back')}
      </Button>
    </Stack>
  )
}
