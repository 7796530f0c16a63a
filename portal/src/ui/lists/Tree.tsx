import { IconChevronRight, IconLoader2 } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './Tree.module.css'
import { type TreeNode, useTree } from './tree-state.ts'

export type { TreeNode } from './tree-state.ts'

type TreeProps<T extends TreeNode> = {
  label: string
  roots: T[]
  /** Asked when a node is opened for the first time. */
  loadChildren: (node: T) => Promise<T[]>
  selectedId?: string | undefined
  onSelect: (node: T) => void
  /** What a node shows; its label unless said otherwise. */
  renderNode?: (node: T) => ReactNode
}

/** A tree whose branches load when they are opened; arrow keys, Home, End, Enter and first letters work. */
export function Tree<T extends TreeNode>({
  label,
  roots,
  loadChildren,
  selectedId,
  onSelect,
  renderNode,
}: TreeProps<T>) {
  const t = useWords(uiWords)
  const tree = useTree(roots, loadChildren)
  const ref = useRef<HTMLDivElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const reachable = tree.lines.find((line) => line.node.id === (focusedId ?? selectedId)) ?? tree.lines[0]

  const focus = (id: string | undefined) => {
    if (id === undefined) return
    setFocusedId(id)
    ref.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus()
  }

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = tree.lines.findIndex((line) => line.node.id === reachable?.node.id)
    const line = tree.lines[at]
    if (!line) return
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : undefined
    if (event.key === 'ArrowDown') focus(tree.lines[at + 1]?.node.id)
    else if (event.key === 'ArrowUp') focus(tree.lines[at - 1]?.node.id)
    else if (event.key === 'Home') focus(tree.lines[0]?.node.id)
    else if (event.key === 'End') focus(tree.lines.at(-1)?.node.id)
    else if (event.key === 'ArrowRight') line.isOpen ? focus(tree.lines[at + 1]?.node.id) : tree.open(line.node)
    else if (event.key === 'ArrowLeft') line.isOpen ? tree.close(line.node) : focus(line.parentId)
    else if (event.key === 'Enter' || event.key === ' ') onSelect(line.node)
    else if (letter) {
      const after = [...tree.lines.slice(at + 1), ...tree.lines.slice(0, at)]
      focus(after.find((other) => other.node.label.toLowerCase().startsWith(letter))?.node.id)
    } else return
    event.preventDefault()
  }

  return (
    <div ref={ref} role="tree" aria-label={label} className={classes.tree} onKeyDown={press}>
      {tree.lines.map(({ node, level, isOpen, isLoading, hasFailed, position, size }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys
        <div
          key={node.id}
          role="treeitem"
          data-id={node.id}
          aria-level={level}
          aria-setsize={size}
          aria-posinset={position}
          aria-expanded={node.hasChildren ? isOpen : undefined}
          aria-selected={node.id === selectedId}
          aria-busy={isLoading || undefined}
          tabIndex={node.id === reachable?.node.id ? 0 : -1}
          className={classes.item}
          style={{ paddingInlineStart: `${(level - 1) * 1.25 + 0.5}rem` }}
          onFocus={() => setFocusedId(node.id)}
          onClick={() => onSelect(node)}
        >
          {/* biome-ignore lint/a11y: the arrow keys open and close; this is for the mouse */}
          <span
            className={classes.twig}
            data-open={isOpen || undefined}
            onClick={(event) => {
              event.stopPropagation()
              isOpen ? tree.close(node) : tree.open(node)
            }}
          >
            {isLoading && <IconLoader2 size={16} className={classes.spin} aria-label={t('tree.loading')} />}
            {!isLoading && node.hasChildren && <IconChevronRight size={16} aria-hidden />}
          </span>
          <span className={classes.label}>{renderNode ? renderNode(node) : node.label}</span>
          {hasFailed && <span className={classes.failed}>{t('tree.failed')}</span>}
        </div>
      ))}
    </div>
  )
}
