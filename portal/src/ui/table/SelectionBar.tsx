import { Button } from '@mantine/core'
import { type Translate, useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './DataTable.module.css'
import type { Selection } from './table-props.ts'

/** From here on the server only says that there are more. */
const MAX_COUNTED = 10_000

/** What can be done with the rows that were chosen; there only when some were. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const t = useWords(uiWords)
  const { selected, all } = selection
  const hasMore = all && !all.isChosen && (all.total === null || all.total > selected.size)
  return (
    <div aria-live="polite">
      {(selected.size > 0 || all?.isChosen) && (
        <div className={classes.bulk}>
          <strong>{chosenText(t, selection)}</strong>
          {hasMore && (
            <Button variant="subtle" size="compact-sm" onClick={all.choose}>
              {isCounted(all.total) ? t('table.allMatching', { count: all.total }) : t('table.everythingMatching')}
            </Button>
          )}
          <div className={classes.bulkActions}>{selection.actions}</div>
          <Button variant="subtle" size="compact-sm" onClick={() => selection.onChange(new Set())}>
            {t('table.clear')}
          </Button>
        </div>
      )}
    </div>
  )
}

function isCounted(total: number | null): total is number {
  return total !== null && total < MAX_COUNTED
}

function chosenText(t: Translate<typeof uiWords>, { selected, all }: Selection): string {
  if (!all?.isChosen) return t('table.selected', { count: selected.size })
  return isCounted(all.total) ? t('table.allChosen', { count: all.total }) : t('table.everythingChosen')
}
