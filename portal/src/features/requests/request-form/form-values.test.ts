import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  depthOf,
  errorsOf,
  type FieldToFill,
  type FormToFill,
  formDataOf,
  htmlOfText,
  isEmpty,
  mistakesIn,
  withValue,
} from './form-values.ts'

/** Words as their keys, with what is filled in. */
const t = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)

function aField(code: string, changes: Partial<FieldToFill> = {}): FieldToFill {
  const plain = { label: code, type: 'text', required: false, max_length: null, choices: null, dataset: null }
  return { code, ...plain, depends_on: null, ...changes } as FieldToFill
}

function aForm(fields: FieldToFill[], changes: Partial<FormToFill> = {}): FormToFill {
  const plain = { title: 'Leave', category: null, featured: false, visible_by_employee: true, version: 1 }
  return { slug: 'leave', ...plain, asks_for_subject: false, fields, ...changes }
}

const levels = [
  { dimension: 'country', name: 'Country' },
  { dimension: 'city', name: 'City' },
]
const country = aField('country', {
  type: 'dataset',
  dataset: { id: 'offices', levels: levels.slice(0, 1), is_last_needed: true },
})
const city = aField('city', {
  type: 'dataset',
  depends_on: 'country',
  dataset: { id: 'offices', levels: levels.slice(1), is_last_needed: true },
})
const office = aField('office', { type: 'dataset', dataset: { id: 'offices', levels, is_last_needed: true } })

describe('the form as it is sent', () => {
  test('has the form first, then what is filled in; lists as JSON, moments in UTC, files with their names', () => {
    const form = aForm([
      aField('why'),
      aField('days', { type: 'multiselect' }),
      aField('when', { type: 'datetime' }),
      aField('proof', { type: 'file' }),
      aField('empty'),
    ])
    const file = new File(['x'], 'é.pdf')

    const data = formDataOf(
      form,
      { why: 'Ill', days: ['Mon', 'Tue'], when: '2026-11-18T10:00:00+01:00', proof: file, unknown: 'x' },
      { employee: 'E-1', nothing: '' },
    )

    assert.deepEqual([...data.keys()], ['form_code', 'employee', 'why', 'days', 'when', 'proof'])
    assert.deepEqual(
      [data.get('form_code'), data.get('days'), data.get('when')],
      ['leave', '["Mon","Tue"]', '2026-11-18T09:00:00.000Z'],
    )
    assert.equal((data.get('proof') as File).name, 'é.pdf')
  })

  test('has subject and body, as HTML, where the form asks for them', () => {
    const data = formDataOf(aForm([], { asks_for_subject: true }), { subject: 'Hello', body: 'a < b\nc\n\n\nd & e' })

    assert.deepEqual([data.get('subject'), data.get('body')], ['Hello', '<p>a &lt; b<br>c</p><p>d &amp; e</p>'])
    assert.equal(htmlOfText('  \n '), '')
    assert.equal(htmlOfText('<script>'), '<p>&lt;script&gt;</p>')
  })
})

describe('what is wrong without asking the server', () => {
  test('what is required and empty, be it text, list or blanks of a subject', () => {
    const form = aForm(
      [aField('why', { required: true }), aField('days', { required: true, type: 'multiselect' }), aField('note')],
      { asks_for_subject: true },
    )

    assert.deepEqual(mistakesIn(form, { subject: '  ', body: 'x', days: [] }, t), {
      subject: 'errors.required',
      why: 'errors.required',
      days: 'errors.required',
    })
    assert.deepEqual(mistakesIn(form, { subject: 'a', body: 'x', days: ['Mon'], why: '0' }, t), {})
    assert.equal(isEmpty(new File([], 'empty.pdf')), false)
  })

  test('an address that cannot be one', () => {
    const form = aForm([aField('mail', { type: 'email' })])

    for (const mail of ['eve', 'eve@host', 'e e@host.test', '@host.test']) {
      assert.deepEqual(mistakesIn(form, { mail }, t), { mail: 'errors.invalid_email' }, mail)
    }
    assert.deepEqual(mistakesIn(form, { mail: 'eve@host.test' }, t), {})
    assert.deepEqual(mistakesIn(form, {}, t), {})
  })

  test('a value of a data set that is not chosen to the last level, by the name of the next one', () => {
    assert.deepEqual(mistakesIn(aForm([office]), { office: 'fr' }, t), { office: 'errors.incomplete {"level":"City"}' })
    assert.deepEqual(mistakesIn(aForm([office]), { office: 'fr.lyon' }, t), {})
    assert.deepEqual(mistakesIn(aForm([country, city]), { country: 'fr', city: 'fr.lyon' }, t), {})
    const open = { ...office, dataset: { id: 'offices', levels, is_last_needed: false } }
    assert.deepEqual(mistakesIn(aForm([open]), { office: 'fr' }, t), {})
    assert.deepEqual(['', 'fr', 'fr.lyon'].map(depthOf), [0, 1, 2])
  })
})

describe('a changed value', () => {
  const form = aForm([country, city, aField('why')])

  test('keeps the others, but not what lay below the old one', () => {
    const before = { country: 'fr', city: 'fr.lyon', why: 'x' }

    assert.deepEqual(withValue(form, before, 'country', 'de'), { country: 'de', city: undefined, why: 'x' })
    assert.deepEqual(withValue(form, before, 'country', undefined).city, undefined)
    assert.deepEqual(withValue(form, before, 'why', 'y'), { ...before, why: 'y' })
    assert.deepEqual(before, { country: 'fr', city: 'fr.lyon', why: 'x' })
  })

  test('does not take one value for the beginning of another', () => {
    assert.equal(withValue(form, { country: 'f', city: 'fr.lyon' }, 'why', 'x').city, undefined)
  })
})

test('refusals of the server are told by field, unknown ones in general words', () => {
  const refusals = [
    { field: 'why', code: 'too_long' },
    { field: 'city', code: 'never_seen' },
  ]

  assert.deepEqual(errorsOf(refusals, t), { why: 'errors.too_long', city: 'errors.other' })
})
