import { MODULES } from '#modules/index.ts'
import type { Document } from './document.ts'

/** What is not an API comes last. */
const SERVICE = 'Service'

/** Where the resource stands in a path: behind what all paths of a group begin with. */
const RESOURCE =
  /^\/(?:api\/v2\/client\/|api\/v1\/enterprise\/|api\/v1\/|portal\/api\/(?:(?:admin|manager|me)\/)?|api\/|(?=projects\/))([^/]+)/

/** Resources whose chapter is not called as their path is. */
const CALLED: Record<string, string> = {
  dataset_imports: 'Data set imports',
  datasets: 'Data sets',
  distrib_projects: 'Distribution projects',
  projects: 'Distribution projects',
  revoke_token: 'Tokens',
  saml_identity_providers: 'SAML identity providers',
  url: 'Shortcuts',
}

/** What each chapter is about. */
const ABOUT = new Map([
  [SERVICE, 'Whether the service runs.'],
  ...MODULES.flatMap(({ chapters = {} }) => Object.entries(chapters)),
])

/**
 * Gives every resource a chapter of its own, below the heading of its API group: one list of all calls of a group is too
 * long to find anything in.
 */
export function intoChapters(document: Document): Document {
  const groups = new Map<string, Set<string>>()
  for (const [path, operations] of Object.entries(document.paths)) {
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
    ...document,
    tags: chapters.flatMap(({ tags }) => tags.map((name) => ({ name, ...about(name) }))),
    'x-tagGroups': chapters,
  }
}

function about(chapter: string): { description?: string } {
  const description = ABOUT.get(chapter.replace(/ \(.*\)$/, ''))
  return description === undefined ? {} : { description }
}

function chapterOf(path: string, group: string): string {
  const resource = RESOURCE.exec(path)?.[1]
  if (resource === undefined) return group
  const words = resource.replaceAll('_', ' ')
  const name = CALLED[resource] ?? words.charAt(0).toUpperCase() + words.slice(1)
  // Some resources have calls in more than one group.
  if (/^\/(?:api\/v1|projects)\//.test(path)) return `${name} (v1)`
  if (path.startsWith('/portal/api/admin/')) return `${name} (administration)`
  if (path.startsWith('/portal/api/')) return `${name} (portal)`
  return /^\/api\/(?!v\d\/)/.test(path) ? `${name} (unversioned)` : name
}
