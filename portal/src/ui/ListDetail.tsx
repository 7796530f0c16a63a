import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useWords } from '../app/i18n.ts'
import classes from './ListDetail.module.css'
import { useReveal } from './reveal.ts'

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
  const t = useWords('ui')
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
