import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { requestStatusWords } from './words.ts'

const DAY_MS = 24 * 3600 * 1000

type DueProps = { due: string | null; isOpen: boolean /** For whom it is only a date. */; isCalm?: boolean }

/** Until when, with a colour and words for what is late or soon. */
export function DueDate({ due, isOpen, isCalm = false }: DueProps) {
  const t = useWords(requestStatusWords)
  const format = useFormat()
  if (due === null) return <span>{t('due.none')}</span>
  const date = format.date(due)
  const left = new Date(due).getTime() - Date.now()
  if (!isOpen || isCalm) return <span>{t('due.by', { date })}</span>
  if (left < 0) return <StatusBadge tone="bad">{t('due.overdue', { date })}</StatusBadge>
  if (format.date(new Date()) === date) return <StatusBadge tone="warning">{t('due.today')}</StatusBadge>
  if (left < 2 * DAY_MS) return <StatusBadge tone="warning">{t('due.by', { date })}</StatusBadge>
  return <span>{t('due.by', { date })}</span>
}
