import { Button } from '@mantine/core'
import { IconRosetteDiscountCheck, IconShieldCheck, IconShieldExclamation, IconShieldHalf } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { auditKeys, type Head, headQuery, makeCheckpoint } from '#features/audit/audit.api.ts'
import { auditWords } from '#features/audit/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import classes from './chain.module.css'
import { canHash } from './check-entry.ts'
import type { Break } from './check-export.ts'
import { useVerification, type Verification } from './use-verification.ts'

/** How far the chain is sealed, and how far it was verified here. */
export function ChainState() {
  const { data: head, error, refetch } = useQuery(headQuery)
  if (head) return <Shown head={head} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <LoadingState lines={2} />
}

function Shown({ head }: { head: Head }) {
  const t = useWords(auditWords)
  const titleId = useId()
  const { verification, verify, stop } = useVerification()
  const isRunning = verification.state === 'running'
  return (
    <section className={classes.state} aria-label={t('state.title')} data-tone={toneOf(verification)}>
      <span className={classes.icon}>
        <StateIcon verification={verification} isSealed={head.checkpoint !== null} />
      </span>
      <div className={classes.words} role="status" aria-labelledby={titleId}>
        <p className={classes.title} id={titleId}>
          <StateTitle head={head} verification={verification} />
        </p>
        <p className={classes.text}>
          <StateText head={head} verification={verification} />
        </p>
      </div>
      <div className={classes.actions}>
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            {t('state.stop')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            disabled={!canHash()}
            onClick={() => void verify()}
          >
            {t('state.verify')}
          </Button>
        )}
        <MakeCheckpoint />
      </div>
      {isRunning && <Progress entries={verification.entries} head={head} />}
      {verification.state === 'failed' && <ErrorState error={verification.error} />}
    </section>
  )
}

function toneOf(verification: Verification): 'good' | 'bad' | undefined {
  if (verification.state !== 'done') return undefined
  return verification.checked.broken ? 'bad' : 'good'
}

function StateIcon({ verification, isSealed }: { verification: Verification; isSealed: boolean }) {
  const shape = { size: 26, stroke: 1.5, 'aria-hidden': true } as const
  const tone = toneOf(verification)
  if (tone === 'bad') return <IconShieldExclamation {...shape} />
  if (tone === 'good') return <IconShieldCheck {...shape} />
  return isSealed ? <IconRosetteDiscountCheck {...shape} /> : <IconShieldHalf {...shape} />
}

type Told = { head: Head; verification: Verification }

function StateTitle({ head: { checkpoint }, verification }: Told): ReactNode {
  const t = useWords(auditWords)
  const format = useFormat()
  if (verification.state === 'done') {
    const { broken, entries } = verification.checked
    if (broken) return t('state.broken', { sequence: format.number(broken.sequence) })
    return t('state.verified', { sequence: format.number(entries) })
  }
  return checkpoint ? t('state.sealed', { sequence: format.number(checkpoint.sequence) }) : t('state.none')
}

function StateText({ head: { checkpoint, sequence }, verification }: Told): ReactNode {
  const t = useWords(auditWords)
  const format = useFormat()
  const sealed = checkpoint
    ? [
        t('state.checkpoint', { date: format.dateTime(checkpoint.at) }),
        t('state.since', sinceOf(sequence - checkpoint.sequence, format.number)),
      ].join(' · ')
    : t('state.noneText')
  if (verification.state !== 'done') return canHash() ? sealed : `${sealed} · ${t('state.cannot')}`
  const { broken } = verification.checked
  if (broken) return <Why of={broken} />
  return `${t('state.verifiedText')} ${sealed}`
}

const sinceOf = (count: number, write: (count: number) => string) => ({ count, number: write(count) })

function Why({ of }: { of: Break }) {
  return useWords(auditWords)(`state.why.${of.why}`)
}

function Progress({ entries, head: { sequence } }: { entries: number; head: Head }) {
  const t = useWords(auditWords)
  const format = useFormat()
  return (
    <div className={classes.progress}>
      <ProgressBar
        label={t('state.verifying')}
        value={sequence === 0 ? 0 : entries / sequence}
        detail={t('state.progress', { done: format.number(entries), total: format.number(sequence) })}
      />
    </div>
  )
}

/** Seals the newest entry at once, without waiting for the night. */
function MakeCheckpoint() {
  const t = useWords(auditWords)
  const format = useFormat()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: makeCheckpoint,
    onSuccess: ({ sequence }) => notify.success(t('checkpoint.done', { sequence: format.number(sequence) })),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: auditKeys.all }),
  })
  return (
    <Button
      leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate(undefined)}
    >
      {t('checkpoint.make')}
    </Button>
  )
}
