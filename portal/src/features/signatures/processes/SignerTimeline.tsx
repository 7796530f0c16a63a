import { Button, Text } from '@mantine/core'
import { IconBell, IconCheck, IconX } from '@tabler/icons-react'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './process.module.css'
import type { Process, Signer, Status } from './processes.api.ts'
import { SIGNER_TONES } from './state.ts'
import { useReminder } from './use-process-actions.ts'

const OVER: Status[] = ['rejected', 'expired', 'canceled']

/** The signers from the first to the last, with what each has done. */
export function SignerTimeline({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const { id, signers, status, may_write } = process
  const { remind, isPending } = useReminder(id)
  const turns = new Set(signers.map((one) => one.signing_order))
  const inOrder = signers.toSorted((one, other) => one.signing_order - other.signing_order)
  return (
    <ol className={classes.timeline} aria-label={t('signers.title')}>
      {inOrder.map((signer) => (
        <li key={signer.id} data-status={signer.status}>
          <span className={classes.dot} aria-hidden>
            {signer.status === 'signed' && <IconCheck size={14} />}
            {signer.status === 'rejected' && <IconX size={14} />}
            {(signer.status === 'asked' || signer.status === 'waiting') && turns.size > 1 && signer.signing_order}
          </span>
          <div className={classes.entry}>
            <div className={classes.name}>
              <Text fw={600}>{signer.name}</Text>
              {status !== 'draft' && <SignerBadge signer={signer} isOver={OVER.includes(status)} />}
            </div>
            <Text size="sm" c="dimmed">
              {[t(`signerType.${signer.type}`), signer.email].filter(Boolean).join(' · ')}
            </Text>
            <Times signer={signer} />
            {signer.rejection_reason && <blockquote className={classes.reason}>{signer.rejection_reason}</blockquote>}
            {status === 'signing' && signer.status === 'asked' && may_write && (
              <Remind signer={signer} isPending={isPending} onRemind={() => remind(signer.id, signer.name)} />
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Who has not answered a process that is over is not asked any more. */
function SignerBadge({ signer: { status }, isOver }: { signer: Signer; isOver: boolean }) {
  const t = useWords(signatureProcessWords)
  const isMissing = isOver && (status === 'asked' || status === 'waiting')
  if (isMissing) return <StatusBadge>{t('signerState.missing')}</StatusBadge>
  return <StatusBadge tone={SIGNER_TONES[status]}>{t(`signerState.${status}`)}</StatusBadge>
}

type RemindProps = { signer: Signer; isPending: boolean; onRemind: () => void }

function Remind({ signer: { name, email }, isPending, onRemind }: RemindProps) {
  const t = useWords(signatureProcessWords)
  if (!email) {
    return (
      <Text size="sm" c="dimmed">
        {t('signers.noEmail')}
      </Text>
    )
  }
  return (
    <Button
      variant="default"
      size="xs"
      mt={6}
      leftSection={<IconBell size={14} aria-hidden />}
      aria-label={t('signers.remindOf', { name })}
      disabled={isPending}
      onClick={onRemind}
    >
      {t('signers.remind')}
    </Button>
  )
}

const MOMENTS = ['asked', 'viewed', 'reminded', 'signed', 'rejected'] as const

function Times({ signer }: { signer: Signer }) {
  const t = useWords(signatureProcessWords)
  const format = useFormat()
  const times = MOMENTS.flatMap((name) => {
    const moment = signer[`${name}_at`]
    return moment ? [{ name, moment }] : []
  })
  if (times.length === 0) return null
  return (
    <ul className={classes.times}>
      {times.map(({ name, moment }) => (
        <li key={name}>
          <time dateTime={moment} title={format.dateTime(moment)}>
            {t(`signers.${name}`, { when: format.relative(moment) })}
          </time>
        </li>
      ))}
    </ul>
  )
}
