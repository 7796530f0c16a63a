import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { useSteadyWidths } from './column-widths.ts'
import type { CursorList } from './cursor-list.ts'
import { DataCards } from './DataCards.tsx'
import classes from './DataTable.module.css'
import { DataTableRow } from './DataTableRow.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import type { DataTableProps } from './table-props.ts'
import { useVisibleRows } from './visible-rows.ts'

export type { Column, DataTableProps, Selection } from './table-props.ts'

/** A list of many rows: sticky header, as many rows as wanted, cards on phones. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, list, rowId, empty, selection, showTotal = false } = props
  const t = useWords(uiWords)
  const format = useFormat()
  const isNarrow = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })

  if (list.isLoading) return <TableSkeleton columns={columns.length} />
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  if (list.rows.length === 0) return <div className={classes.frame}>{empty}</div>
  return (
    <div>
      {showTotal && list.total !== null && (
        <p className={classes.total} role="status">
          {t('table.total', { count: list.total }).replace(String(list.total), format.number(list.total))}
        </p>
      )}
      {selection && <SelectionBar selection={selection} />}
      <div className={classes.frame}>
        {isNarrow ? <DataCards {...props} /> : <WideTable {...props} label={label} rowId={rowId} />}
      </div>
    </div>
  )
}

function WideTable<T>(props: DataTableProps<T>) {
  const { label, columns, list, rowId, selection } = props
  const t = useWords(uiWords)
  const { ref, items, before, after } = useVisibleRows(list, 53)
  const { headRef, widths } = useSteadyWidths(before > 0)
  const width = columns.length + (selection ? 1 : 0)
  const ids = list.rows.map(rowId)
  const chosen = selection ? ids.filter((id) => selection.selected.has(id)).length : 0
  return (
    <div ref={ref}>
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={(list.total ?? list.rows.length) + 1}
        data-steady={widths ? true : undefined}
      >
        {widths && (
          <colgroup>
            {widths.map((share, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <col key={place} style={{ width: share }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr ref={headRef} aria-rowindex={1}>
            {selection && (
              <th className={classes.check}>
                <Checkbox
                  aria-label={t('table.selectAll')}
                  checked={chosen === ids.length}
                  indeterminate={chosen > 0 && chosen < ids.length}
                  onChange={() => selection.onChange(new Set(chosen === ids.length ? [] : ids))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-align={column.align}
                data-hide-below={column.hideBelow}
                style={column.width ? { width: column.width } : undefined}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} width={width} />
          {items.map(({ row, index }) => (
            <DataTableRow key={rowId(row)} {...props} row={row} index={index} />
          ))}
          <Spacer height={after} width={width} />
        </tbody>
      </table>
      {list.isLoadingMore && (
        <p className={classes.more} role="status">
          {t('table.more')}
        </p>
      )}
    </div>
  )
}

function Spacer({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={width} className={classes.spacer} />
    </tr>
  )
}

/** A completely loaded list, for a DataTable. */
export function fixedRows<T>(rows: T[] | undefined, query?: { error: unknown; refetch: () => unknown }): CursorList<T> {
  return {
    rows: rows ?? [],
    total: rows?.length ?? null,
    isLoading: rows === undefined && !query?.error,
    isLoadingMore: false,
    hasMore: false,
    loadMore: () => {},
    error: query?.error ?? null,
    retry: () => void query?.refetch(),
  }
}
