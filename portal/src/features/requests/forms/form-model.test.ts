import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builderErrorsOf, errorOf, hasError } from './builder-errors.ts'
import {
  type BuiltField,
  type BuiltForm,
  codeFrom,
  freeCode,
  inputOf,
  isSame,
  movedTo,
  namesOf,
  newField,
  previewOf,
  textsOf,
} from './form-model.ts'
import type { Dataset } from './forms.api.ts'

const aForm = (fields: BuiltField[]): BuiltForm => ({ title: 'Leave', localized_titles: [], fields }) as BuiltForm
const field = (changes: Partial<BuiltField> & Pick<BuiltField, 'type'>) => ({
  ...newField(changes.type, changes.code ?? 'Field', []),
  ...changes,
})

describe('the code of a field', () => {
  const codes: [label: string, code: string][] = [
    ['First day', 'first_day'],
    ['  Où êtes-vous ?  ', 'ou_etes_vous'],
    ['日本', 'field'],
    ['', 'field'],
    ['A very long label of a field', 'a_very_long_label_of'],
    ['1', '1'],
  ]
  for (const [label, code] of codes) {
    test(`of "${label}" is ${code}`, () => assert.equal(codeFrom(label), code))
  }

  test('is one that no other field has, and at most twenty characters long', () => {
    const others = ['day', 'day_2', 'a_very_long_label_of'].map((code) => ({ code }))

    assert.equal(freeCode('Day', others), 'day_3')
    assert.equal(freeCode('A very long label of a field', others), 'a_very_long_label_2')
    assert.equal(freeCode('Night', others), 'night')
  })
})

describe('the form as it is sent', () => {
  test('leaves out what the type of a field does not have, and keys', () => {
    const all = {
      choices: ['A'],
      localized_choices: [
        { choice: 'A', localized_names: [] },
        { choice: 'gone', localized_names: [] },
      ],
      dataset: 'offices',
      dimension: 'city',
      max_length: 10,
    }
    const types = ['text', 'select', 'dataset', 'date'] as const
    const { fields } = inputOf(aForm(types.map((type) => field({ type, ...all }))))

    const common = ['code', 'label', 'localized_labels', 'type', 'required']
    assert.deepEqual(
      fields?.map((one) => Object.keys(one).filter((name) => !common.includes(name))),
      [['max_length'], ['choices', 'localized_choices'], ['dataset', 'dimension'], []],
    )
    assert.deepEqual(
      fields?.[1]?.localized_choices?.map((one) => one.choice),
      ['A'],
    )
  })

  test('is the same whatever the keys, and another with another order', () => {
    const one = field({ type: 'text', code: 'one' })
    const two = field({ type: 'text', code: 'two' })

    assert.ok(isSame(aForm([one, two]), aForm([{ ...one, key: 'x' }, two])))
    assert.ok(!isSame(aForm([one, two]), aForm([two, one])))
  })
})

test('a field is moved within the list, at most to its ends', () => {
  const letters = ['a', 'b', 'c']

  assert.deepEqual(movedTo(letters, 0, 2), ['b', 'c', 'a'])
  assert.deepEqual(movedTo(letters, 2, -5), ['c', 'a', 'b'])
  assert.deepEqual(movedTo(letters, 0, 9), ['b', 'c', 'a'])
  assert.deepEqual(movedTo(letters, 7, 0), letters)
  assert.deepEqual(letters, ['a', 'b', 'c'])
})

test('names are texts by language and back, without empty ones', () => {
  assert.deepEqual(
    textsOf([
      { language_code: 'fr-fr', value: 'Jour' },
      { language_code: 'en-us', value: null },
    ]),
    {
      'fr-fr': 'Jour',
    },
  )
  assert.deepEqual(namesOf({ 'fr-fr': 'Jour', 'en-us': '' }), [{ language_code: 'fr-fr', value: 'Jour' }])
  assert.deepEqual(textsOf(undefined), {})
})

describe('the preview', () => {
  const offices = {
    dimensions: ['country', 'city', 'floor'].map((id) => ({
      id,
      name: id,
      localized_names: [{ language_code: 'fr-fr', value: `${id} fr` }],
    })),
  } as unknown as Dataset
  const datasets = new Map([['offices', offices]])
  const ofOffices = (code: string, dimension?: string) =>
    field({ type: 'dataset', code, dataset: 'offices', ...(dimension && { dimension }) })
  const preview = (fields: BuiltField[], language = 'en-us') => previewOf('leave', aForm(fields), datasets, language)

  test('lets a level depend on the nearest field before it that is of a level above', () => {
    const { fields } = preview([
      ofOffices('country', 'country'),
      ofOffices('city', 'city'),
      ofOffices('floor', 'floor'),
    ])

    assert.deepEqual(
      fields.map((one) => [one.depends_on, one.dataset?.levels.map((level) => level.dimension)]),
      [
        [null, ['country']],
        ['country', ['city']],
        ['city', ['floor']],
      ],
    )
  })

  test('asks for all levels above where no field before has one, and leaves the end open without a level', () => {
    const { fields } = preview([ofOffices('city', 'city'), ofOffices('country', 'country'), ofOffices('any')])

    assert.deepEqual(
      fields.map((one) => [one.depends_on, one.dataset?.levels.length, one.dataset?.is_last_needed]),
      [
        [null, 2, true],
        [null, 1, true],
        [null, 3, false],
      ],
    )
  })

  test('speaks the language of the person, or what there is', () => {
    const localized_labels = [{ language_code: 'fr-fr', value: 'Jour' }]
    const localized_choices = [{ choice: 'A', localized_names: [{ language_code: 'fr-fr', value: 'Un' }] }]
    const one = field({ type: 'select', label: 'Day', localized_labels, choices: ['A', 'B'], localized_choices })

    const french = preview([one, ofOffices('country', 'country')], 'fr-fr').fields
    assert.deepEqual([french[0]?.label, french[0]?.choices?.map((choice) => choice.label)], ['Jour', ['Un', 'B']])
    assert.equal(french[1]?.dataset?.levels[0]?.name, 'country fr')
    assert.equal(preview([one], 'de-de').fields[0]?.label, 'Day')
  })
})

describe('refusals of the server', () => {
  const t = (key: string) => key

  test('stay with the field when it is moved, and name it', () => {
    const form = aForm([
      field({ type: 'text', label: 'Day', key: 'k1' }),
      field({ type: 'text', label: '', code: 'b', key: 'k2' }),
    ])
    const errors = builderErrorsOf(
      [
        { field: 'fields.0.code', code: 'repeated' },
        { field: 'fields.1.choices.3', code: 'never_seen' },
        { field: 'fields.9.code', code: 'required' },
        { field: 'title', code: 'too_long' },
      ],
      form,
      t,
    )

    assert.deepEqual(errors, {
      'k1.code': 'Day: errors.repeated',
      'k2.choices': 'b: errors.invalid',
      'fields.9.code': 'fields.9.code: errors.required',
      title: 'title: errors.too_long',
    })
    assert.equal(errorOf(errors, 'k1', 'code'), 'Day: errors.repeated')
    assert.deepEqual([hasError(errors, 'k1'), hasError(errors, 'k'), hasError(errors, 'k3')], [true, false, false])
  })
})
