import { Blockquote, Button, Loader, Text, Title } from '@mantine/core'
import {
  IconBan,
  IconCalendarOff,
  IconCheck,
  IconDownload,
  IconHourglass,
  IconRosetteDiscountCheck,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { signingWords } from '#features/signatures/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { SignatureDetail } from './signing.api.ts'
import classes from './signing.module.css'
import { type Situation, TONES } from './situation.ts'

export type Ended = Exclude<Situation, 'mine'>

const ICONS = {
  waiting: IconHourglass,
  signed: IconCheck,
  sealing: IconCheck,
  sealed: IconRosetteDiscountCheck,
  refusedByMe: IconX,
  refused: IconX,
  expired: IconCalendarOff,
  canceled: IconBan,
} as const

type OutcomeProps = {
  signature: SignatureDetail
  situation: Ended
  downloadUrl: string
  /** Whether the signer has just caused it, so that its heading gets the focus. */
  hasJustEnded: boolean
}

/** How it stands, in place of the signature: signed, sealed, or no longer to be signed. */
export function Outcome({ signature, situation, downloadUrl, hasJustEnded }: OutcomeProps) {
  const t = useWords(signingWords)
  const format = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  const Icon = ICONS[situation]
  const date = signature.expiry_date ? format.date(signature.expiry_date) : ''
  useEffect(() => {
    if (hasJustEnded) title.current?.focus()
  }, [hasJustEnded])
  return (
    <section className={classes.outcome} data-tone={TONES[situation]}>
      <span className={classes.outcomeIcon}>
        {situation === 'sealing' ? (
          <Loader size={26} color="currentColor" />
        ) : (
          <Icon size={28} stroke={1.75} aria-hidden />
        )}
      </span>
      <div role="status">
        <Title order={2} size="h3" ref={title} tabIndex={-1} className={classes.outcomeTitle}>
          {t(`outcome.${situation}.title`)}
        </Title>
        <Text size="sm" mt={4}>
          {t(`outcome.${situation}.text`, { name: signature.requested_by, date })}
        </Text>
      </div>
      {signature.rejection_reason && (
        <Blockquote className={classes.quote} cite={t('outcome.yourReason')}>
          {signature.rejection_reason}
        </Blockquote>
      )}
      {situation === 'sealed' && (
        <Button
          component="a"
          href={downloadUrl}
          fullWidth
          size="md"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t('outcome.download')}
        </Button>
      )}
    </section>
  )
}
