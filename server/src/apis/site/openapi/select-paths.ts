import { type Document, operationsOf } from './document.ts'

/** The part of a document that these paths need. */
export function selectPaths(document: Document, wants: (path: string) => boolean): Document {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => wants(path)))
  const operations = operationsOf({ paths }).map(({ operation }) => operation)
  const used = new Set(operations.flatMap(({ tags = [] }) => tags))
  const schemes = new Set(operations.flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))))
  const tags = document.tags?.filter(({ name }) => used.has(name)) ?? []
  const groups = document['x-tagGroups']?.filter((one) => one.tags.some((name) => used.has(name)))
  return {
    ...document,
    ...(groups ? { 'x-tagGroups': groups } : {}),
    tags,
    paths,
    components: selectComponents(document, paths, schemes),
  }
}

function selectComponents(document: Document, paths: Document['paths'], schemes: Set<string>): Document['components'] {
  const reached = new Set<string>()
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string' && !reached.has($ref)) {
      reached.add($ref)
      const [kind = '', name = ''] = $ref.split('/').slice(2)
      follow(document.components[kind]?.[name])
    }
    for (const one of Object.values(value)) follow(one)
  }
  follow(paths)
  const isUsed = (kind: string, name: string) =>
    kind === 'securitySchemes' ? schemes.has(name) : reached.has(`#/components/${kind}/${name}`)
  return Object.fromEntries(
    Object.entries(document.components).map(([kind, all]) => [
      kind,
      Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(kind, name))),
    ]),
  ) as Document['components']
}
