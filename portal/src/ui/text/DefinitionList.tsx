import type { ReactNode } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './DefinitionList.module.css'

export type Definition = { label: string; value: ReactNode }

type DefinitionListProps = {
  items: Definition[]
  /** One below the other, for narrow places. */
  stacked?: boolean
}

/** Names and values of one thing; what is empty shows a dash. */
export function DefinitionList({ items, stacked = false }: DefinitionListProps) {
  const t = useWords(uiWords)
  return (
    <dl className={classes.list} data-stacked={stacked || undefined}>
      {items.map(({ label, value }) => (
        <div key={label} className={classes.item}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? t('none') : value}</dd>
        </div>
      ))}
    </dl>
  )
}
