import { IconAlertTriangle, IconCheck, IconCircle, IconClock, IconX } from '@tabler/icons-react'
import { erasureWords } from '#features/governance/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import type { Deletion } from './erasure.api.ts'
import classes from './erasure.module.css'
import { type Step, stepsOf } from './state.ts'

/** What was done, when and by whom; and what comes next. */
export function DeletionTimeline({ deletion }: { deletion: Deletion }) {
  const t = useWords(erasureWords)
  return (
    <Section title={t('steps.title')}>
      <ol className={classes.steps}>
        {stepsOf(deletion).map((step) => (
          <li
            key={step.name}
            className={classes.step}
            data-state={step.name === 'failed' ? 'failed' : step.state}
            aria-current={step.state === 'next' ? 'step' : undefined}
          >
            <span className={classes.stepIcon}>
              <StepIcon step={step} />
            </span>
            <span>
              <span className={classes.stepName}>{t(`steps.${step.name}`)}</span>
              <span className={classes.stepWhen}>
                <When step={step} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function StepIcon({ step: { name, state } }: { step: Step }) {
  const shape = { size: 14, stroke: 2.5, 'aria-hidden': true } as const
  if (name === 'failed') return <IconAlertTriangle {...shape} />
  if (name === 'canceled') return <IconX {...shape} />
  if (state === 'done') return <IconCheck {...shape} />
  return state === 'next' ? <IconClock {...shape} /> : <IconCircle {...shape} />
}

function When({ step: { at, by, state } }: { step: Step }) {
  const t = useWords(erasureWords)
  const format = useFormat()
  if (at === null) return t('steps.later')
  if (state !== 'done') return t('steps.on', { date: format.dateTime(at) })
  return [format.dateTime(at), by && t('steps.by', { name: by })].filter(Boolean).join(' · ')
}
