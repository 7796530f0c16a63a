import { Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { deletionWords } from '#features/privacy/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { MyDeletion } from './deletion.api.ts'
import { type Step, stepsOf } from './steps.ts'
import classes from './timeline.module.css'

/** From asking to the end: what is done, what goes on now, and what is still to come. */
export function Timeline({ request }: { request: MyDeletion }) {
  const t = useWords(deletionWords)
  return (
    <ol className={classes.timeline} aria-label={t('progress.label')}>
      {stepsOf(request).map((step) => (
        <li key={step.name} data-state={step.state} aria-current={step.state === 'next' ? 'step' : undefined}>
          <span className={classes.dot} aria-hidden>
            {step.state === 'done' && <IconCheck size={14} />}
            {step.state === 'stopped' && <IconX size={14} />}
          </span>
          <StepWords step={step} request={request} />
        </li>
      ))}
    </ol>
  )
}

function StepWords({ step: { name, state, at }, request }: { step: Step; request: MyDeletion }) {
  const t = useWords(deletionWords)
  const format = useFormat()
  const title = useTitle(name, state)
  return (
    <div className={classes.words}>
      <Text {...(state === 'later' ? { c: 'dimmed' } : { fw: 600 })}>{title}</Text>
      {at !== null && (
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{format.dateTime(at)}</time>
        </Text>
      )}
      {name === 'failed' && <Text size="sm">{t('progress.failedNext')}</Text>}
      {state === 'next' && <Next name={name} request={request} />}
    </div>
  )
}

function useTitle(name: Step['name'], state: Step['state']): string {
  const t = useWords(deletionWords)
  if (name === 'withdrawn' || name === 'failed') return t(`progress.${name}`)
  if (name === 'asked' || state === 'done') return t(`progress.${name}.title`)
  return t(`progress.${name}.open`)
}

function Next({ name, request: { status, due_at } }: { name: Step['name']; request: MyDeletion }) {
  const t = useWords(deletionWords)
  const format = useFormat()
  if (name === 'checked' || name === 'confirmed' || name === 'prepared') {
    return <Text size="sm">{t(`progress.${name}.next`)}</Text>
  }
  if (status === 'processing') return <Text size="sm">{t('progress.deleted.running')}</Text>
  if (due_at === null) return null
  return <Text size="sm">{t('progress.deleted.next', { date: format.date(due_at) })}</Text>
}
