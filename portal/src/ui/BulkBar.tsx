import { Button } from '@mantine/core'
import { useWords } from '../app/i18n.ts'
import classes from './DataTable.module.css'
import type { Selection } from './table-props.ts'

/** What can be done with the rows that were chosen; there only when some were. */
export function BulkBar({ selection }: { selection: Selection }) {
  const t = useWords('ui')
  const count = selection.selected.size
  return (
    <div aria-live="polite">
      {count > 0 && (
        <div className={classes.bulk}>
          <strong>{t('table.selected', { count })}</strong>
          <div className={classes.bulkActions}>{selection.actions}</div>
          <Button variant="subtle" size="compact-sm" onClick={() => selection.onChange(new Set())}>
            {t('table.clear')}
          </Button>
        </div>
      )}
    </div>
  )
}
