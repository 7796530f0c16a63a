import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifySchemaValidationError } from 'fastify'
import { Type } from 'typebox'
import { parseFields } from '#platform/http/bodies/form-fields.ts'
import type { FieldError } from '#platform/problem.ts'
import { Nullable, OneOf, Sort, Text } from './schemas.ts'
import { checkAgainst, toProblem, validatorCompiler } from './validation.ts'

const Named = Type.Object({ language_code: Text({ maxLength: 5 }), value: Nullable('string', { format: 'text' }) })
const Body = Type.Object({
  name: Text({ minLength: 1, maxLength: 10 }),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  state: Type.Optional(OneOf(['open', 'closed'])),
  localized_names: Type.Optional(Type.Array(Named, { maxItems: 2 })),
})

describe('the fields of a body', () => {
  const cases: [string, unknown, [string, string][]][] = [
    ['a body that fits has no error', { name: 'x', count: 3, state: 'open', localized_names: [] }, []],
    ['unknown keys are passed over', { name: 'x', nome: 'y', __proto: 1 }, []],
    ['a missing field is named', {}, [['name', 'required']]],
    ['a number is not a text', { name: 5 }, [['name', 'wrong_type']]],
    ['a text is not a number', { name: 'x', count: '5' }, [['count', 'wrong_type']]],
    ['a fraction is not a whole number', { name: 'x', count: 1.5 }, [['count', 'wrong_type']]],
    ['a number beyond all numbers is refused', JSON.parse('{"name":"x","count":1e309}'), [['count', 'wrong_type']]],
    ['null is not a text', { name: null }, [['name', 'wrong_type']]],
    ['a list is not a text', { name: ['x'] }, [['name', 'wrong_type']]],
    ['an empty text is too short', { name: '' }, [['name', 'too_short']]],
    ['length is counted in characters, not in halves of them', { name: '🙂'.repeat(10) }, []],
    ['a long text is too long', { name: 'x'.repeat(11) }, [['name', 'too_long']]],
    ['a NUL cannot be stored', { name: 'a\0b' }, [['name', 'invalid_text']]],
    ['half a surrogate pair cannot be stored', { name: '\ud83d' }, [['name', 'invalid_text']]],
    ['a number out of range is refused', { name: 'x', count: 10 }, [['count', 'out_of_range']]],
    ['a choice that is not there is refused', { name: 'x', state: 'ajar' }, [['state', 'unknown_choice']]],
    ['a choice is not coerced', { name: 'x', state: 1 }, [['state', 'wrong_type']]],
    [
      'a field within a list is named with its place',
      {
        name: 'x',
        localized_names: [
          { language_code: 'fr', value: 'y' },
          { language_code: 7, value: 'z' },
        ],
      },
      [['localized_names.1.language_code', 'wrong_type']],
    ],
    [
      'a missing field within a list is named with its place',
      { name: 'x', localized_names: [{ language_code: 'fr' }] },
      [['localized_names.0.value', 'required']],
    ],
    ['null is taken where it is allowed', { name: 'x', localized_names: [{ language_code: 'fr', value: null }] }, []],
    [
      'something that is neither text nor null gives one error',
      { name: 'x', localized_names: [{ language_code: 'fr', value: 5 }] },
      [['localized_names.0.value', 'wrong_type']],
    ],
    [
      'a list that is too long is refused',
      { name: 'x', localized_names: [1, 2, 3] },
      [
        ['localized_names', 'too_long'],
        ['localized_names.0', 'wrong_type'],
        ['localized_names.1', 'wrong_type'],
      ],
    ],
    [
      'every field that is wrong is listed',
      { count: 0, state: 'ajar' },
      [
        ['name', 'required'],
        ['count', 'out_of_range'],
        ['state', 'unknown_choice'],
      ],
    ],
    ['a field with two mistakes has one error', { name: `${'x'.repeat(20)}\0` }, [['name', 'too_long']]],
  ]
  for (const [fact, body, expected] of cases) {
    test(fact, () => {
      const errors = checkAgainst(Body, body)

      assert.deepEqual(summary(errors), expected)
    })
  }

  test('messages say what is allowed', () => {
    const errors = checkAgainst(Body, {
      name: 5,
      count: 10,
      state: 'ajar',
      localized_names: [{ language_code: 'fr', value: 5 }],
    })

    assert.deepEqual(
      errors.map((one) => one.message),
      [
        'This must be a string.',
        'This must be <= 9.',
        'This must be one of open, closed.',
        'This must be a string or null.',
      ],
    )
  })

  test('a key with / and ~ in it is named as it was sent', () => {
    const schema = Type.Record(Type.String(), Type.Integer())

    assert.deepEqual(summary(checkAgainst(schema, { 'a/b~c': 'x' })), [['a/b~c', 'wrong_type']])
  })

  test('a body full of mistakes is answered with the first twenty', () => {
    const errors = checkAgainst(Type.Array(Type.Integer()), Array(5000).fill('x'))

    assert.equal(errors.length, 20)
    assert.equal(errors[19]?.field, '19')
  })
})

