import { foldText } from '#ui/text/fold-text.ts'
import type { Organization as CountedOrganization } from './organizations.api.ts'

/** What the tree needs to know of an organization. */
export type TreeOrganization = { code: string; name: string; parent: string | null }

/** Organizations by their position in the tree. */
export type Tree<Organization extends TreeOrganization = CountedOrganization> = {
  roots: Organization[]
  byCode: ReadonlyMap<string, Organization>
  /** Directly below; by name. */
  childrenOf(code: string): Organization[]
  /** From the top down to this one. */
  pathOf(code: string): Organization[]
  /** How many organizations lie below. */
  countBelow(code: string): number
  /** In the order of the tree, with how deep each lies. */
  lines(isOpen: (code: string) => boolean): { organization: Organization; level: number }[]
}

/** An organization whose parent is not in the list stands at the top. */
export function treeOf<Organization extends TreeOrganization>(organizations: Organization[]): Tree<Organization> {
  const byCode = new Map(organizations.map((one) => [one.code, one]))
  const parentOf = ({ parent }: Organization) => (parent !== null && byCode.has(parent) ? parent : '')
  const below = new Map<string, Organization[]>()
  for (const one of organizations.toSorted(byName)) {
    const siblings = below.get(parentOf(one))
    if (siblings) siblings.push(one)
    else below.set(parentOf(one), [one])
  }
  const childrenOf = (code: string) => below.get(code) ?? []

  function pathOf(code: string): Organization[] {
    const path: Organization[] = []
    for (let at = byCode.get(code); at; at = byCode.get(parentOf(at))) path.unshift(at)
    return path
  }

  function countBelow(code: string): number {
    return childrenOf(code).reduce((count, child) => count + 1 + countBelow(child.code), 0)
  }

  function lines(isOpen: (code: string) => boolean) {
    const found: { organization: Organization; level: number }[] = []
    const visit = (parent: string, level: number) => {
      for (const organization of childrenOf(parent)) {
        found.push({ organization, level })
        if (isOpen(organization.code)) visit(organization.code, level + 1)
      }
    }
    visit('', 1)
    return found
  }

  return { roots: childrenOf(''), byCode, childrenOf, pathOf, countBelow, lines }
}

const { compare } = new Intl.Collator()
const byName = (left: TreeOrganization, right: TreeOrganization) => compare(left.name, right.name)

export function findOrganizations<Organization extends TreeOrganization>(
  tree: Tree<Organization>,
  search: string,
): Organization[] {
  const words = foldText(search)
  return [...tree.byCode.values()].filter(({ code, name }) => foldText(`${name} ${code}`).includes(words))
}
