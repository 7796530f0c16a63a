import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import classes from './HoldBadge.module.css'
import { keptWords } from './words.ts'

/** An open hold on what a page shows; the name is null for those who may not read holds. */
export type HoldOn = { id: string; kind: 'matter' | 'document'; name: string | null; placed_at: string }

export const holdPath = (id: string) => `/portal/admin/legal-holds/${id}`

/** Says that something is under legal hold, and leads those who may read holds to the matter. */
export function HoldBadge({ holds }: { holds: readonly HoldOn[] }) {
  const t = useWords(keptWords)
  const [first, ...others] = holds.toSorted((left, right) => right.kind.localeCompare(left.kind))
  if (!first) return null
  if (first.name === null) return <StatusBadge tone="warning">{t('underHold')}</StatusBadge>
  const label = first.kind === 'matter' ? t('matter', { name: first.name }) : t('held')
  return (
    <StatusBadge tone="warning">
      <AppLink href={holdPath(first.id)} className={classes.name}>
        {label}
      </AppLink>
      {others.length > 0 && <span>{t('more', { count: others.length })}</span>}
    </StatusBadge>
  )
}
