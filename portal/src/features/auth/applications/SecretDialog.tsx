import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { applicationWords } from '#features/auth/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { useWords } from '#ui/language/words.ts'
import { CodeBlock } from '#ui/text/CodeBlock.tsx'

export type Issued = { kind: 'application'; id: string; secret: string } | { kind: 'key'; name: string; key: string }

/** A secret, shown once, and a call to try it. It closes only on confirmation. */
export function SecretDialog({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const t = useWords(applicationWords)
  const { client } = useSession()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('secret.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        {issued.kind === 'application' ? (
          <>
            <CopyField label={t('secret.id')} value={issued.id} />
            <CopyField label={t('secret.secret')} value={issued.secret} once />
          </>
        ) : (
          <CopyField label={t('secret.key')} value={issued.key} once />
        )}
        <div>
          <Text fw={600} size="sm" mb={4}>
            {t('secret.example')}
          </Text>
          <CodeBlock label={t('secret.exampleLabel')} code={exampleOf(issued, client.id)} />
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The secret stays out of it, and with that out of the history of a shell. */
function exampleOf(issued: Issued, clientId: string): string {
  const { origin } = window.location
  if (issued.kind === 'key') return `curl ${origin}/api/forms/ \\\n  -H "X-API-KEY: $API_KEY"`
  return `curl ${origin}/api/v2/client/tokens \\
  -u "${issued.id}:$APPLICATION_SECRET" \\
  -d grant_type=client_credentials -d scope=client -d client_id=${clientId}`
}
