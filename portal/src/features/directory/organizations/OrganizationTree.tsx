import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import type { Tree } from '#shared/organizations/organization-tree.ts'
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
  const format = useFormat()
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
  const setOpen = (code: string, isOpen: boolean) => {
    const next = new Set(opened)
    if (isOpen) next.add(code)
    else next.delete(code)
    onOpenedChange(next)
  }
  const codeAt = (place: number) => lines[place]?.organization.code
  const press = (event: KeyboardEvent) => {
    const code = codeAt(at)
    if (code === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = opened.has(code) && tree.childrenOf(code).length > 0
    if (event.key === 'ArrowDown') focus(codeAt(at + 1))
    else if (event.key === 'ArrowUp') focus(codeAt(at - 1))
    else if (event.key === 'Home') focus(codeAt(0))
    else if (event.key === 'End') focus(codeAt(lines.length - 1))
    else if (event.key === 'ArrowRight') isOpen ? focus(codeAt(at + 1)) : setOpen(code, true)
    else if (event.key === 'ArrowLeft') isOpen ? setOpen(code, false) : focus(tree.pathOf(code).at(-2)?.code)
    else if (event.key === 'Enter' || event.key === ' ') onSelect(code)
    else return
    event.preventDefault()
  }

  return (
    <div ref={ref} role="tree" aria-label={t('organizations.title')} className={classes.card} onKeyDown={press}>
      <div style={{ height: before }} aria-hidden />
      {items.map(({ row: { organization, level }, index }) => {
        const { code, name, employees_below } = organization
        const hasChildren = tree.childrenOf(code).length > 0
        const isOpen = hasChildren && opened.has(code)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to the keys
          <div
            key={code}
            role="treeitem"
            data-code={code}
            aria-level={level}
            aria-expanded={hasChildren ? isOpen : undefined}
            aria-selected={code === selected}
            tabIndex={index === at ? 0 : -1}
            className={classes.line}
            style={{ paddingInlineStart: `${(level - 1) * 1.25}rem` }}
            onFocus={() => setFocused(code)}
            onClick={() => onSelect(code)}
          >
            {/* biome-ignore lint/a11y: the arrow keys open and close; this is for the mouse */}
            <span
              className={classes.twig}
              data-open={isOpen || undefined}
              onClick={(event) => {
                event.stopPropagation()
                setOpen(code, !isOpen)
              }}
            >
              {hasChildren && <IconChevronRight size={16} aria-hidden />}
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
      })}
      <div style={{ height: after }} aria-hidden />
    </div>
  )
}
