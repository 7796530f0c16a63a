import { Button, Divider, Stack, Text } from '@mantine/core'
import { logInWords } from '#features/auth/words.ts'
import type { DemoKind, Session } from '#kernel/session/session.api.ts'
import { useEnterDemo } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'

type DemoEntryProps = { offered: DemoKind[]; onEntered: (session: Session) => void; onError: (error: Error) => void }

/** The people of the demo: a click logs in as one of them. */
export function DemoEntry({ offered, onEntered, onError }: DemoEntryProps) {
  const t = useWords(logInWords)
  const enter = useEnterDemo()
  if (offered.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label={t('login.demo')}>
      <Text fw={600} size="sm">
        {t('login.demo')}
      </Text>
      <Stack gap={6}>
        {offered.map((kind) => (
          <Button
            key={kind}
            variant="light"
            fullWidth
            loading={enter.isPending && enter.variables === kind}
            disabled={enter.isPending}
            onClick={() => enter.mutate(kind, { onSuccess: onEntered, onError })}
          >
            {t(`login.demoAs.${kind}`)}
          </Button>
        ))}
      </Stack>
      <Divider label={t('login.orPassword')} />
    </Stack>
  )
}
