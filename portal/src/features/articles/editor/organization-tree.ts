import type { Organization } from './editor.api.ts'

export type Branch = { code: string; name: string; level: number; path: string }

/** Organizations in the order of their tree, each with how deep it lies; one whose parent is not there is at the top. */
export function treeOf(organizations: Organization[]): Branch[] {
  const known = new Set(organizations.map(({ code }) => code))
  const below = new Map<string, Organization[]>()
  for (const one of organizations) {
    const parent = one.parent && known.has(one.parent) ? one.parent : ''
    below.set(parent, [...(below.get(parent) ?? []), one])
  }
  const branches: Branch[] = []
  const visit = (parent: string, level: number, above: string[]) => {
    const children = (below.get(parent) ?? []).toSorted((left, right) => left.name.localeCompare(right.name))
    for (const { code, name } of children) {
      const path = [...above, name]
      branches.push({ code, name, level, path: path.join(' › ') })
      visit(code, level + 1, path)
    }
  }
  visit('', 0, [])
  return branches
}
