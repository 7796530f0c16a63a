import { Checkbox } from '@mantine/core'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './DataTable.module.css'
import { RowName } from './DataTableRow.tsx'
import { toggled } from './selection.ts'
import type { DataTableProps } from './table-props.ts'
import { useVisibleRows } from './visible-rows.ts'

/** The rows of a DataTable as cards, for phones. */
export function DataCards<T>(props: DataTableProps<T>) {
  const { label, columns, list, rowId, rowLabel, selection } = props
  const t = useWords(uiWords)
  const [first, ...others] = columns
  const details = others.filter((column) => !column.hideOnCards)
  const { ref, items, before, after } = useVisibleRows(list, 56 + details.length * 26)
  return (
    <div ref={ref}>
      <ul className={classes.cards} aria-label={label} style={{ paddingTop: before, paddingBottom: after }}>
        {items.map(({ row, index }) => (
          <li key={rowId(row)} className={classes.card}>
            {selection && (
              <Checkbox
                aria-label={t('table.selectRow', { row: rowLabel?.(row) ?? rowId(row) })}
                checked={selection.selected.has(rowId(row))}
                onChange={() => selection.onChange(toggled(selection.selected, rowId(row)))}
              />
            )}
            <div className={classes.cardBody}>
              {first && (
                <RowName {...props} row={row} index={index}>
                  {first.render(row)}
                </RowName>
              )}
              <dl className={classes.details}>
                {details.map((column) => (
                  <div key={column.id} data-wide={column.wideOnCards || undefined}>
                    <dt>{column.header}</dt>
                    <dd>{column.render(row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ul>
      {list.isLoadingMore && (
        <p className={classes.more} role="status">
          {t('table.more')}
        </p>
      )}
    </div>
  )
}
