import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, type Schema } from './operations.ts'

/** Formats that take nothing longer than a line, and files, which are streamed. */
const SHORT_FORMATS = ['uuid', 'language', 'email', 'date', 'moment', 'when', 'binary']

/** What of a schema has no end: a text, a list or an object that may be as large as the body. */
function unbounded(schema: Schema, path: string): string[] {
  const types = [schema.type ?? []].flat()
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => unbounded(one, `${path}.${name}`))
  const others = (schema.anyOf ?? []).flatMap((one) => unbounded(one, path))
  const items = schema.items ? unbounded(schema.items, `${path}[]`) : []
  const isOpen = schema.additionalProperties || schema.patternProperties || schema.properties === undefined
  const found = [
    types.includes('string') && !isShort(schema) ? [`${path}: maxLength`] : [],
    types.includes('array') && schema.maxItems === undefined ? [`${path}: maxItems`] : [],
    types.includes('object') && isOpen && schema.maxProperties === undefined ? [`${path}: maxProperties`] : [],
  ]
  return [...found.flat(), ...inner, ...others, ...items]
}

function isShort({ enum: choices, const: only, format = '', pattern, maxLength }: Schema): boolean {
  if (choices || only !== undefined || maxLength !== undefined || SHORT_FORMATS.includes(format)) return true
  // A pattern that repeats nothing without end.
  return pattern !== undefined && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, ''))
}

test('no text, list or open object of a call is without a limit', () => {
  const found = allOperations().flatMap(({ method, path, parameters, bodies }) => [
    // A path is as long as the headers may be.
    ...parameters
      .filter((one) => one.in === 'query')
      .flatMap(({ name, schema }) => unbounded(schema, `${method} ${path} ?${name}`)),
    ...Object.values(bodies).flatMap((schema) => unbounded(schema, `${method} ${path} `)),
  ])

  assert.deepEqual(found, [])
})
