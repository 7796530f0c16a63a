import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CursorList } from './cursor-list.ts'

type Visible<T> = {
  ref: React.RefObject<HTMLDivElement | null>
  items: { row: T; index: number }[]
  before: number
  after: number
}

const SHORT_LIST = 80

/** Which rows are on the screen, and how much room the others take; loads more when the end comes near. */
export function useVisibleRows<T>(list: CursorList<T>, rowHeight: number): Visible<T> {
  const ref = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    if (ref.current) setOffset(ref.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: list.rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: offset,
  })
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasMore, loadMore } = list
  const isNearEnd = hasMore && last >= list.rows.length - 20
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the end comes near or rows came
  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd, list.rows.length])

  const all = list.rows.length <= SHORT_LIST
  const indexes = all ? list.rows.map((_, index) => index) : shown.map((item) => item.index)
  const first = shown[0]
  const end = shown.at(-1)
  return {
    ref,
    items: indexes.flatMap((index) => {
      const row = list.rows[index]
      return row === undefined ? [] : [{ row, index }]
    }),
    before: all || !first ? 0 : first.start - offset,
    after: all || !end ? 0 : virtualizer.getTotalSize() - (end.end - offset),
  }
}
