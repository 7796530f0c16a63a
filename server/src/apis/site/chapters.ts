type Operation = { tags?: string[] }
type Description = { paths?: Record<string, Record<string, Operation>>; tags?: object[] }

/** What is no API comes last. */
const SERVICE = 'Service'

/** Where the resource stands in a path: behind what all paths of a group begin with. */
const RESOURCE =
  /^\/(?:api\/v2\/client|api\/v1\/enterprise|api\/v1\/url|api\/v1|portal\/api\/(?:admin|manager|me)|portal\/api|api)\/([^/]+)/

/**
 * Gives every resource a chapter of its own, below the heading of its API group: one list of all calls of a group is too
 * long to find anything in.
 */
export function intoChapters<D extends object>(described: D): D {
  const description = described as D & Description
  const groups = new Map<string, Set<string>>()
  for (const [path, operations] of Object.entries(description.paths ?? {})) {
    for (const operation of Object.values(operations)) {
      const group = operation.tags?.[0] ?? SERVICE
      const chapter = chapterOf(path, group)
      operation.tags = [chapter]
      groups.set(group, (groups.get(group) ?? new Set()).add(chapter))
    }
  }
  const chapters = [...groups].map(([name, tags]) => ({ name, tags: [...tags].sort() }))
  chapters.sort((left, right) => Number(left.name === SERVICE) - Number(right.name === SERVICE))
  return {
    ...description,
    tags: chapters.flatMap(({ tags }) => tags.map((name) => ({ name }))),
    'x-tagGroups': chapters,
  }
}

function chapterOf(path: string, group: string): string {
  const resource = RESOURCE.exec(path)?.[1]?.replace('revoke_token', 'tokens')
  if (resource === undefined) return group
  const words = resource
    .replaceAll('_', ' ')
    .replace(/^saml\b/, 'SAML')
    .replace(/^dataset/, 'data set')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  // Some resources have calls in more than one group.
  if (path.startsWith('/api/v1/')) return `${name} (v1)`
  if (path.startsWith('/portal/api/admin/')) return `${name} (administration)`
  if (path.startsWith('/portal/api/')) return `${name} (portal)`
  return /^\/api\/(?!v\d\/)/.test(path) ? `${name} (unversioned)` : name
}
