import { isDeepStrictEqual } from 'node:util'
import { type Document, type Operation, operationsOf, rewrite, type Schema, sorted } from './document.ts'

type Hoisted = Map<string, Schema>

/** Moves every schema that has a title to `components/schemas`, under that title, and refers to it where it was. */
export function hoistSchemas(document: Document): Document {
  for (const { operation } of operationsOf(document)) nameBodies(operation)
  const hoisted: Hoisted = new Map()
  const paths = rewrite(document.paths, (object) => {
    const titled = typeof object.title === 'string' ? hoist(object as Schema, hoisted) : object
    return isJsonList(titled) ? hoistList(titled, hoisted) : titled
  })
  const schemas = sorted({ ...document.components.schemas, ...Object.fromEntries(hoisted) })
  return { ...document, paths, components: { ...document.components, schemas } }
}

/** Bodies and answers without a title are called after their operation. */
function nameBodies({ operationId = '', requestBody, responses }: Operation): void {
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
  for (const { schema } of Object.values(requestBody?.content ?? {})) entitle(schema, `${name}Body`)
  for (const { content = {} } of Object.values(responses)) {
    for (const { schema } of Object.values(content)) entitle(schema, `${name}Answer`)
  }
}

function entitle(schema: Schema | undefined, title: string): void {
  if (schema?.type === 'object') schema.title ??= title
}

export const refTo = (name: string) => `#/components/schemas/${name}`

function hoist({ title = '', ...schema }: Schema, hoisted: Hoisted): Schema {
  const types = [schema.type ?? []].flat()
  if (types.length === 2 && types.includes('null')) {
    const [type = ''] = types.filter((one) => one !== 'null')
    return { anyOf: [hoist({ ...schema, title, type }, hoisted), { type: 'null' }] }
  }
  const known = hoisted.get(title)
  hoisted.set(title, known ?? schema)
  if (known === undefined || isDeepStrictEqual(known, schema)) return { $ref: refTo(title) }
  const { description, ...rest } = schema
  const { description: _, ...knownRest } = known
  if (!isDeepStrictEqual(knownRest, rest)) throw new Error(`Two different schemas are called ${title}.`)
  return { $ref: refTo(title), ...(description === undefined ? {} : { description }) }
}

/** The media type of an answer that is a plain list of something that has a name. */
function isJsonList(object: Record<string, unknown>): object is { schema: Schema } {
  const schema = object.schema as Schema | undefined
  return schema?.type === 'array' && schema.items?.$ref !== undefined && !('in' in object)
}

function hoistList(media: { schema: Schema }, hoisted: Hoisted): object {
  const title = `${media.schema.items?.$ref?.split('/').at(-1)}List`
  return { ...media, schema: hoist({ ...media.schema, title }, hoisted) }
}