describe('formats', () => {
  const formats: [string, string, string[], string[]][] = [
    ['text', 'invalid_text', ['', 'été', '漢字', '🙂', 'a\nb', '\uFFFD'], ['\0', 'a\0', '\udc00', '\ud83d a']],
    ['language', 'invalid_language', ['en', 'en-us', 'zh-Hant-TW'], ['', 'e', 'en_US', 'english!', 'en-']],
    [
      'address-range',
      'invalid_address',
      ['127.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::/128', '10.0.0.0/32'],
      [
        '',
        'localhost',
        '10.0.0',
        '10.0.0.0/',
        '10.0.0.0/33',
        '10.0.0.0/-1',
        '10.0.0.0/8/8',
        '::/129',
        '10.0.0.0/1e1',
        ' ::1',
      ],
    ],
    [
      'moment',
      'invalid_moment',
      ['2024-01-31T09:30:00Z', '2024-01-31T09:30:00.123+02:00', '2024-02-29T23:59:59-05:00'],
      ['', 'tomorrow', '2024-13-01T00:00:00Z', '2024-01-31T25:00:00Z'],
    ],
  ]
  for (const [format, code, good, bad] of formats) {
    const schema = Type.Object({ it: Type.String({ format }) })
    for (const text of good) {
      test(`${format} takes ${JSON.stringify(text)}`, () => {
        assert.deepEqual(checkAgainst(schema, { it: text }), [])
      })
    }
    for (const text of bad) {
      test(`${format} refuses ${JSON.stringify(text)}`, () => {
        assert.deepEqual(summary(checkAgainst(schema, { it: text })), [['it', code]])
      })
    }
  }

  test('moment refuses what is not a date with a time and an offset, as its message says', () => {
    const schema = Type.Object({ it: Type.String({ format: 'moment' }) })
    const vague = ['2024', '1', 'March 7', '2024-01-31', '2024-01-31T09:30:00', '2024-02-30T00:00:00Z', 'Fri, 1']

    const taken = vague.filter((text) => checkAgainst(schema, { it: text }).length === 0)

    assert.deepEqual(taken, [])
  })
})

const Query = Type.Object({
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  offset: Type.Optional(Type.Integer()),
  deep: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text()),
  sort: Type.Optional(Sort(['name', 'code'])),
})

