import { Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './TreeRow.module.css'

type TreeRowProps = {
  /** The node of the row: a tree finds its row by `data-id`. */
  nodeId: string
  /** Of the element, where the tree names its active row. */
  id?: string
  level: number
  /** Among its siblings, where not all of them are on the page. */
  position?: number
  siblings?: number
  /** Undefined where there is nothing to open. */
  isOpen: boolean | undefined
  isSelected: boolean
  isLoading?: boolean
  /** Whether the keys act on this row while the tree itself has the focus. */
  isActive?: boolean
  /** Whether the tabulator key comes here. */
  isReachable?: boolean
  /** Taller rows, for a tree that is the page. */
  isRoomy?: boolean
  onFocus?: () => void
  onSelect: () => void
  onToggle: () => void
  /** After the label. */
  end?: ReactNode
  children: ReactNode
}

/** One row of a tree, at the indentation of its level, with the toggle that opens and closes it. */
export function TreeRow(props: TreeRowProps) {
  const { isActive = false, isLoading = false, isReachable = false, isRoomy = false } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys
    <div
      id={props.id}
      role="treeitem"
      data-id={props.nodeId}
      aria-level={props.level}
      aria-setsize={props.siblings}
      aria-posinset={props.position}
      aria-expanded={props.isOpen}
      aria-selected={props.isSelected}
      aria-busy={isLoading || undefined}
      data-active={isActive || undefined}
      data-roomy={isRoomy || undefined}
      tabIndex={isReachable ? 0 : -1}
      className={classes.row}
      style={{ ['--level' as string]: props.level }}
      onFocus={props.onFocus}
      onClick={props.onSelect}
    >
      <Toggle isOpen={props.isOpen} isLoading={isLoading} onToggle={props.onToggle} />
      <span className={classes.label}>{props.children}</span>
      {props.end}
    </div>
  )
}

type ToggleProps = Pick<TreeRowProps, 'isOpen' | 'onToggle'> & { isLoading: boolean }

function Toggle({ isOpen, isLoading, onToggle }: ToggleProps) {
  const t = useWords(uiWords)
  return (
    // biome-ignore lint/a11y: the arrow keys open and close; this is for the mouse
    <span
      className={classes.twig}
      data-open={isOpen || undefined}
      onClick={(event) => {
        event.stopPropagation()
        if (isOpen !== undefined) onToggle()
      }}
    >
      {isLoading && <Loader size={14} aria-label={t('tree.loading')} />}
      {!isLoading && isOpen !== undefined && <IconChevronRight size={16} aria-hidden />}
    </span>
  )
}
