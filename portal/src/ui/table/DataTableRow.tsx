import { Checkbox } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { uiWords } from '#ui/words.ts'
import classes from './DataTable.module.css'
import { toggled } from './selection.ts'
import type { DataTableProps } from './table-props.ts'

type RowProps<T> = DataTableProps<T> & { row: T; index: number }

/** One row of a DataTable: the first cell holds the link or button, a click anywhere follows it. */
export function DataTableRow<T>(props: RowProps<T>) {
  const { columns, row, index, rowId, rowHref, onRowClick, rowLabel, selection } = props
  const t = useWords(uiWords)
  const router = useRouter()
  const id = rowId(row)
  const href = rowHref?.(row)

  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target as HTMLElement
    if (target.closest('a, button, input, label, [role="menu"]') || window.getSelection()?.toString()) return
    if (href && (event.metaKey || event.ctrlKey)) window.open(href, '_blank', 'noopener')
    else if (href) router.history.push(href)
    else onRowClick?.(row)
  }

  return (
    <tr
      aria-rowindex={index + 2}
      data-open={href || onRowClick ? true : undefined}
      data-selected={selection?.selected.has(id) || undefined}
      onClick={open}
    >
      {selection && (
        <td className={classes.check}>
          <Checkbox
            aria-label={t('table.selectRow', { row: rowLabel?.(row) ?? id })}
            checked={selection.selected.has(id)}
            onChange={() => selection.onChange(toggled(selection.selected, id))}
          />
        </td>
      )}
      {columns.map((column, position) => (
        <td
          key={column.id}
          className={position === 0 ? classes.first : undefined}
          data-align={column.align}
          data-hide-below={column.hideBelow}
        >
          {position === 0 ? <RowName {...props}>{column.render(row)}</RowName> : column.render(row)}
        </td>
      ))}
    </tr>
  )
}

/** What names a row, as the link or button that opens it. */
export function RowName<T>({ row, rowHref, onRowClick, children }: RowProps<T> & { children: React.ReactNode }) {
  const href = rowHref?.(row)
  if (href) {
    return (
      <AppLink href={href} className={classes.name}>
        {children}
      </AppLink>
    )
  }
  if (onRowClick) {
    return (
      <button type="button" className={classes.name} onClick={() => onRowClick(row)}>
        {children}
      </button>
    )
  }
  return children
}
