import { type KeyboardEvent, useState } from 'react'
import classes from '#features/directory/directory.module.css'
import { directoryWords } from '#features/directory/words.ts'
import type { Tree } from '#shared/organizations/organization-tree.ts'
import type { Organization } from '#shared/organizations/organizations.api.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { TreeRow } from '#ui/lists/TreeRow.tsx'
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
    ref.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(code)}"]`)?.focus()
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
        <TreeRow
          key={organization.code}
          nodeId={organization.code}
          level={level}
          isOpen={isOpenAt(organization.code)}
          isSelected={organization.code === selected}
          isReachable={index === at}
          isRoomy
          onFocus={() => setFocused(organization.code)}
          onSelect={() => onSelect(organization.code)}
          onToggle={() => setOpen(organization.code, !opened.has(organization.code))}
          end={<EmployeeCount organization={organization} />}
        >
          {organization.name} <span className={classes.code}>{organization.code}</span>
        </TreeRow>
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

function EmployeeCount({ organization: { employees_below } }: { organization: Organization }) {
  const t = useWords(directoryWords)
  const format = useFormat()
  return (
    <span className={classes.count} title={t('organization.employeesBelow')}>
      {t('organization.count', { count: employees_below }).replace(
        String(employees_below),
        format.number(employees_below),
      )}
    </span>
  )
}
