import type { ReactNode } from 'react'
import type { CursorList } from './cursor-list.ts'

export type Column<T> = {
  id: string
  header: string
  render: (row: T) => ReactNode
  /** CSS width that is enough; a longer word makes it wider. Columns without share what is left by their content. */
  width?: string
  align?: 'start' | 'end'
  /** Not shown on narrower screens; cards show it all the same. */
  hideBelow?: 'md' | 'lg' | 'xl'
  /** On cards, whole lines without the header: for sentences. */
  wideOnCards?: boolean
  /** Not shown on cards. */
  hideOnCards?: boolean
}

/** Choosing all that match the filters of a list, beyond the rows that are loaded. */
export type SelectAll = { isChosen: boolean; total: number | null; choose: () => void }

export type Selection = {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
  actions: ReactNode
  all?: SelectAll
}

export type DataTableProps<T> = {
  /** Names the table for screen readers. */
  label: string
  /** The first column names the row; it holds the link. */
  columns: Column<T>[]
  /** From `useCursorList`, or `fixedRows(…)` for a completely loaded list. */
  list: CursorList<T>
  rowId: (row: T) => string
  /** Where the row leads; a real link in the first column, and the whole row can be clicked. */
  rowHref?: (row: T) => string
  onRowClick?: (row: T) => void
  /** What the row is called, for its checkbox. */
  rowLabel?: (row: T) => string
  selection?: Selection
  /** An EmptyState. */
  empty: ReactNode
  /** Shows "1,234 results" above when the total is known. */
  showTotal?: boolean
}
