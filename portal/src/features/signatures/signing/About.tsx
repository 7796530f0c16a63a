import { Stack, Text, Title } from '@mantine/core'
import { signingWords } from '#features/signatures/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import type { SignatureDetail } from './signing.api.ts'
import classes from './signing.module.css'

const TONES = {
  waiting: 'neutral',
  asked: 'warning',
  signed: 'good',
  rejected: 'bad',
  none: 'neutral',
} as const satisfies Record<string, Tone>

/** Who asks, why, until when, and who else signs. */
export function About({ signature }: { signature: SignatureDetail }) {
  const t = useWords(signingWords)
  const format = useFormat()
  const { requested_by, requested_at, expiry_date, reason } = signature
  return (
    <Section title={t('page.about')}>
      <Stack gap="lg">
        <DefinitionList
          stacked
          items={[
            { label: t('page.from'), value: requested_by },
            ...(requested_at ? [{ label: t('page.since'), value: <RelativeTime value={requested_at} /> }] : []),
            ...(expiry_date ? [{ label: t('page.until'), value: format.date(expiry_date) }] : []),
            ...(reason ? [{ label: t('page.reason'), value: reason }] : []),
          ]}
        />
        <Signers signature={signature} />
      </Stack>
    </Section>
  )
}

function Signers({ signature: { signers, status } }: { signature: SignatureDetail }) {
  const t = useWords(signingWords)
  const format = useFormat()
  const isInOrder = new Set(signers.map((one) => one.signing_order)).size > 1
  const isOver = status === 'rejected' || status === 'expired' || status === 'canceled'
  const sorted = signers
    .map(
      (one) =>
        ({ ...one, state: isOver && !one.signed_at && one.status !== 'rejected' ? 'none' : one.status }) as const,
    )
    .toSorted((one, other) => one.signing_order - other.signing_order)
  return (
    <div>
      <Title order={3} size="sm">
        {t('page.signers')}
      </Title>
      {isInOrder && (
        <Text size="sm" c="dimmed">
          {t('page.inOrder')}
        </Text>
      )}
      <ol className={classes.signers}>
        {sorted.map((one) => (
          <li key={one.id}>
            {isInOrder && (
              <span className={classes.turn} aria-hidden>
                {one.signing_order}
              </span>
            )}
            <span className={classes.signer}>
              <Text component="span" size="sm" {...(one.is_me ? { fw: 600 } : {})}>
                {one.is_me ? t('page.me', { name: one.name }) : one.name}
              </Text>
              {one.signed_at && (
                <Text component="span" size="xs" c="dimmed">
                  {t('page.signedOn', { date: format.dateTime(one.signed_at) })}
                </Text>
              )}
            </span>
            <StatusBadge tone={TONES[one.state]}>{t(`page.signer.${one.state}`)}</StatusBadge>
          </li>
        ))}
      </ol>
    </div>
  )
}
