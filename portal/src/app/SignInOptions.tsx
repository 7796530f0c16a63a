import { Button, Divider, Stack } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, unwrap } from './api.ts'
import { useWords } from './i18n.ts'

type SignInOptionsProps = { email: string; next: string | undefined }

/** The identity providers to log in with; `email` is what was typed, once its field was left. */
export function SignInOptions({ email, next }: SignInOptionsProps) {
  const t = useWords('app')
  const { data } = useQuery({
    queryKey: ['sign-in-options', email],
    queryFn: () => unwrap(api.GET('/portal/api/sign_in_options', { params: { query: email ? { email } : {} } })),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    // Whoever sees no button can still log in with a password.
    retry: false,
    throwOnError: false,
  })
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
