/** As much of an OpenAPI document as its making needs. */
export type Schema = {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  [keyword: string]: unknown
}
export type Media = { schema?: Schema; example?: unknown }
export type Header = { $ref?: string; description?: string; schema?: Schema }
export type Answer = {
  $ref?: string
  description?: string
  headers?: Record<string, Header>
  content?: Record<string, Media>
}
export type Parameter = { $ref?: string; name?: string; in?: string; schema?: Schema; example?: unknown }
export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media>; required?: boolean }
  responses: Record<string, Answer>
  security?: Record<string, string[]>[]
  deprecated?: boolean
}
export type Components = Record<string, Record<string, unknown>>
export type Document = {
  openapi: string
  info: Record<string, unknown>
  servers?: { url: string; description?: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Components & { schemas: Record<string, Schema> }
  'x-tagGroups'?: { name: string; tags: string[] }[]
}

/** Every operation of a document, with its place. */
export function operationsOf({ paths }: Pick<Document, 'paths'>) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** A value with every object in it replaced by what `change` makes of it, inner ones first. */
export function rewrite<T>(value: T, change: (object: Record<string, unknown>) => unknown): T {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, change)) as T
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, one]) => [key, rewrite(one, change)])
  return change(Object.fromEntries(inner)) as T
}

export function sorted<V>(record: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}
