import { _, Ajv, type ErrorObject, type KeywordCxt, Name, type Options } from 'ajv'
import { Type } from 'ajv/dist/compile/util.js'
import type { DataValidateFunction } from 'ajv/dist/types/index.js'
import { MAX_FIELD_ERRORS } from '#platform/problem.ts'

/** No pattern is tried on a text that is longer; every text of a call that has a pattern is shorter by its schema. */
const MAX_PATTERN_CHARACTERS = 10_000

/**
 * A validator that lists the mistakes of a document and does a bounded amount of work: of a list only as many items are
 * looked at as it may have, and none after MAX_FIELD_ERRORS mistakes. `allErrors` alone would build an error for each of
 * half a million empty items.
 */
export function boundedAjv(options: Options): Ajv {
  const ajv = new Ajv({ ...options, allErrors: true, code: { ...options.code, regExp: boundedRegExp } })
  ajv.removeKeyword('items')
  ajv.addKeyword({ keyword: 'items', type: 'array', schemaType: ['object', 'boolean'], code: validateItems })
  ajv.addKeyword({ keyword: 'knownKeys', type: 'object', schemaType: 'object', errors: 'full', compile: validateKeys })
  return ajv
}

/** How many mistakes were found so far, in the code that Ajv writes. */
const errors = new Name('errors')

function validateItems(context: KeywordCxt): void {
  const { gen, data, keyword, parentSchema } = context
  const { maxItems } = parentSchema
  const end = gen.const('end', maxItems === undefined ? _`${data}.length` : _`Math.min(${data}.length, ${maxItems})`)
  gen.forRange('i', 0, end, (index) => {
    context.subschema({ keyword, dataProp: index, dataPropType: Type.Num }, gen.name('valid'))
    gen.if(_`${errors} >= ${MAX_FIELD_ERRORS}`, () => gen.break())
  })
}

type KnownKeys = { settable: string[]; answered: string[] }

/** Like `additionalProperties: false`, which would build an error for each of a hundred thousand unknown keys. */
function validateKeys({ settable, answered }: KnownKeys): DataValidateFunction {
  const known = new Set([...settable, ...answered])
  const validate: DataValidateFunction = (data: object, context) => {
    const unknown: Partial<ErrorObject>[] = []
    for (const key in data) {
      if (known.has(key)) continue
      unknown.push({ keyword: 'knownKeys', instancePath: context?.instancePath ?? '', params: { key, settable } })
      if (unknown.length >= MAX_FIELD_ERRORS) break
    }
    validate.errors = unknown
    return unknown.length === 0
  }
  return validate
}

/** Ajv names the function so in code that it writes out, which it never does here. */
const NAME_IN_CODE = 'boundedRegExp'

/** With `allErrors` a pattern is also tried on a text that was already found to be too long. */
const boundedRegExp = Object.assign(
  (source: string, flags: string) => {
    const pattern = new RegExp(source, flags)
    const test = (text: string) => text.length <= MAX_PATTERN_CHARACTERS && pattern.test(text)
    // Ajv tells patterns apart by their text.
    return { test, toString: () => String(pattern) }
  },
  { code: NAME_IN_CODE },
)
