import { useEffect, useRef } from 'react'

/** So narrow that a detail lies below its list. */
const NARROW = '(max-width: 64em)'

/** Where a detail lies below its list, brings it into view when another one is chosen, with the focus on its heading. */
export function useReveal<E extends HTMLElement>(chosen: string | undefined) {
  const ref = useRef<E>(null)
  const shown = useRef(chosen)
  useEffect(() => {
    const box = ref.current
    if (chosen === shown.current) return
    shown.current = chosen
    if (!box || chosen === undefined || !window.matchMedia(NARROW).matches) return
    box.scrollIntoView()
    if (focusHeading(box)) return
    const observer = new MutationObserver(() => {
      if (focusHeading(box)) observer.disconnect()
    })
    observer.observe(box, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [chosen])
  return ref
}

function focusHeading(box: HTMLElement): boolean {
  const heading = box.querySelector<HTMLElement>('h2, h3')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
