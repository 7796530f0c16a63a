import { useCallback, useMemo, useRef, useState } from 'react'
import { type Dataset, listValues, type Value } from '#features/datasets/datasets.api.ts'

export type Branch = { values: Value[]; next: string | null; state: 'loading' | 'loaded' | 'failed' }

/** One line of the tree: a value, or what stands for those that are not loaded. */
export type TreeLine =
  | {
      kind: 'value'
      key: string
      value: Value
      level: number
      isOpen: boolean
      mayOpen: boolean
      isLoading: boolean
      position: number
      size: number
    }
  | { kind: 'more' | 'failed' | 'none'; key: string; parent: string; level: number }

const ROOT = ''
export const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** The values of a data set as a tree: a level is loaded when it is opened, and page by page while scrolling. */
export function useValueTree(dataset: Dataset, isShown: (value: Value) => boolean) {
  const { branches, isKnown, load, show, hide } = useBranches(dataset)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const depth = dataset.dimensions.length

  const open = useCallback(
    (path: string) => {
      setOpened((old) => new Set(old).add(path))
      if (!isKnown(path)) void load(path)
    },
    [isKnown, load],
  )
  const close = useCallback((path: string) => setOpened((old) => new Set([...old].filter((one) => one !== path))), [])

  const lines = useMemo(() => linesOf(branches, opened, depth, isShown), [branches, opened, depth, isShown])
  return { lines, root: branches.get(ROOT), load, open, close, show, hide }
}

/** What is loaded of each level, by the value above it. */
function useBranches(dataset: Dataset) {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map())
  const known = useRef(branches)
  known.current = branches
  const first = dataset.dimensions[0]?.id
  const { id } = dataset

  const isKnown = useCallback((path: string) => known.current.has(path), [])
  const put = useCallback(
    (parent: string, change: (old: Branch | undefined) => Branch) =>
      setBranches((old) => new Map(old).set(parent, change(old.get(parent)))),
    [],
  )

  /** Loads the beginning of a level, or what comes next of it. */
  const load = useCallback(
    async (parent: string) => {
      const branch = known.current.get(parent)
      if (branch?.state === 'loading' || (branch?.state === 'loaded' && branch.next === null)) return
      if (parent === ROOT && first === undefined) return
      const before = branch?.values ?? []
      put(parent, () => ({ values: before, next: branch?.next ?? null, state: 'loading' }))
      try {
        const scope = parent === ROOT ? { dimension: first ?? '' } : { parent_code: parent }
        const page = await listValues(id, scope, branch?.next)
        put(parent, () => ({ values: [...before, ...page.items], next: page.next, state: 'loaded' }))
      } catch {
        put(parent, () => ({ values: before, next: branch?.next ?? null, state: 'failed' }))
      }
    },
    [id, first, put],
  )

  /** Shows a value as it is now; a new one is where its level begins, until that is loaded anew. */
  const show = useCallback(
    (value: Value) =>
      setBranches((old) => {
        const parent = parentOf(value.path)
        const branch = old.get(parent)
        if (!branch) return old
        const at = branch.values.findIndex(({ path }) => path === value.path)
        const values = at < 0 ? [value, ...branch.values] : branch.values.with(at, value)
        return new Map(old).set(parent, { ...branch, values })
      }),
    [],
  )
  const hide = useCallback(
    (path: string) =>
      setBranches((old) => {
        const branch = old.get(parentOf(path))
        if (!branch) return old
        const values = branch.values.filter((one) => one.path !== path)
        return new Map(old).set(parentOf(path), { ...branch, values })
      }),
    [],
  )

  return { branches, isKnown, load, show, hide }
}

/** The lines of what is loaded, in the order of the page. */
export function linesOf(
  branches: ReadonlyMap<string, Branch>,
  opened: ReadonlySet<string>,
  depth: number,
  isShown: (value: Value) => boolean,
): TreeLine[] {
  const lines: TreeLine[] = []
  const visit = (parent: string, level: number) => {
    const branch = branches.get(parent)
    if (!branch) return
    const values = branch.values.filter((value) => opened.has(value.path) || isShown(value))
    const size = branch.next === null ? values.length : -1
    for (const [index, value] of values.entries()) {
      const below = branches.get(value.path)
      const isOpen = opened.has(value.path) && below !== undefined
      lines.push({
        kind: 'value',
        key: value.path,
        value,
        level,
        isOpen,
        position: index + 1,
        size,
        mayOpen: level < depth,
        isLoading: below?.state === 'loading' && below.values.length === 0,
      })
      if (isOpen) visit(value.path, level + 1)
    }
    const rest = restOf(branch, values.length === 0 && parent !== ROOT)
    if (rest) lines.push({ kind: rest, key: `${parent}/rest`, parent, level })
  }
  visit(ROOT, 1)
  return lines
}

/** Which line follows the values of a branch, if any. */
function restOf({ state, next }: Branch, isEmpty: boolean): 'failed' | 'more' | 'none' | undefined {
  if (state === 'failed') return 'failed'
  if (next !== null) return 'more'
  return state === 'loaded' && isEmpty ? 'none' : undefined
}