describe('a query', () => {
  const taken: [string, Record<string, unknown>][] = [
    ['', { per_page: 20 }],
    ['per_page=7', { per_page: 7 }],
    ['offset=-12', { per_page: 20, offset: -12 }],
    ['offset=999999999999999', { per_page: 20, offset: 999_999_999_999_999 }],
    ['deep=true', { per_page: 20, deep: true }],
    ['deep=false', { per_page: 20, deep: false }],
    ['q=7', { per_page: 20, q: '7' }],
    ['q=true', { per_page: 20, q: 'true' }],
    ['sort=-name', { per_page: 20, sort: '-name' }],
    ['unknown=1', { per_page: 20, unknown: '1' }],
  ]
  for (const [text, expected] of taken) {
    test(`"${text}" is read as ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(readQuery(text).value, expected)
    })
  }

  const noIntegers = [
    '1e309',
    '1e2',
    '0x10',
    '1.5',
    '1.0',
    'NaN',
    'Infinity',
    '99999999999999999999',
    '',
    '%201',
    '+1',
    '1%20',
    '--1',
    '-',
    '1_000',
    '٣',
    'null',
    'true',
    '%00',
    '1%0A',
    '%zz',
    '1&per_page=2',
  ]
  for (const text of noIntegers) {
    test(`per_page=${text} is refused as no whole number`, () => {
      const { errors } = readQuery(`per_page=${text}`)

      assert.deepEqual(summary(errors), [['per_page', 'wrong_type']])
    })
  }

  const outOfRange = ['0', '-1', '101', '999999999999999']
  for (const text of outOfRange) {
    test(`per_page=${text} is out of range`, () => {
      assert.deepEqual(summary(readQuery(`per_page=${text}`).errors), [['per_page', 'out_of_range']])
    })
  }

  for (const text of ['1', '0', 'yes', 'TRUE', '', 'true&deep=true']) {
    test(`deep=${text} is refused as no boolean`, () => {
      assert.deepEqual(summary(readQuery(`deep=${text}`).errors), [['deep', 'wrong_type']])
    })
  }

  test('a text that is repeated, holds a NUL or is not UTF-8 is refused', () => {
    for (const text of ['q=a&q=b', 'q=%00', 'q=%ff']) {
      assert.deepEqual(
        readQuery(text).errors.map((one) => one.field),
        ['q'],
        text,
      )
    }
  })

  test('one call after another is judged by itself', () => {
    const validate = validatorCompiler({ schema: Query, method: 'GET', url: '/', httpPart: 'querystring' })

    const outcomes = ['per_page=x', 'per_page=1', 'per_page=y'].map((text) => validate(parseFields(text)))

    assert.deepEqual(outcomes, [false, true, false])
  })
})

describe('the refusal of input', () => {
  const errorsOf = (schema: object, data: unknown) => {
    const validate = validatorCompiler({ schema, method: 'PUT', url: '/', httpPart: 'body' })
    assert.notEqual(validate(data), true)
    return (validate as unknown as { errors: FastifySchemaValidationError[] }).errors
  }

  test('a body with wrong fields is invalid and lists them', () => {
    const problem = toProblem(errorsOf(Body, {}), 'body', 'PUT')

    assert.equal(problem.kind, 'invalid')
    assert.deepEqual(problem.fields, [{ field: 'name', code: 'required', message: 'This field is required.' }])
  })

  for (const body of [undefined, null, 'text', 5, []]) {
    test(`a body that is ${JSON.stringify(body)} and no object is malformed`, () => {
      assert.equal(toProblem(errorsOf(Body, body), 'body', 'PUT').kind, 'malformed')
    })
  }

  test('a wrong query is malformed and its message names the field', () => {
    const problem = toProblem(errorsOf(Body, { name: 5 }), 'querystring', 'GET')

    assert.equal(problem.kind, 'malformed')
    assert.match(problem.message, /^name: /)
  })

  test('a wrong path is not found when it is read, and invalid when it is written to', () => {
    const errors = errorsOf(Body, { name: 5 })

    const kinds = ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'POST'].map(
      (method) => toProblem(errors, 'params', method).kind,
    )

    assert.deepEqual(kinds, ['not_found', 'not_found', 'not_found', 'invalid', 'invalid', 'invalid'])
  })
})

function readQuery(text: string): { value: unknown; errors: FieldError[] } {
  const validate = validatorCompiler({ schema: Query, method: 'GET', url: '/', httpPart: 'querystring' })
  const value = parseFields(text)
  const isValid = validate(value)
  const { errors } = validate as unknown as { errors: FastifySchemaValidationError[] | null }
  return { value: { ...value }, errors: isValid ? [] : toProblem(errors ?? [], 'querystring', 'GET').fields }
}

const summary = (errors: FieldError[]) => errors.map(({ field, code }) => [field, code])
