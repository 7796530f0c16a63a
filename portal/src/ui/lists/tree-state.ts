import { useState } from 'react'

export type TreeNode = { id: string; label: string; hasChildren: boolean }

/** One visible line of a tree. */
export type TreeLine<T> = {
  node: T
  level: number
  parentId: string | undefined
  position: number
  size: number
  isOpen: boolean
  isLoading: boolean
  hasFailed: boolean
}

type Branch<T> = { state: 'loading' | 'loaded' | 'failed'; children: T[] }

/** Which branches are open, and what they hold. */
export function useTree<T extends TreeNode>(roots: T[], loadChildren: (node: T) => Promise<T[]>) {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch<T>>>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())

  const put = (id: string, branch: Branch<T>) => setBranches((old) => new Map(old).set(id, branch))

  const open = (node: T) => {
    if (!node.hasChildren) return
    setOpened((old) => new Set(old).add(node.id))
    const known = branches.get(node.id)
    if (known && known.state !== 'failed') return
    put(node.id, { state: 'loading', children: [] })
    loadChildren(node).then(
      (children) => put(node.id, { state: 'loaded', children }),
      () => put(node.id, { state: 'failed', children: [] }),
    )
  }

  const close = (node: T) => setOpened((old) => new Set([...old].filter((id) => id !== node.id)))

  const lines: TreeLine<T>[] = []
  const walk = (nodes: T[], level: number, parentId: string | undefined) => {
    nodes.forEach((node, index) => {
      const branch = branches.get(node.id)
      const isOpen = opened.has(node.id) && branch?.state === 'loaded'
      lines.push({
        node,
        level,
        parentId,
        position: index + 1,
        size: nodes.length,
        isOpen,
        isLoading: branch?.state === 'loading',
        hasFailed: branch?.state === 'failed',
      })
      if (isOpen && branch) walk(branch.children, level + 1, node.id)
    })
  }
  walk(roots, 1, undefined)
  return { lines, open, close }
}
