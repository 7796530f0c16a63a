import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { logInWords } from '#features/auth/words.ts'
import type { Account, ClientName } from '#kernel/session/session.api.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './AccountChoice.module.css'

type ChoiceProps = {
  isBusy: boolean
  onChoose: (id: string) => void
  onBack: () => void
}

/** Which of several log-ins of one address is meant. */
export function AccountChoice({ accounts, ...rest }: ChoiceProps & { accounts: Account[] }) {
  const t = useWords(logInWords)
  const items = accounts.map(({ id, client_name, scope }) => ({
    id,
    name: client_name,
    role: t(`login.scopes.${scope}`),
  }))
  return <Choice items={items} {...rest} />
}

/** Which of several clients, at which one address has a log-in, is meant. */
export function ClientChoice({ clients, ...rest }: ChoiceProps & { clients: ClientName[] }) {
  return <Choice items={clients} {...rest} />
}

type Item = { id: string; name: string; role?: string }

function Choice({ items, isBusy, onChoose, onBack }: ChoiceProps & { items: Item[] }) {
  const t = useWords(logInWords)
  return (
    <Stack gap="sm">
      {items.map(({ id, name, role }) => (
        <UnstyledButton key={id} className={classes.account} disabled={isBusy} onClick={() => onChoose(id)}>
          <span>
            <Text component="span" fw={600} display="block">
              {name}
            </Text>
            {role !== undefined && (
              <Text component="span" size="sm" c="dimmed">
                {role}
              </Text>
            )}
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
