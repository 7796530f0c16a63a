import { fullName } from '#kernel/session/session.ts'
import { requestStatusWords } from '#shared/requests/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import type { Status } from '../../shared/requests/explanation.ts'
import type { HistoryEntry } from './employee-requests.api.ts'
import classes from './requests.module.css'
import { requestWords } from './words.ts'

type Change = HistoryEntry['changes'][number]

/** What happened to a request, in words, from the beginning on. */
export function History({ deeds, ownSide }: { deeds: HistoryEntry[]; ownSide?: 'employee' }) {
  const t = useWords(requestWords)
  const format = useFormat()
  const describe = useDescription()
  return (
    <ol className={classes.steps}>
      {deeds.flatMap((deed) => {
        const isOwn = ownSide !== undefined && deed.side === ownSide
        const who = isOwn ? t('request.you') : deed.actor ? fullName(deed.actor) : t('request.nobody')
        const lines =
          deed.action === 'created' ? [t('history.created', { who })] : deed.changes.map((one) => describe(one, who))
        return lines.map((line) => (
          <li key={`${deed.created_at} ${line}`} className={classes.step}>
            {line}
            <time dateTime={deed.created_at}>{format.dateTime(deed.created_at)}</time>
          </li>
        ))
      })}
    </ol>
  )
}

function useDescription(): (change: Change, who: string) => string {
  const t = useWords(requestWords)
  const states = useWords(requestStatusWords)
  const format = useFormat()
  const describeStatus = ({ from, to }: Change, who: string) => {
    if (to === 'closed') return t('history.closed', { who })
    if (from === 'closed') return t('history.reopened', { who })
    return t('history.status', { who, to: states(`status.${to as Status}`) })
  }
  const describeAssigned = ({ to }: Change, who: string) =>
    Array.isArray(to) && to.length > 0
      ? t('history.assigned', { who, to: to.join(', ') })
      : t('history.unassigned', { who })
  const byField: Record<string, (change: Change, who: string) => string> = {
    status: describeStatus,
    managers_assigned: describeAssigned,
    priority: ({ to }, who) => t('history.priority', { who, to: t(`priority.${to as 'LOW'}`) }),
    custom_state: ({ to }, who) =>
      to ? t('history.custom_state', { who, to: String(to) }) : t('history.custom_stateCleared', { who }),
    processing_date_due: ({ to }, who) =>
      to ? t('history.due', { who, to: format.date(String(to)) }) : t('history.dueCleared', { who }),
  }
  const describeVisibility = ({ to }: Change, who: string) => t(to ? 'history.shown' : 'history.hidden', { who })
  return (change, who) => (byField[change.field] ?? describeVisibility)(change, who)
}
