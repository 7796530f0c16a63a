import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Draft } from './draft.ts'
import { furthestStep, missingIn, STEPS, type Step, stepOf } from './wizard-steps.ts'

/** A draft with all that its steps ask for, and these changes. */
const aDraft = (changes: object = {}) =>
  ({ document: {}, title: 'Contract', signature_type_id: 'simple', signers: [{}], ...changes }) as Draft
const furthest = (changes: object, isKept = true) => STEPS[furthestStep(aDraft(changes), isKept)]

describe('the steps of the wizard', () => {
  const steps: [field: string, step: Step][] = [
    ['upload_id', 'document'],
    ['title', 'document'],
    ['reason', 'document'],
    ['signers', 'signers'],
    ['signers.0.technical_id', 'signers'],
    ['signers.12.positions.0.page', 'positions'],
    ['expiry_date', 'details'],
    ['title_of_another_field', 'details'],
  ]
  for (const [field, step] of steps) {
    test(`a refusal of ${field} is shown on ${step}`, () => assert.equal(stepOf(field), step))
  }

  test('name what is missing, a title of blanks too', () => {
    assert.deepEqual(missingIn('document', aDraft({ document: null, title: '  ', signature_type_id: '' })), {
      upload_id: 'document',
      title: 'title',
      signature_type_id: 'type',
    })
    assert.deepEqual(missingIn('signers', aDraft({ signers: [] })), { signers: 'signers' })
    for (const step of STEPS) assert.deepEqual(missingIn(step, aDraft()), {}, step)
  })

  test('open up to the first one that lacks something, and to the signers until there is a draft', () => {
    assert.equal(furthest({}), 'review')
    assert.equal(furthest({ signers: [] }), 'signers')
    assert.equal(furthest({ title: '', signers: [] }), 'document')
    assert.equal(furthest({}, false), 'signers')
    assert.equal(furthest({ document: null }, false), 'document')
  })
})
