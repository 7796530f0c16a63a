import { committedDocuments, dereferenced } from '#test/harness/http/openapi.ts'

/** As much of JSON Schema as the descriptions of our calls use. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  anyOf?: Schema[]
}

export type Operation = {
  method: string
  path: string
  /** What the path begins with: who may be let in at all. */
  group: 'token' | 'key' | 'session' | 'anyone'
  parameters: { name: string; in: string; schema: Schema }[]
  /** The schema of the body by its content type. */
  bodies: Record<string, Schema>
}

type Described = {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: Schema }> }
  security?: object[]
}

/** Every operation that the committed OpenAPI files describe. */
export function allOperations(): Operation[] {
  return Object.values(committedDocuments()).flatMap((document) => {
    const paths = dereferenced(document).paths as unknown as Record<string, Record<string, Described>>
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(isNoHead)
        .map(([method, described]) => ({
          method: method.toUpperCase(),
          path,
          group: groupOf(path, described),
          parameters: described.parameters ?? [],
          bodies: Object.fromEntries(
            Object.entries(described.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]),
          ),
        })),
    )
  })
}

/** HEAD is GET without its body. */
const isNoHead = ([method]: [string, unknown]) => method !== 'head'

function groupOf(path: string, { security = [] }: Described): Operation['group'] {
  if (security.length === 0) return 'anyone'
  if (path.startsWith('/portal/')) return 'session'
  return path.startsWith('/api/v2/') ? 'token' : 'key'
}

/** A path that leads to something of the world of the test where it can. */
export function pathTo({ path, method }: Operation): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (method === 'DELETE' ? 'nothing' : exampleOf(path, name)))
}

const UUID = '00000000-0000-4000-8000-000000000000'

function exampleOf(path: string, name: string): string {
  if (path.includes('/datasets/')) return name === 'id' ? 'offices' : 'fr'
  if (path.includes('/organizations/')) return 'HQ'
  if (path.includes('/employees/') || name === 'employee_technical_id') return 'ada'
  if (path.includes('/users/')) return 'admin'
  if (path.includes('/requests/') || path.includes('projects') || name === 'page') return '1'
  return name === 'id' || name.endsWith('_id') ? UUID : 'example'
}
