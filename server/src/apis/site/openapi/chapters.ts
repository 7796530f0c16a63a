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
const ABOUT: Record<string, string> = {
  Accounts: 'Log-ins of employees, managers and administrators.',
  'Article categories': 'The categories of the knowledge base.',
  Articles: 'The knowledge base: articles, their translations and who may read them.',
  'Company documents': 'Documents of organizations, and their files.',
  'Custom fields': 'Fields that a client adds to its employees.',
  'Data set imports': 'Imports of CSV files into data sets, with their reports.',
  'Data sets': 'Hierarchical, translated lists of values that forms choose from: data sets, dimensions and values.',
  'Distribution projects': 'Campaigns that deliver documents in batches, to vaults and on paper.',
  Distributions: 'The spools of distribution projects.',
  'Document types': 'The types of documents, with their metas and filters.',
  Documents: 'Upload of documents, and download by a signed URL.',
  'Employee documents': 'Documents in the folders of employees, and their files.',
  Employees: 'The people whose documents and requests the service stores.',
  Events: 'The log of all events.',
  Forms: 'Forms, with their fields, that requests are made from.',
  Imports: 'Imports of managers, with their reports.',
  Managers: 'Import of managers from a CSV file.',
  Notes: 'Notes on employees and documents, with reminders.',
  'Organization groups': 'Named sets of organizations.',
  Organizations: 'The tree of organizations that employees and managers belong to.',
  Requests: 'Requests of and for employees: their status, comments, files and history.',
  Roles: 'Roles: the permissions of managers.',
  'SAML identity providers': 'Single sign-on of a client.',
  [SERVICE]: 'Whether the service runs.',
  Shortcuts: 'URLs that redirect a logged-in person to a page of the portal.',
  'Signature processes': 'Documents that people sign, with their signers and the evidence.',
  'Signature types': 'Kinds of signature processes, with the consent of signers.',
  Tokens: 'Access tokens of applications.',
  Uploads: 'Files that are sent ahead of their use.',
  Users: 'Managers: their roles and the organizations that each covers.',
  'Vault links': 'Which employees have a vault.',
  Webhooks: 'Subscriptions to events, their deliveries and their health.',
}

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
  const description = ABOUT[chapter.replace(/ \(.*\)$/, '')]
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
