import type { Document, Schema } from '../../server/src/apis/site/openapi/document.ts'
import { docString, isPythonName, pascalCase } from './python-names.ts'

const PLAIN: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** A module with a type for each schema of a description: a TypedDict for an object, an alias for anything else. */
export function pythonTypes({ components }: Document): string {
  const definitions: string[] = []
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (isRecord(schema) && !Array.isArray(schema.type)) defineRecord(schema, name, definitions)
    else definitions.push(`${name}: TypeAlias = "${typeOf(schema, name, definitions).replaceAll('"', "'")}"`)
  }
  const body = definitions.join('\n\n\n')
  const names = ['Any', 'Literal', 'NotRequired', 'TypeAlias', 'TypedDict'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  const bodies = /\bFile\b/.test(body) ? ['', 'from .._bodies import File'] : []
  return [
    '"""The bodies and answers of calls. Written by `npm run gen`."""',
    '',
    'from __future__ import annotations',
    '',
    `from typing import ${names.join(', ')}`,
    ...bodies,
    '',
    '',
    body,
    '',
  ].join('\n')
}

/** The type of a value; objects without a name get one from where they stand, and are added to the definitions. */
export function typeOf(schema: Schema, name: string, definitions: string[]): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (Array.isArray(schema.enum)) return literalOf(schema.enum)
  if (schema.anyOf) return union(schema.anyOf.map((one, index) => typeOf(one, `${name}${index + 1}`, definitions)))
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => plainType({ ...schema, type }, name, definitions)))
  return plainType(schema, name, definitions)
}

export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1)
}

/** Whether keys beside the named ones are allowed: a TypedDict cannot say so. */
export function isOpen({ additionalProperties, properties }: Schema): boolean {
  return properties !== undefined && typeof additionalProperties === 'object'
}

function plainType(schema: Schema, name: string, definitions: string[]): string {
  const { type, items, additionalProperties } = schema
  if (type === 'string' && schema.format === 'binary') return 'File'
  if (type === 'array') return `list[${items ? typeOf(items, `${name}Item`, definitions) : 'Any'}]`
  if (type === 'object') {
    if (isRecord(schema)) return defineRecord(schema, name, definitions)
    const values = typeof additionalProperties === 'object' ? (additionalProperties as Schema) : {}
    return `dict[str, ${typeOf(values, `${name}Value`, definitions)}]`
  }
  return PLAIN[String(type)] ?? 'Any'
}

function isRecord({ properties }: Schema): boolean {
  return Object.keys(properties ?? {}).length > 0
}

function defineRecord(schema: Schema, name: string, definitions: string[]): string {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const type = typeOf(value, name + pascalCase(key), definitions)
    return [key, required.has(key) ? type : `NotRequired[${type}]`] as const
  })
  definitions.push(fields.every(([key]) => isPythonName(key)) ? classOf(schema, name, fields) : callOf(name, fields))
  return name
}

type Fields = (readonly [key: string, type: string])[]

function classOf({ description }: Schema, name: string, fields: Fields): string {
  const documentation = description ? [docString(description, '    '), ''] : []
  return [`class ${name}(TypedDict):`, ...documentation, ...fields.map(([key, type]) => `    ${key}: ${type}`)].join(
    '\n',
  )
}

/** Keys that are no names in Python. */
function callOf(name: string, fields: Fields): string {
  const entries = fields.map(([key, type]) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},`)
  return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...entries, '    },', ')'].join('\n')
}

function literalOf(values: unknown[]): string {
  const given = values.filter((value) => value !== null).map(literal)
  return union([
    ...(given.length > 0 ? [`Literal[${given.join(', ')}]`] : []),
    ...(values.includes(null) ? ['None'] : []),
  ])
}

function literal(value: unknown): string {
  if (typeof value !== 'boolean') return JSON.stringify(value)
  return value ? 'True' : 'False'
}

function union(types: string[]): string {
  const different = [...new Set(types)]
  return different.includes('Any') ? 'Any' : different.join(' | ')
}
