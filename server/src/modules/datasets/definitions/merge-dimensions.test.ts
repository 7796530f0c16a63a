import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mergeDimensions } from './merge-dimensions.ts'

const row = (id: string, name: string | null = id) => ({
  id,
  localized_names: name === null ? {} : { 'en-us': name },
})
const given = (id: string, value: string | null = id) => ({
  id,
  localized_names: [{ language_code: 'en-us', value }],
})
const tenIds = Array.from({ length: 10 }, (_, index) => `d${index + 1}`)

describe('mergeDimensions', () => {
  const accepted = [
    { what: 'nothing given changes nothing', before: [row('a')], input: [], after: [row('a')] },
    {
      what: 'new ones are levels in their order',
      before: [],
      input: [given('b'), given('a')],
      after: [row('b'), row('a')],
    },
    { what: 'a new one is appended', before: [row('a')], input: [given('b')], after: [row('a'), row('b')] },
    {
      what: 'a known one is renamed in place',
      before: [row('a'), row('b')],
      input: [given('b', 'B!')],
      after: [row('a'), row('b', 'B!')],
    },
    {
      what: 'a name that is given as null is taken away',
      before: [row('a')],
      input: [given('a', null)],
      after: [row('a', null)],
    },
    {
      what: 'known ones in another order keep theirs',
      before: [row('a'), row('b')],
      input: [given('b'), given('a')],
      after: [row('a'), row('b')],
    },
    {
      what: 'ids differ by case',
      before: [row('a')],
      input: [given('a'), given('A')],
      after: [row('a'), row('A')],
    },
    {
      what: 'ten fit',
      before: [],
      input: tenIds.map((id) => given(id)),
      after: tenIds.map((id) => row(id)),
    },
  ]
  for (const { what, before, input, after } of accepted) {
    test(what, () => {
      assert.deepEqual(mergeDimensions(before, input), { dimensions: after, errors: [] })
    })
  }

  const misplaced = { code: 'misplaced', message: 'A new dimension must come after the existing ones.' }
  const repeated = { code: 'repeated', message: 'This dimension appears more than once.' }
  const tooMany = { code: 'too_many', message: 'A data set can have at most 10 dimensions.' }
  const refused = [
    {
      what: 'a new one before a known one',
      before: [row('a')],
      input: [given('x'), given('a')],
      errors: [{ field: 'dimensions.0.id', ...misplaced }],
    },
    {
      what: 'each of two new ones before a known one',
      before: [row('a')],
      input: [given('x'), given('y'), given('a')],
      errors: [
        { field: 'dimensions.0.id', ...misplaced },
        { field: 'dimensions.1.id', ...misplaced },
      ],
    },
    {
      what: 'one that is given twice',
      before: [],
      input: [given('a'), given('a')],
      errors: [{ field: 'dimensions.1.id', ...repeated }],
    },
    {
      what: 'an eleventh',
      before: [],
      input: [...tenIds, 'd11'].map((id) => given(id)),
      errors: [{ field: 'dimensions.10', ...tooMany }],
    },
    {
      what: 'an eleventh after ten known ones',
      before: tenIds.map((id) => row(id)),
      input: [given('d11')],
      errors: [{ field: 'dimensions.0', ...tooMany }],
    },
    {
      what: 'a language that a name repeats',
      before: [],
      input: [{ id: 'a', localized_names: [...given('a').localized_names, { language_code: 'EN-US', value: 'b' }] }],
      errors: [
        {
          field: 'dimensions.0.localized_names.1.language_code',
          code: 'repeated',
          message: 'This language appears more than once.',
        },
      ],
    },
  ]
  for (const { what, before, input, errors } of refused) {
    test(`refuses ${what}`, () => {
      assert.deepEqual(mergeDimensions(before, input).errors, errors)
    })
  }
})
