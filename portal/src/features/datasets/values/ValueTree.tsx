import { Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { lacksName, type Value } from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { useName } from '#features/datasets/name.ts'
import { datasetWords } from '#features/datasets/words.ts'
import { useWords } from '#ui/language/words.ts'
import { TreeRow } from '#ui/lists/TreeRow.tsx'
import { parentOf, type TreeLine } from './value-tree.ts'

type ValueTreeProps = {
  label: string
  lines: TreeLine[]
  languages: string[]
  selected: string | undefined
  onSelect: (value: Value) => void
  onOpen: (path: string) => void
  onClose: (path: string) => void
  onMore: (parent: string) => void
}

const LINE_HEIGHT = 36

/** A tree of any number of values: only the lines on the screen are there. Arrow keys, Home, End and Enter work. */
export function ValueTree(props: ValueTreeProps) {
  const { label, lines, selected, onMore } = props
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string>()
  const virtualizer = useVirtualLines(lines, frame)
  const items = virtualizer.getVirtualItems()
  useMoreWhenSeen(
    items.flatMap(({ index }) => lines[index] ?? []),
    onMore,
  )
  const found = lines.findIndex((line) => line.key === (active ?? selected))
  const at = found < 0 ? 0 : found

  const go = (index: number) => {
    // What stands for values that are not loaded yet is passed over; it is gone as soon as they are.
    const to = lines.findLastIndex((line, place) => place <= Math.max(index, 0) && line.kind !== 'more')
    const line = lines[to]
    if (!line) return
    setActive(line.key)
    virtualizer.scrollToIndex(to)
  }
  const press = (event: KeyboardEvent) => {
    const line = lines[at]
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return
    const step = STEPS[event.key]
    const act = step === undefined ? actionsOn(line, go, props)[event.key] : () => go(at + step)
    if (!act) return
    act()
    event.preventDefault()
  }
  return (
    <div
      ref={frame}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={lines[at] ? `${id}-${at}` : undefined}
      className={classes.tree}
      onKeyDown={press}
    >
      <div className={classes.lines} style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {items.map(({ index, start }) => {
          const line = lines[index]
          return line ? (
            <div
              key={line.key}
              className={classes.place}
              style={{ transform: `translateY(${start}px)` }}
              role="presentation"
            >
              <Line {...props} line={line} id={`${id}-${index}`} isActive={index === at} onActive={setActive} />
            </div>
          ) : null
        })}
      </div>
    </div>
  )
}

function useVirtualLines(lines: TreeLine[], frame: RefObject<HTMLDivElement | null>) {
  return useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 12,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
}

const STEPS: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** What keys do to the line that is active, other than moving up and down. */
function actionsOn(line: TreeLine, go: (index: number) => void, props: ValueTreeProps): Record<string, () => void> {
  const { lines, onSelect, onOpen, onClose, onMore } = props
  if (line.kind === 'failed') return { Enter: () => onMore(line.parent) }
  if (line.kind !== 'value') return {}
  const { key, value, isOpen, mayOpen } = line
  const enter = () => {
    if (isOpen) go(lines.indexOf(line) + 1)
    else if (mayOpen) onOpen(key)
  }
  const leave = () => {
    if (isOpen) onClose(key)
    else go(lines.findIndex((other) => other.key === parentOf(key)))
  }
  const select = () => onSelect(value)
  return { ArrowRight: enter, ArrowLeft: leave, Enter: select, ' ': select }
}

/** What is left of a level is loaded when its end comes into sight. */
function useMoreWhenSeen(seen: TreeLine[], onMore: (parent: string) => void): void {
  const wanted = seen.flatMap((line) => (line.kind === 'more' ? [line.parent] : [])).join('\n')
  const isWanted = seen.some((line) => line.kind === 'more')
  useEffect(() => {
    if (isWanted) for (const parent of wanted.split('\n')) onMore(parent)
  }, [isWanted, wanted, onMore])
}

type LineProps = ValueTreeProps & { line: TreeLine; id: string; isActive: boolean; onActive: (key: string) => void }

function Line({ line, id, isActive, onActive, languages, selected, onSelect, onOpen, onClose, onMore }: LineProps) {
  const t = useWords(datasetWords)
  const indent = { paddingInlineStart: `${(line.level - 1) * 1.25 + 0.5}rem` }
  if (line.kind !== 'value') {
    return (
      <div id={id} role="treeitem" aria-level={line.level} className={classes.rest} style={indent} tabIndex={-1}>
        {line.kind === 'more' && <Loader size="xs" aria-label={t('values.loading')} />}
        {line.kind === 'none' && t('values.noneBelow')}
        {line.kind === 'failed' && (
          <Button variant="subtle" size="compact-xs" tabIndex={-1} onClick={() => onMore(line.parent)}>
            {t('values.failed')}
          </Button>
        )}
      </div>
    )
  }
  const { value, isOpen, mayOpen } = line
  return (
    <TreeRow
      id={id}
      nodeId={line.key}
      level={line.level}
      position={line.position}
      siblings={line.size}
      isOpen={mayOpen ? isOpen : undefined}
      isSelected={value.path === selected}
      isLoading={line.isLoading}
      isActive={isActive}
      onSelect={() => {
        onActive(line.key)
        onSelect(value)
      }}
      onToggle={() => (isOpen ? onClose(line.key) : onOpen(line.key))}
    >
      <ValueName value={value} languages={languages} />
    </TreeRow>
  )
}

/** The name of a value, its code, and a mark when a translation is missing. */
export function ValueName({ value, languages }: { value: Value; languages: string[] }) {
  const t = useWords(datasetWords)
  const name = useName()(value)
  return (
    <span className={classes.name}>
      <span className={classes.words}>{name}</span>
      {name !== value.code && <span className={classes.code}>{value.code}</span>}
      {lacksName(value, languages) && (
        <IconAlertCircle size={15} role="img" aria-label={t('values.incomplete')} className={classes.incomplete} />
      )}
    </span>
  )
}
