import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { FIELD_TYPES, type FieldType, type FormField } from '#modules/requests/forms/schemas.ts'
import type { StoredFile } from '#modules/uploads/index.ts'
import { type Answer, parseAnswers, parseFlag, type SentFile, type Submitted } from './parse-answers.ts'

type Sent = { fields?: Record<string, string | string[]>; files?: Record<string, SentFile[]> }

const aField = (type: FieldType, more: Partial<FormField> = {}): FormField => ({ code: 'f', label: 'F', type, ...more })
const CHOICES = { choices: ['red', 'green', 'blue'] }
const ownFieldOf = (type: FieldType) => aField(type, type.endsWith('select') ? CHOICES : {})

/** As the parts of a form arrive: in objects that inherit nothing. */
function submitted({ fields = {}, files = {} }: Sent): Submitted {
  const lists = Object.entries(fields).map(([name, texts]) => [name, [texts].flat()] as const)
  return { fields: bare(lists), files: bare(Object.entries(files)) }
}

function bare<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const object: Record<string, Value> = Object.create(null)
  for (const [name, value] of entries) object[name] = value
  return object
}

const aSentFile = (sizeBytes = 5) => ({
  sizeBytes,
  stored: { filename: 'a.txt', content_type: 'text/plain', sizeBytes, sha256: 'a'.repeat(64) },
})
const unwanted = (sizeBytes: number) => ({ sizeBytes, stored: undefined })

