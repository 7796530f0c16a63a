import { Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useDuration } from './duration.ts'
import { type Problem, problemsOf } from './problems.ts'
import classes from './System.module.css'
import type { SystemState } from './system.api.ts'
import { systemWords } from './words.ts'

const ICONS = { bad: IconExclamationCircle, warning: IconAlertTriangle, info: IconInfoCircle }

/** What needs attention, in words, worst first; or that all is well. */
export function Problems({ state }: { state: SystemState }) {
  const t = useWords(systemWords)
  const problems = problemsOf(state)
  const isFine = problems.every(({ severity }) => severity === 'info')
  return (
    <Section title={t(isFine ? 'system.fine' : 'system.problems')} flush>
      <ul className={classes.problems} aria-live="polite">
        {isFine && (
          <li className={classes.line}>
            <span className={classes.mark} data-severity="good">
              <IconCircleCheck size={20} aria-hidden />
            </span>
            <Text>{t('system.fineText')}</Text>
          </li>
        )}
        {problems.map((problem) => (
          <Line key={`${problem.kind} ${'job' in problem ? problem.job : ''}`} problem={problem} />
        ))}
      </ul>
    </Section>
  )
}

function Line({ problem }: { problem: Problem }) {
  const t = useWords(systemWords)
  const say = useSay()
  const Icon = ICONS[problem.severity]
  return (
    <li className={classes.line}>
      <span className={classes.mark} data-severity={problem.severity}>
        <Icon size={20} aria-hidden />
      </span>
      <Text className={classes.problem}>{say(problem)}</Text>
      {problem.href && (
        <Anchor component={AppLink} href={problem.href} size="sm" c="var(--accent-text)">
          {t('system.open')}
        </Anchor>
      )}
    </li>
  )
}

function useSay(): (problem: Problem) => string {
  const t = useWords(systemWords)
  const duration = useDuration()
  return (problem) => {
    switch (problem.kind) {
      case 'jobsFailed':
        return t('system.problem.jobsFailed', { job: problem.job, count: problem.count })
      case 'jobsLate':
        return t('system.problem.jobsLate', { job: problem.job, time: duration(problem.seconds) })
      case 'callbacksLate':
        return t('system.problem.callbacksLate', { time: duration(problem.seconds) })
      case 'scanFailing':
        return t('system.problem.scanFailing', { detail: problem.detail })
      case 'callbacksHeld':
      case 'mailsFailed':
        return t(`system.problem.${problem.kind}`, { count: problem.count })
      default:
        return t(`system.problem.${problem.kind}`)
    }
  }
}
