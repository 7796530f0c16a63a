import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The widths that the first rows gave to the columns, once these rows have left the page:
 * the columns of a long table stay where they are while it is scrolled.
 */
export function useSteadyWidths(hasLeftTop: boolean) {
  const headRef = useRef<HTMLTableRowElement>(null)
  const seen = useRef<string[]>([])
  const [widths, setWidths] = useState<string[]>()
  useLayoutEffect(() => {
    if (!hasLeftTop) seen.current = sharesOf(headRef.current)
  })
  useLayoutEffect(() => setWidths(hasLeftTop ? seen.current : undefined), [hasLeftTop])
  return { headRef, widths }
}

/** Cells that are not shown on this screen take no column. */
function sharesOf(head: HTMLTableRowElement | null): string[] {
  const widths = [...(head?.cells ?? [])].map((cell) => cell.offsetWidth).filter((width) => width > 0)
  const total = widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width) => `${((100 * width) / total).toFixed(2)}%`)
}
