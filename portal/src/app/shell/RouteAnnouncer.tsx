import { VisuallyHidden } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { appWords } from '#app/words.ts'
import { useWords } from '#ui/language/words.ts'

const SAME_HEADING_MS = 400
const PATIENCE_MS = 4000
const HEADING = 'main h1[data-page-title]'

/** After a page change, moves the focus to the heading of the page and says its name. */
export function RouteAnnouncer() {
  const t = useWords(appWords)
  const router = useRouter()
  const [said, setSaid] = useState('')
  useEffect(() => {
    let timer = 0
    let old: Element | null = null
    const announce = (heading: HTMLElement) => {
      setSaid(t('announce', { page: heading.textContent ?? '' }))
      const active = document.activeElement
      if (!active?.matches('main :is(input, textarea, select)')) heading.focus({ preventScroll: true })
    }
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        old = document.querySelector(HEADING)
      }),
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        const startedAt = Date.now()
        const look = () => {
          const heading = document.querySelector<HTMLElement>(HEADING)
          const waitedMs = Date.now() - startedAt
          if (heading?.textContent && (heading !== old || waitedMs > SAME_HEADING_MS)) announce(heading)
          else if (waitedMs < PATIENCE_MS) timer = window.setTimeout(look, 50)
        }
        window.clearTimeout(timer)
        timer = window.setTimeout(look, 0)
      }),
    ]
    return () => {
      window.clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [router, t])
  return (
    <VisuallyHidden aria-live="polite" role="status" data-announcer>
      {said}
    </VisuallyHidden>
  )
}
