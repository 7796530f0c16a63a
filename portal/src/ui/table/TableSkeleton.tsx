import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './DataTable.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The shape of a table whose rows are on their way. */
export function TableSkeleton({ columns }: { columns: number }) {
  const t = useWords(uiWords)
  const cells = Array.from({ length: Math.min(columns, 5) }, (_, column) => `cell-${column}`)
  return (
    <div className={classes.frame} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {ROWS.map((row) => (
        <div key={row} className={classes.skeleton} aria-hidden>
          {cells.map((cell, column) => (
            <Skeleton key={cell} height={14} width={column === 0 ? '70%' : '45%'} />
          ))}
        </div>
      ))}
    </div>
  )
}
