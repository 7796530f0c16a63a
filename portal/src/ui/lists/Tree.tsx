import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import classes from './Tree.module.css'
import { TreeRow } from './TreeRow.tsx'
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

  /** The next node after this place, around the end, whose label begins with a letter. */
  const startingWith = (letter: string, at: number) => {
    const after = [...tree.lines.slice(at + 1), ...tree.lines.slice(0, at)]
    return after.find(({ node }) => node.label.toLowerCase().startsWith(letter.toLowerCase()))?.node.id
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = tree.lines.findIndex((line) => line.node.id === reachable?.node.id)
    const line = tree.lines[at]
    if (!line) return
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(tree.lines[at + 1]?.node.id),
      ArrowUp: () => focus(tree.lines[at - 1]?.node.id),
      Home: () => focus(tree.lines[0]?.node.id),
      End: () => focus(tree.lines.at(-1)?.node.id),
      ArrowRight: () => (line.isOpen ? focus(tree.lines[at + 1]?.node.id) : tree.open(line.node)),
      ArrowLeft: () => (line.isOpen ? tree.close(line.node) : focus(line.parentId)),
      Enter: () => onSelect(line.node),
      ' ': () => onSelect(line.node),
    }
    const act = actions[event.key] ?? (event.key.length === 1 ? () => focus(startingWith(event.key, at)) : undefined)
    if (!act) return
    act()
    event.preventDefault()
  }

  return (
    <div ref={ref} role="tree" aria-label={label} className={classes.tree} onKeyDown={press}>
      {tree.lines.map((line) => (
        <TreeRow
          key={line.node.id}
          nodeId={line.node.id}
          level={line.level}
          position={line.position}
          siblings={line.size}
          isOpen={line.node.hasChildren ? line.isOpen : undefined}
          isSelected={line.node.id === selectedId}
          isLoading={line.isLoading}
          isReachable={line === reachable}
          onFocus={() => setFocusedId(line.node.id)}
          onSelect={() => onSelect(line.node)}
          onToggle={() => (line.isOpen ? tree.close(line.node) : tree.open(line.node))}
          end={line.hasFailed && <span className={classes.failed}>{t('tree.failed')}</span>}
        >
          {renderNode ? renderNode(line.node) : line.node.label}
        </TreeRow>
      ))}
    </div>
  )
}
