import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { singleSignOnWords } from '#features/auth/words.ts'
import type { UseFormReturnType } from '#kernel/api/use-form.ts'
import { useWords } from '#ui/language/words.ts'
import { CertificateBadge } from './CertificateBadge.tsx'
import { readCertificate } from './certificate.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever else the form holds is not its matter.
type CertificateFieldsProps = { form: UseFormReturnType<any> }

const MOST = 10

/** The certificates that answers are signed with, each with whose it is and until when. */
export function CertificateFields({ form }: CertificateFieldsProps) {
  const t = useWords(singleSignOnWords)
  const { certificates } = form.getValues() as { certificates: string[] }
  return (
    <Stack gap="sm">
      {certificates.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that stays.
        <div key={index}>
          <Textarea
            label={
              certificates.length > 1 ? t('providers.certificateOf', { number: index + 1 }) : t('providers.certificate')
            }
            description={index === 0 ? t('providers.certificateHint') : undefined}
            autosize
            minRows={3}
            maxRows={6}
            spellCheck={false}
            styles={{
              input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-xs)' },
            }}
            {...form.getInputProps(`certificates.${index}`)}
          />
          <Group justify="space-between" mt={6} mih={30}>
            <Facts text={text} />
            {certificates.length > 1 && (
              <Button variant="subtle" size="compact-sm" onClick={() => form.removeListItem('certificates', index)}>
                {t('providers.removeCertificate', { number: index + 1 })}
              </Button>
            )}
          </Group>
        </div>
      ))}
      {certificates.length < MOST && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem('certificates', '')}
          >
            {t('providers.addCertificate')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function Facts({ text }: { text: string }) {
  if (text.trim() === '') return <span />
  const subject = readCertificate(text)?.subject
  return (
    <Group gap="xs">
      {subject && <Text size="sm">{subject}</Text>}
      <CertificateBadge certificates={[text]} />
    </Group>
  )
}
