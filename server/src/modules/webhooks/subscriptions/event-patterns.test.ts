import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { EVENT_RESOURCES, eventNames } from '#kernel/events/catalogue.ts'
import { checkEventPatterns, patternsOf } from './event-patterns.ts'

const wildcards = Object.keys(EVENT_RESOURCES).map((resource) => `${resource}.*`)

describe('checkEventPatterns', () => {
  test('knows every event, every resource, everything, and the alias', () => {
    assert.deepEqual(checkEventPatterns([...eventNames, ...wildcards, '*', 'signature.*']), [])
    assert.ok(eventNames.includes('employee.created') && wildcards.includes('workingfile.*'))
  })

  const unknown = [
    '',
    '.',
    '.*',
    '*.',
    '**',
    '*.*',
    '*.created',
    'dataset',
    'dataset.',
    'dataset*',
    'dataset.*.*',
    'dataset.cre*',
    'Dataset.created',
    'DATASET.*',
    ' dataset.*',
    'dataset.* ',
    'dataset.created\n',
    'dataset,role',
    'signature.signed',
    'webhook.test',
    'signatures.*',
    '__proto__',
    '__proto__.*',
    'constructor',
    'toString.*',
    'hasOwnProperty',
  ]
  for (const event of unknown) {
    test(`does not know ${JSON.stringify(event)}`, () => {
      const errors = checkEventPatterns([event])

      assert.deepEqual(errors, [{ field: 'events.0', code: 'unknown_event', message: `Event ${event} not found.` }])
    })
  }

  test('names each one that it does not know by its place', () => {
    const errors = checkEventPatterns(['dataset.*', 'no', '*', 'no', 'dataset.created', 'nor'])

    assert.deepEqual(
      errors.map((one) => one.field),
      ['events.1', 'events.3', 'events.5'],
    )
  })
})

describe('patternsOf', () => {
  const cases = [
    { what: 'as they are', events: ['dataset.*', 'role.created', '*'], patterns: ['dataset.*', 'role.created', '*'] },
    { what: 'each once', events: ['role.*', 'role.*', 'role.created', 'role.*'], patterns: ['role.*', 'role.created'] },
    { what: 'the alias as what it stands for', events: ['signature.*'], patterns: ['signature_process.*'] },
    {
      what: 'the alias and what it stands for as one',
      events: ['signature_process.*', 'signature.*'],
      patterns: ['signature_process.*'],
    },
    {
      what: 'names that look like the alias as they are',
      events: ['signature_type.*'],
      patterns: ['signature_type.*'],
    },
  ]
  for (const { what, events, patterns } of cases) {
    test(`answers ${what}`, () => {
      assert.deepEqual(patternsOf(events), patterns)
    })
  }
})
