import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameOf, pageOfActor, pageOfResource } from './event-subject.ts'

const system = { type: 'system', id: null, name: null } as const
const event = (
  type: string,
  resource_id: string,
  data: Record<string, unknown>,
  actor: Parameters<typeof pageOfActor>[0] = system,
) => ({
  type,
  resource_id,
  data,
  actor,
})

describe('an event', () => {
  test('names what it tells of, and falls back to the id', () => {
    const ada = { type: 'employee', id: 'E-1', name: 'Ada Moreau' } as const
    const cases = [
      [
        event('employee.created', 'E-1', { first_name: 'Ada', last_name: 'Moreau', email: 'ada@demo.example' }),
        'Ada Moreau',
      ],
      [event('request.updated', '7', { subject: 'Certificate' }), 'Certificate'],
      [event('employee_document.created', 'd-1', { title: 'Contract', filename: 'scan.pdf' }), 'Contract'],
      [
        event('dataset.created', 'offices', { localized_names: [{ language_code: 'en-us', value: 'Offices' }] }),
        'Offices',
      ],
      [event('account.logged_in', 'employee:E-1', { email: 'ada@demo.example' }, ada), 'Ada Moreau'],
      [event('note.created', 'n-1', {}), 'n-1'],
    ] as const

    for (const [one, name] of cases) assert.equal(nameOf(one), name, one.type)
  })

  test('leads to the page of its resource unless that is gone', () => {
    assert.equal(pageOfResource(event('employee.updated', 'E 1', {})), '/portal/admin/people/employee%3AE%201')
    assert.equal(pageOfResource(event('employee.deleted', 'E-1', {})), undefined)
    assert.equal(pageOfResource(event('note.created', 'n-1', {})), undefined)
  })

  test('leads to the person who did it', () => {
    assert.equal(pageOfActor({ type: 'user', id: 'M-1', name: null }), '/portal/admin/people/manager%3AM-1')
    assert.equal(pageOfActor(system), undefined)
  })
})
