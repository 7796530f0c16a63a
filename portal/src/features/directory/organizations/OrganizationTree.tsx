import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import type { Tree } from '#shared/organizations/organization-tree.ts'
import type { Organization } from '#shared/organizations/organizations.api.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { fixedRows } from '#ui/table/DataTable.tsx'
import { useVisibleRows } from '#ui/table/visible-rows.ts'

type OrganizationTreeProps = {
  tree: Tree
  opened: ReadonlySet<string>
  onOpenedChange: (opened: Set<string>) => void
  selected: string | undefined
  onSelect: (code: string) => void
}

const LINE_PX = 42

/** The whole tree, of which only what is on the screen is drawn; arrow keys, Home, End and Enter work. */
export function OrganizationTree({ tree, opened, onOpenedChange, selected, onSelect }: OrganizationTreeProps) {
  const t = useWords(directoryWords)
  const lines = tree.lines((code) => opened.has(code))
  const { ref, items, before, after } = useVisibleRows(fixedRows(lines), LINE_PX)
  const [focused, setFocused] = useState<string>()
  const at = Math.max(
    0,
    lines.findIndex(({ organization }) => organization.code === (focused ?? selected)),
  )

  const focus = (code: string | undefined) => {
    if (code === undefined) return
    setFocused(code)
    ref.current?.querySelector<HTMLElement>(`[data-code="${CSS.escape(code)}"]`)?.focus()
  }
  const setOpen = (code: string, isOpen: boolean) => onOpenedChange(withOpen(opened, code, isOpen))
  /** Undefined where there is nothing to open. */
  const isOpenAt = (code: string) => (tree.childrenOf(code).length > 0 ? opened.has(code) : undefined)
  const codeAt = (place: number) => lines[place]?.organization.code
  const press = (event: KeyboardEvent) => {
    const code = codeAt(at)
    if (code === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = isOpenAt(code) === true
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(codeAt(at + 1)),
      ArrowUp: () => focus(codeAt(at - 1)),
      Home: () => focus(codeAt(0)),
      End: () => focus(codeAt(lines.length - 1)),
      ArrowRight: () => (isOpen ? focus(codeAt(at + 1)) : setOpen(code, true)),
      ArrowLeft: () => (isOpen ? setOpen(code, false) : focus(tree.pathOf(code).at(-2)?.code)),
      Enter: () => onSelect(code),
      ' ': () => onSelect(code),
    }
    const act = actions[event.key]
    if (!act) return
    act()
    event.preventDefault()
  }

  return (
    <div ref={ref} role="tree" aria-label={t('organizations.title')} className={classes.card} onKeyDown={press}>
      <div style={{ height: before }} aria-hidden />
      {items.map(({ row: { organization, level }, index }) => (
        <TreeLine
          key={organization.code}
          organization={organization}
          level={level}
          isOpen={isOpenAt(organization.code)}
          isSelected={organization.code === selected}
          isReachable={index === at}
          onFocus={() => setFocused(organization.code)}
          onSelect={() => onSelect(organization.code)}
          onOpen={(isOpen) => setOpen(organization.code, isOpen)}
        />
      ))}
      <div style={{ height: after }} aria-hidden />
    </div>
  )
}

function withOpen(opened: ReadonlySet<string>, code: string, isOpen: boolean): Set<string> {
  const next = new Set(opened)
  if (isOpen) next.add(code)
  else next.delete(code)
  return next
}

type TreeLineProps = {
  organization: Organization
  level: number
  /** Undefined where there is nothing to open. */
  isOpen: boolean | undefined
  isSelected: boolean
  /** Whether the tabulator key comes here. */
  isReachable: boolean
  onFocus: () => void
  onSelect: () => void
  onOpen: (isOpen: boolean) => void
}

function TreeLine(props: TreeLineProps) {
  const { organization, level, isOpen, isSelected, isReachable, onFocus, onSelect, onOpen } = props
  const t = useWords(directoryWords)
  const format = useFormat()
  const { code, name, employees_below } = organization
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys
    <div
      role="treeitem"
      data-code={code}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      tabIndex={isReachable ? 0 : -1}
      className={classes.line}
      style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}
      onFocus={onFocus}
      onClick={onSelect}
    >
      {/* biome-ignore lint/a11y: the arrow keys open and close; this is for the mouse */}
      <span
        className={classes.twig}
        data-open={isOpen || undefined}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(!isOpen)
        }}
      >
        {isOpen !== undefined && <IconChevronRight size={16} aria-hidden />}
      </span>
      <span className={classes.label}>
        {name} <span className={classes.code}>{code}</span>
      </span>
      <span className={classes.count} title={t('organization.employeesBelow')}>
        {t('organization.count', { count: employees_below }).replace(
          String(employees_below),
          format.number(employees_below),
        )}
      </span>
    </div>
  )
}
