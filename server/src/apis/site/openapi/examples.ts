import type { Document, Media, Schema } from './document.ts'
import { operationsOf } from './document.ts'
import { EMPTY_FIELDS, FIELD_VALUES } from './example-values.ts'

const UUID = '0197b2f4-6a1c-7d3e-9f00-2b4c6d8e0f13'
const MOMENT = '2026-03-31T09:30:00+00:00'
const MICROSECONDS = '2026-03-31T09:30:00.000000+00:00'
/** Data sets tell times with microseconds. */
const PRECISE = /^Dataset(?:Value)?$/

/** Gives every schema that has a name an example, and every body and answer whose schema has none. */
export function addExamples(document: Document): Document {
  const { schemas } = document.components
  const exampleOf = sampler(schemas)
  const withExamples = Object.entries(schemas).map(([name, schema]): [string, Schema] => {
    const hasOwn = schema.type === 'object' || name.endsWith('FieldErrors')
    return [name, hasOwn ? { ...schema, examples: [exampleOf(schema, name, name)] } : schema]
  })
  for (const { operation } of operationsOf(document)) {
    for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)]) {
      for (const media of Object.values(content) as Media[]) {
        const { $ref, format } = media.schema ?? {}
        if ($ref === undefined && format !== 'binary') media.example = exampleOf(media.schema ?? {}, '', '')
      }
    }
  }
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(withExamples) } }
}

type ExampleOf = (schema: Schema, name: string, owner: string) => unknown

/** Makes examples from schemas: what fits each field, in the words of `example-values.ts`. */
function sampler(schemas: Record<string, Schema>): ExampleOf {
  const exampleOf: ExampleOf = (schema, name, owner) => {
    if (schema.$ref !== undefined) {
      const target = schema.$ref.split('/').at(-1) ?? ''
      return exampleOf(schemas[target] ?? {}, target, target)
    }
    if (schema.anyOf) {
      const [first = {}] = schema.anyOf.filter(({ type }) => type !== 'null')
      return exampleOf(first, name, owner)
    }
    const isEmpty = [schema.type ?? []].flat().includes('null') && EMPTY_FIELDS.test(name)
    return isEmpty ? null : (fitting(schema, name, owner) ?? made(schema, name, owner))
  }
  const made: ExampleOf = (schema, name, owner) => {
    const types = [schema.type ?? []].flat()
    if (types.includes('object')) return objectOf(schema, name, owner)
    if (types.includes('array')) {
      const item = exampleOf(schema.items ?? {}, name.replace(/s$/, ''), owner)
      return Array(Math.max(1, Number(schema.minItems ?? 1))).fill(item)
    }
    return plainExample(schema, types, name, owner)
  }
  const objectOf: ExampleOf = ({ properties = {}, additionalProperties }, name, owner) => {
    const { type } = (additionalProperties ?? {}) as Schema
    if (type === 'array') return { subject: [FIELD_VALUES['FieldError.message']] }
    const scope = name === owner ? owner : `${owner}.${name}`
    return Object.fromEntries(
      Object.entries(properties).map(([field, schema]) => [field, exampleOf(schema, field, scope)]),
    )
  }
  return exampleOf
}

/** The value that the schema itself names, or the table, if it is of the right type. */
function fitting(schema: Schema, name: string, owner: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum.find((one) => one === FIELD_VALUES[name]) ?? schema.enum[0]
  // What is sent in and what is read of a resource hold the same.
  const resource = owner.replace(/(?:Input|Patch|Form|Details|Summary|Data|BulkItem)$/, '')
  const values = [`${owner}.${name}`, `${resource}.${name}`, name.replace(/^package_/, '')].map(
    (key) => FIELD_VALUES[key],
  )
  return values.find((value) => value !== undefined && isOfType(value, schema))
}

function isOfType(value: unknown, schema: Schema): boolean {
  const types = [schema.type ?? []].flat()
  if (Array.isArray(value)) {
    return types.includes('array') && value.every((one) => isOfType(one, schema.items ?? {})) && !schema.items?.enum
  }
  if (typeof value === 'number') return types.includes('integer') || types.includes('number')
  if (typeof value !== 'string') return types.includes(typeof value)
  const { pattern, maxLength = value.length } = schema as { pattern?: string; maxLength?: number }
  const isFitting = value.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value))
  return types.includes('string') && schema.format !== 'uuid' && isFitting
}

const BY_FORMAT: Record<string, string> = {
  binary: '(the bytes of the file)',
  date: '2026-03-31',
  email: 'eve@acme.example',
  language: 'en-us',
  moment: MOMENT,
  uuid: UUID,
  when: '2026-03-31',
  'web-address': 'https://acme.example/',
}

function plainExample(schema: Schema, types: string[], name: string, owner: string): unknown {
  if (types.includes('boolean')) return /^(?:is_)?active$|^visible/.test(name)
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = 0, maximum = 1 } = schema as { minimum?: number; maximum?: number }
    return Math.max(minimum, Math.min(maximum, 1))
  }
  if (!types.includes('string')) return 'Lyon'
  const byFormat = BY_FORMAT[schema.format ?? '']
  if (byFormat !== undefined) return byFormat
  if (/(?:_at|^at|_since|_until|^since|remind_date)$/.test(name)) return PRECISE.test(owner) ? MICROSECONDS : MOMENT
  if (/date/.test(name)) return '2026-03-31'
  if (/(?:^|_)id$/.test(name) && schema.pattern === undefined)
    return UUID.slice(0, Number(schema.maxLength ?? UUID.length))
  if (/ur[il]$/.test(name)) return 'http://127.0.0.1:8080/portal'
  return /code$/.test(name) ? 'monthly' : 'Text'
}
