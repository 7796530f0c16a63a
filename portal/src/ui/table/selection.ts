import { useState } from 'react'
import type { SelectAll } from './table-props.ts'

/** The same choice with one thing more or less. */
export function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

type Chosen = { of: string; ids: ReadonlySet<string>; isAll: boolean }

/** What is chosen of a list: rows one by one, or all that match its filters. Changing a filter clears the selection. */
export type ListSelection = {
  selected: ReadonlySet<string>
  /** Whether all that match are chosen, those that are not loaded too. */
  isAll: boolean
  onChange: (selected: Set<string>) => void
  all: SelectAll
  clear: () => void
}

/** `filters` names what the list is narrowed by; `ids` are the rows that are loaded. */
export function useListSelection(filters: unknown, ids: string[], total: number | null): ListSelection {
  const of = JSON.stringify(filters)
  const [chosen, setChosen] = useState<Chosen>({ of, ids: new Set(), isAll: false })
  const { ids: selected, isAll } = chosen.of === of ? chosen : { ids: new Set<string>(), isAll: false }
  const choose = (next: ReadonlySet<string>, all = false) => setChosen({ of, ids: next, isAll: all })
  return {
    selected: isAll ? new Set(ids) : selected,
    isAll,
    onChange: (next) => choose(next),
    all: { isChosen: isAll, total, choose: () => choose(new Set(), true) },
    clear: () => choose(new Set()),
  }
}
