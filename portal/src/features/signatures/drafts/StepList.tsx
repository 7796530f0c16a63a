import { IconCheck } from '@tabler/icons-react'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './steps.module.css'
import { type Errors, STEPS, type Step, stepOf } from './wizard-steps.ts'

type StepListProps = { current: Step; furthest: number; errors: Errors; onStep: (step: Step) => void }

/** Where one is, and a way to every step that can be opened. */
export function StepList({ current, furthest, errors, onStep }: StepListProps) {
  const t = useWords(signatureDraftWords)
  const at = STEPS.indexOf(current)
  const wrong = new Set(Object.keys(errors).map(stepOf))
  return (
    <nav aria-label={t('steps.label')} className={classes.steps}>
      <p className={classes.where} aria-hidden>
        {t('steps.where', { place: at + 1, count: STEPS.length, name: t(`steps.${current}`) })}
      </p>
      <ol className={classes.stepList}>
        {STEPS.map((step, place) => (
          <li key={step} data-done={place < at || undefined} data-current={step === current || undefined}>
            <button
              type="button"
              className={classes.step}
              disabled={place > furthest}
              aria-current={step === current ? 'step' : undefined}
              data-wrong={wrong.has(step) || undefined}
              onClick={() => onStep(step)}
            >
              <span className={classes.number} aria-hidden>
                {place < at ? <IconCheck size={14} /> : place + 1}
              </span>
              <span className={classes.stepName}>{t(`steps.${step}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
