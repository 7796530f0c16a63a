import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './ListDetail.module.css'

type ListDetailProps = {
  list: ReactNode
  /** What was chosen in the list; another one is brought into view where it lies below the list. */
  chosen: string | undefined
  detail: ReactNode
  /** Below the detail, whatever is chosen. */
  after?: ReactNode
}

/** A list, and beside it the one that was chosen; below it on narrow screens, with a way back. */
export function ListDetail({ list, chosen, detail, after }: ListDetailProps) {
  const t = useWords(uiWords)
  const listRef = useRef<HTMLDivElement>(null)
  const detailRef = useReveal<HTMLDivElement>(chosen)
  const goBack = () => {
    listRef.current?.scrollIntoView()
    listRef.current?.querySelector<HTMLElement>('[role="tree"][tabindex], [aria-selected="true"]')?.focus()
  }
  return (
    <div className={classes.panes}>
      <div ref={listRef} className={classes.list}>
        {list}
      </div>
      <div className={classes.side}>
        <div ref={detailRef} className={classes.detail} data-empty={chosen === undefined || undefined}>
          {chosen !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.back ?? ''}
              leftSection={<IconArrowUp size={16} aria-hidden />}
              onClick={goBack}
            >
              {t('backToList')}
            </Button>
          )}
          {detail}
        </div>
        {after}
      </div>
    </div>
  )
}

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