/** What one field made of what was sent for it: its value, or the code of the refusal, or nothing. */
function outcomeOf(field: FormField, sent: string | string[] | { files: SentFile[] }): Outcome {
  const isText = typeof sent === 'string' || Array.isArray(sent)
  const answers = parseAnswers(
    [field],
    submitted(isText ? { fields: { [field.code]: sent } } : { files: { [field.code]: sent.files } }),
  )
  const [error, ...more] = answers.errors
  assert.deepEqual(more, [])
  if (!error) return { value: answers.values.get(field.code), file: answers.files.get(field.code) }
  assert.equal(error.field, field.code)
  assert.ok(error.message.length > 0 && error.message.length < 1000, error.message)
  assert.equal(answers.values.size + answers.files.size, 0)
  return { refused: error.code }
}
type Outcome = { value: Answer | undefined; file: StoredFile | undefined } | { refused: string }
const taken = (value: Answer | undefined): Outcome => ({ value, file: undefined })
const nothing = taken(undefined)
const short = (text: string) => JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}… (${text.length})` : text)

/** Spellings that are the same thing, or none: in a row, parted by bars. */
const row = (texts: string) => texts.split('|')
const all = <Value extends Answer>(texts: string, value: Value) =>
  row(texts).map((text): [string, Value] => [text, value])
const asTheyAre = (texts: string) => row(texts).map((text): [string, string] => [text, text])

/** Spellings that a type takes, and as what; and those that it refuses. */
const SPELLINGS: Partial<Record<FieldType, { taken: [string, Answer][]; refused: string[]; code: string }>> = {
  integer: {
    taken: [
      ...all(`0|-0|+0|00|-00|${'0'.repeat(500)}`, 0),
      ...all('7|+7|007|+007', 7),
      ...all('-7|-007', -7),
      ['999999999999999', 999_999_999_999_999],
      ['-999999999999999', -999_999_999_999_999],
      [`+${'0'.repeat(50)}123456789012345`, 123_456_789_012_345],
    ],
    refused: row(
      '7.0|7.|1e3|0x10|1_000|1,000|1 000| 7|7 |7\n|--7|+-7|+|-|seven|NaN|Infinity|null|true|٧|７|½|7n|[7]|\u22127',
    ),
    code: 'wrong_type',
  },
  decimal: {
    taken: [
      ...all('0|-0|-0.0|+.0|0.|00.00', 0),
      ...all('12.50|+12.5|012.500', 12.5),
      ...all('-.5|-0.50', -0.5),
      ...all('5.|5', 5),
      ['99999999999999.9', 99_999_999_999_999.9],
      ['0.000000000000001', 1e-15],
      ['-123456789.012345', -123_456_789.012345],
    ],
    refused: row(
      '.|+|-|-.|1.2.3|1,5|1e3|1.5e3|0x1.8| 1.5|1.5 |1.5\n|1 000.5|--1|NaN|Infinity|-Infinity|１.５|1.5€|50%|[1.5]',
    ),
    code: 'wrong_type',
  },
  date: {
    taken: asTheyAre('2024-01-31|2024-02-29|0001-01-01|9999-12-31|2000-02-29'),
    refused: row(
      '2024-02-30|2023-02-29|1900-02-29|2024-13-01|2024-00-10|2024-01-00|0000-01-01|2024-1-31|31/01/2024|20240131|' +
        '2024-01-31T00:00:00Z|2024-01-31 | 2024-01-31|+02024-01-31|today|2024-W05-3|2024-031|２０２４-01-31|2024-01-31\n',
    ),
    code: 'invalid_date',
  },
  datetime: {
    taken: asTheyAre(
      '2024-01-31T09:30Z|2024-01-31T09:30:15+01:00|2024-01-31T09:30:15.123456-0530|2024-02-29T23:59:59Z',
    ),
    refused: row(
      '2024-01-31|2024-01-31T09:30|2024-01-31T09:30:15|2024-02-30T09:30Z|2024-01-31 09:30Z|2024-01-31T24:00Z|' +
        '2024-01-31T09:60Z|2024-01-31T09:30z|2024-01-31T09:30+25:00|1706693400|now|0001-01-01T00:00+10:00|' +
        '9999-12-31T23:59-10:00|2024-01-31T09:30Z\n',
    ),
    code: 'invalid_moment',
  },
  boolean: {
    taken: [...all('true|True|TRUE|1', true), ...all('false|False|FALSE|0', false)],
    refused: row('yes|no|on|off|t|f|2|-1|01|true | true|true\n|null|truefalse|1.0|falſe'),
    code: 'wrong_type',
  },
  email: {
    taken: asTheyAre("a@b|eve@acme.test|o'hara+hr@mail.acme.test|zoé@société.fr|用户@例え.テスト"),
    refused: row(
      'eve|@acme.test|eve@|eve@@acme.test|eve@acme..test|.eve@acme.test|eve @acme.test|Eve <eve@acme.test>|' +
        `eve@acme.test\n|eve@acme.test,bob@acme.test|${'a'.repeat(65)}@acme.test|a@${'b.'.repeat(126)}test|eve@-acme.test`,
    ),
    code: 'invalid_email',
  },
  select: {
    taken: asTheyAre(CHOICES.choices.join('|')),
    refused: row('Red|red | red|purple|["red"]|red,green|0|constructor|__proto__|length'),
    code: 'unknown_choice',
  },
}

for (const [type, { taken: accepted, refused, code }] of Object.entries(SPELLINGS)) {
  describe(`a field of the type ${type}`, () => {
    for (const [text, value] of accepted) {
      test(`takes ${short(text)} as ${JSON.stringify(value)}`, () => {
        assert.deepEqual(outcomeOf(ownFieldOf(type as FieldType), text), taken(value))
      })
    }

    for (const text of refused) {
      test(`refuses ${short(text)} as ${code}`, () => {
        assert.deepEqual(outcomeOf(ownFieldOf(type as FieldType), text), { refused: code })
      })
    }
  })
}

describe('a number', () => {
  test('of the type decimal is refused in no time, however long it is', () => {
    const long = '1'.repeat(1_000_000)

    // Half an hour, when it takes the square of its length.
    for (const text of [`${long}x`, `${long}.${long}x`, `.${long}x`, `-${long}.x`]) {
      assert.deepEqual(outcomeOf(aField('decimal'), text), { refused: 'wrong_type' })
    }
  })

  const tooLong: [FieldType, string][] = [
    ['integer', '1000000000000000'],
    ['integer', '-9999999999999999'],
    ['integer', '9'.repeat(100_000)],
    ['decimal', '1234567890.123456'],
    ['decimal', '0.0000000000000001'],
    ['decimal', '1.0000000000000000'],
    ['decimal', `${'9'.repeat(400)}.5`],
  ]
  for (const [type, text] of tooLong) {
    test(`of the type ${type} is refused with more than 15 digits: ${short(text)}`, () => {
      assert.deepEqual(outcomeOf(aField(type), text), { refused: 'out_of_range' })
    })
  }

  test('that is taken is the same number when it comes back from JSON, and never -0', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 20 })
    const sign = fc.constantFrom('', '+', '-')
    fc.assert(
      fc.property(sign, digits, fc.constantFrom('', '.'), digits, (plus, whole, point, rest) => {
        const text = `${plus}${whole}${point}${rest}`
        const outcome = outcomeOf(aField('decimal', { required: true }), text)
        if ('refused' in outcome) return
        const { value } = outcome
        assert.ok(typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0))
        assert.equal(JSON.parse(JSON.stringify(value)), value)
        const fraction = point === '' ? '' : rest
        assert.equal(plain(value, fraction.length), withoutZeros(plus, point === '' ? whole + rest : whole, fraction))
      }),
    )
  })

  test('is refused for its digits only when it has more than 15 without leading zeros', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(30), (number, zeros) => {
        const plain = String(number)
        const [minus, digits] = plain.startsWith('-') ? ['-', plain.slice(1)] : ['', plain]
        const outcome = outcomeOf(aField('integer'), `${minus}${'0'.repeat(zeros)}${digits}`)
        assert.deepEqual(outcome, digits.length > 15 ? { refused: 'out_of_range' } : taken(Number(number)))
      }),
    )
  })
})

/** A number with as many decimals as it was sent with. */
const plain = (value: number, decimals: number) => value.toFixed(decimals)

/** The same number as people write it: no plus, no needless zeros ahead, no minus at zero. */
function withoutZeros(sign: string, whole: string, fraction: string): string {
  const start = whole.replace(/^0+(?=\d)/, '') || '0'
  const number = fraction === '' ? start : `${start}.${fraction}`
  return sign === '-' && /[1-9]/.test(number) ? `-${number}` : number
}

describe('a field of the type text or textarea', () => {
  for (const type of ['text', 'textarea'] as const) {
    test(`${type} is taken as it is, whatever it is`, () => {
      for (const text of [' ', '  two  ', 'a\r\nb\tc', '<script>', '[1]', 'null', '😀', 'é', '-0', '\u202e', '0']) {
        assert.deepEqual(outcomeOf(aField(type, { required: true }), text), taken(text))
      }
    })

    test(`${type} counts characters, not UTF-16 units`, () => {
      const field = aField(type, { max_length: 5 })

      assert.deepEqual(outcomeOf(field, '😀'.repeat(5)), taken('😀'.repeat(5)))
      assert.deepEqual(outcomeOf(field, 'abcde'), taken('abcde'))
      assert.deepEqual(outcomeOf(field, '😀'.repeat(6)), { refused: 'too_long' })
      assert.deepEqual(outcomeOf(field, 'abcdef'), { refused: 'too_long' })
      assert.deepEqual(outcomeOf(field, 'abcde '), { refused: 'too_long' })
    })

    test(`${type} has no limit of its own`, () => {
      const long = 'é'.repeat(500_000)

      assert.deepEqual(outcomeOf(aField(type), long), taken(long))
    })
  }

  test('is taken when and only when it has at most max_length characters', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (sent, max_length) => {
        const isShort = Array.from(sent).length <= max_length
        assert.deepEqual(
          outcomeOf(aField('text', { max_length }), sent),
          isShort ? taken(sent) : { refused: 'too_long' },
        )
      }),
    )
  })
})

describe('a field of the type dataset', () => {
  test('is taken as it is; whether there is such a value is looked up elsewhere', () => {
    for (const path of ['fr', 'fr.paris.hq', '..', 'a/b', '__proto__']) {
      assert.deepEqual(outcomeOf(aField('dataset', { dataset: 'offices' }), path), taken(path))
    }
  })
})

describe('a field of the type multiselect', () => {
  const field = aField('multiselect', CHOICES)
  const lists: [string, string | string[], Answer | undefined][] = [
    ['one part', 'red', ['red']],
    ['a part for each choice', ['red', 'blue'], ['red', 'blue']],
    ['the order in which they were sent', ['blue', 'red'], ['blue', 'red']],
    ['each choice once', ['red', 'red', 'green', 'red'], ['red', 'green']],
    ['a list in JSON', '["red","blue"]', ['red', 'blue']],
    ['a list in JSON with spaces', '[ "red" ,\n "blue" ]', ['red', 'blue']],
    ['parts and lists together', ['green', '["red","green"]', '["blue"]'], ['green', 'red', 'blue']],
    ['empty parts among others', ['', 'red', ''], ['red']],
    ['an empty list as nothing', '[]', undefined],
    ['empty parts as nothing', ['', ''], undefined],
    ['several empty lists as nothing', ['[]', '', '[]'], undefined],
  ]
  for (const [what, sent, value] of lists) {
    test(`takes ${what}`, () => {
      assert.deepEqual(outcomeOf(field, sent), taken(value))
    })
  }

  test('takes a choice that begins like a list, and one that is a list', () => {
    const choices = ['[other]', '[', '[]x', '[1]', '["red"]']

    assert.deepEqual(outcomeOf({ ...field, choices }, choices), taken(choices))
    assert.deepEqual(outcomeOf({ ...field, choices }, JSON.stringify(choices)), taken(choices))
  })

  test('refuses a list of anything but texts, whatever the choices are', () => {
    const lists = { '[["red"]]': 'red', '[[["red"]]]': 'red', '[null]': 'null', '[{}]': '[object Object]', '[1]': '1' }
    for (const [text, choice] of Object.entries(lists)) {
      assert.deepEqual(outcomeOf({ ...field, choices: [choice] }, text), { refused: 'unknown_choice' }, text)
    }
  })

  const hostile = {
    'a choice that is none': 'purple',
    'one bad among good ones': ['red', 'purple'],
    'one bad in a list': '["red","purple"]',
    null: '[null]',
    'a number in a list in a list': '[[1]]',
    'an object': '[{"a":1}]',
    'an object that cannot be a text': '[{"toString":1,"valueOf":1}]',
    'an object with a prototype': '[{"__proto__":{"toString":"red"}}]',
    'an empty text in a list': '[""]',
    'true in a list': '[true]',
    'a list that does not end': '["red"',
    'a list with something after it': '["red"] x',
    'a list in a text': '"[\\"red\\"]"',
    'a name of every list': '["length","constructor","__proto__","0"]',
    'spaces ahead of a list': ' ["red"]',
    'choices with commas': 'red,green',
    '1 MB of brackets': '['.repeat(1024 * 1024),
    'a list that is 100,000 deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '1 MB of numbers': `[${Array.from({ length: 150_000 }, (_, index) => index).join()}]`,
  }
  for (const [what, sent] of Object.entries(hostile)) {
    test(`refuses ${what}`, () => {
      assert.deepEqual(outcomeOf(field, sent), { refused: 'unknown_choice' })
    })
  }

  test('takes 1 MB of the same choice as that choice', () => {
    const sent = JSON.stringify(Array.from({ length: 150_000 }, () => 'red'))

    // Not deepEqual, which would take minutes to show how 150,000 of them differ.
    assert.ok(isDeepStrictEqual(outcomeOf(field, sent), taken(['red'])))
  })

  test('is required: nothing, empty parts and an empty list are refused', () => {
    for (const sent of [[], '', ['', ''], '[]', ['[]', '']]) {
      assert.deepEqual(outcomeOf({ ...field, required: true }, sent), { refused: 'required' })
    }
  })

  test('never takes what is not a choice, and takes as parts what it takes as a list', () => {
    const some = fc.array(fc.oneof(fc.constantFrom(...CHOICES.choices), fc.string({ maxLength: 3 })), { minLength: 1 })
    fc.assert(
      fc.property(some, (sent) => {
        const isGood = sent.every((one) => CHOICES.choices.includes(one))
        const expected = isGood ? taken([...new Set(sent)]) : { refused: 'unknown_choice' }
        assert.deepEqual(outcomeOf(field, JSON.stringify(sent)), expected)
        if (isGood) assert.deepEqual(outcomeOf(field, sent), expected)
      }),
    )
  })

  test('whatever is sent, it is choices, nothing or a refusal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (sent) => {
        const outcome = outcomeOf(field, sent)
        if ('refused' in outcome) return assert.equal(outcome.refused, 'unknown_choice')
        for (const one of (outcome.value ?? []) as string[]) assert.ok(CHOICES.choices.includes(one))
      }),
    )
  })

  test('names no more than 20 choices in a refusal', () => {
    const choices = Array.from({ length: 21 }, (_, index) => `c${index}`)

    const refusals = [20, 21].map(
      (count) =>
        parseAnswers([{ ...field, choices: choices.slice(0, count) }], submitted({ fields: { f: 'no' } })).errors[0]
          ?.message,
    )

    assert.deepEqual(refusals, [
      `This must be one of ${choices.slice(0, 20).join(', ')}.`,
      `This must be one of ${choices.slice(0, 20).join(', ')} ….`,
    ])
  })
})

describe('a field of the type file', () => {
  test('takes a file', () => {
    const file = aSentFile()

    assert.deepEqual(outcomeOf(aField('file'), { files: [file] }), { value: undefined, file: file.stored })
  })

  test('takes one that is not empty among those that are', () => {
    const file = aSentFile()

    assert.deepEqual(outcomeOf(aField('file'), { files: [aSentFile(0), file, aSentFile(0)] }), {
      value: undefined,
      file: file.stored,
    })
  })

  test('counts an empty file, an empty text and nothing as left out', () => {
    for (const sent of [{ files: [aSentFile(0), unwanted(0)] }, '', ['', ''], { files: [] }]) {
      assert.deepEqual(outcomeOf(aField('file'), sent), nothing)
      assert.deepEqual(outcomeOf(aField('file', { required: true }), sent), { refused: 'required' })
    }
  })

  test('refuses two files, and a text', () => {
    assert.deepEqual(outcomeOf(aField('file'), { files: [aSentFile(), aSentFile()] }), { refused: 'repeated' })
    assert.deepEqual(outcomeOf(aField('file'), '/etc/passwd'), { refused: 'wrong_type' })
  })

  test('refuses a text beside a file', () => {
    const { errors, files } = parseAnswers(
      [aField('file')],
      submitted({ fields: { f: 'text' }, files: { f: [aSentFile()] } }),
    )

    assert.deepEqual([errors.map((one) => one.code), files.size], [['wrong_type'], 0])
  })
})

describe('a field of every type', () => {
  const texts = FIELD_TYPES.filter((type) => type !== 'file')
  for (const type of texts) {
    test(`${type} counts empty texts, empty files and none as left out, and refuses them when it is required`, () => {
      for (const sent of ['', ['', ''], [], { files: [aSentFile(0), unwanted(0)] }]) {
        assert.deepEqual(outcomeOf(ownFieldOf(type), sent), nothing)
        assert.deepEqual(outcomeOf({ ...ownFieldOf(type), required: true }, sent), { refused: 'required' })
      }
    })

    test(`${type} refuses a file, one that was not stored too`, () => {
      for (const files of [[aSentFile()], [unwanted(5)], [aSentFile(0), unwanted(1)]]) {
        assert.deepEqual(outcomeOf(ownFieldOf(type), { files }), { refused: 'wrong_type' })
      }
    })

    if (type === 'multiselect') continue
    test(`${type} is refused when it is sent twice, the same or not; empty ones do not count`, () => {
      const text = SPELLINGS[type]?.taken[0]?.[0] ?? 'x'

      assert.deepEqual(outcomeOf(ownFieldOf(type), [text, text]), { refused: 'repeated' })
      assert.deepEqual(outcomeOf(ownFieldOf(type), [text, 'other']), { refused: 'repeated' })
      assert.deepEqual(outcomeOf(ownFieldOf(type), ['', text, '']), outcomeOf(ownFieldOf(type), text))
    })
  }
})

describe('the fields of a form', () => {
  test('are read each on its own, and every refusal is listed in the order of the form', () => {
    const fields = [
      aField('integer', { code: 'a' }),
      aField('date', { code: 'b' }),
      aField('text', { code: 'c', required: true }),
      aField('boolean', { code: 'd' }),
    ]

    const { values, errors } = parseAnswers(fields, submitted({ fields: { d: '0', b: 'x', a: '5' } }))

    assert.deepEqual(
      [...values],
      [
        ['a', 5],
        ['d', false],
      ],
    )
    assert.deepEqual(
      errors.map(({ field, code }) => [field, code]),
      [
        ['b', 'invalid_date'],
        ['c', 'required'],
      ],
    )
  })

  test('are all that is read: what else was sent is ignored', () => {
    const { values, files, errors } = parseAnswers(
      [aField('text')],
      submitted({ fields: { f: 'x', g: 'y', __proto__x: 'z' }, files: { h: [aSentFile()] } }),
    )

    assert.deepEqual([[...values], files.size, errors], [[['f', 'x']], 0, []])
  })

  for (const code of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '🎉', 'a b', '0']) {
    test(`may be called ${code}`, () => {
      const sent = submitted({})
      sent.fields[code] = ['x']

      const given = parseAnswers([aField('text', { code })], sent)
      const left = parseAnswers([aField('text', { code }), aField('file', { code })], submitted({}))
      const required = parseAnswers([aField('file', { code, required: true })], submitted({}))

      assert.deepEqual([[...given.values], given.errors], [[[code, 'x']], []])
      assert.deepEqual([left.values.size, left.files.size, left.errors], [0, 0, []])
      assert.deepEqual(
        required.errors.map((one) => [one.field, one.code]),
        [[code, 'required']],
      )
    })
  }
})

describe('readFlag', () => {
  test('reads true and false as programs write them, and nothing else', () => {
    assert.deepEqual(['true', 'TRUE', '1', 'False', '0'].map(parseFlag), [true, true, true, false, false])
    assert.deepEqual(['', ' ', 'yes', '11', 'true\n'].map(parseFlag), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
