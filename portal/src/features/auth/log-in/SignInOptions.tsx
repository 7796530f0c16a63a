import { Button, Divider, Stack } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { logInWords } from '#features/auth/words.ts'
import { useWords } from '#ui/language/words.ts'
import { signInOptionsQuery } from './sign-in-options.ts'

type SignInOptionsProps = { client: string | undefined; email: string; next: string | undefined }

/** The identity providers to log in with; `email` is what was typed, once its field was left. */
export function SignInOptions({ client, email, next }: SignInOptionsProps) {
  const t = useWords(logInWords)
  // Where the page names a client, the address makes no difference.
  const { data } = useQuery(signInOptionsQuery(client, client === undefined ? email : ''))
  const providers = data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <Stack gap="sm" mt="lg">
      <Divider label={t('login.or')} />
      {providers.map(({ name, url }) => (
        <Button
          key={url}
          component="a"
          href={next === undefined ? url : `${url}?${new URLSearchParams({ next })}`}
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconLogin2 size={18} aria-hidden />}
        >
          {t('login.with', { name })}
        </Button>
      ))}
    </Stack>
  )
}
