import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Deletion, DeletionModule, Kept } from './erasure.api.ts'
import { blockOf, groupsOf, isTyped, mayCancel, nameOf, stepsOf, totalsOf } from './state.ts'

const kept = (reason: Kept['reason'], over: Partial<Kept> = {}): Kept => ({
  resource_type: 'employee_document',
  resource_id: 'd',
  reason,
  until: null,
  retention_policy_id: null,
  legal_hold_ids: [],
  ...over,
})
const module = (id: string, status: DeletionModule['status'], over: Partial<DeletionModule> = {}): DeletionModule => ({
  id,
  status,
  resources: [],
  kept: [],
  error: null,
  ...over,
})
const by = (name: string | null) => ({ type: 'user' as const, technical_id: 'M-1', name, application_id: null })

const ASKED = {
  status: 'evaluated',
  resource_type: 'employee',
  send_package: true,
  created_at: 'T1',
  created_by: by('Anna Petit'),
  evaluated_at: 'T2',
  confirmed_at: null,
  confirmed_by: null,
  prepared_at: null,
  due_at: null,
  completed_at: null,
  canceled_at: null,
  updated_at: 'T2',
} as unknown as Deletion
const namesOf = (deletion: Deletion) => stepsOf(deletion).map(({ name, state }) => `${name} ${state}`)

describe('the time line of a deletion request', () => {
  test('tells what was done, what comes next and what comes then', () => {
    assert.deepEqual(namesOf(ASKED), [
      'created done',
      'evaluated done',
      'confirmed next',
      'prepared later',
      'due later',
      'completed later',
    ])
    assert.deepEqual(stepsOf(ASKED)[0], { name: 'created', at: 'T1', by: 'Anna Petit', state: 'done' })
  })

  test('knows the day on which it begins, before that has come', () => {
    const prepared: Deletion = { ...ASKED, status: 'prepared', confirmed_at: 'T3', prepared_at: 'T4', due_at: 'T5' }
    assert.deepEqual(namesOf(prepared).slice(-2), ['due next', 'completed later'])
    assert.equal(stepsOf(prepared).find(({ name }) => name === 'due')?.at, 'T5')
    const processing: Deletion = { ...prepared, status: 'processing' }
    assert.deepEqual(namesOf(processing).slice(-2), ['due done', 'completed next'])
  })

  test('ends where it was canceled, and where it failed', () => {
    const canceled: Deletion = { ...ASKED, status: 'canceled', canceled_at: 'T6' }
    assert.deepEqual(namesOf(canceled), ['created done', 'evaluated done', 'canceled done'])
    assert.deepEqual(namesOf({ ...ASKED, status: 'failed' }).at(-1), 'failed next')
  })

  test('has no package where none is made', () => {
    assert.ok(!namesOf({ ...ASKED, send_package: false }).some((one) => one.startsWith('prepared')))
  })
})

describe('what is kept', () => {
  test('is told by reason and end, with how many of each type, what is kept longest first', () => {
    const policy = { until: '2031-12-31', retention_policy_id: 'payslips' }
    const groups = groupsOf([
      kept('retention', policy),
      kept('retention', { ...policy, resource_id: 'e' }),
      kept('retention', { ...policy, resource_type: 'note' }),
      kept('retention', { until: '2029-01-01', retention_policy_id: 'payslips' }),
      kept('legal_hold', { legal_hold_ids: ['h2', 'h1'] }),
      kept('legal_hold', { legal_hold_ids: ['h1', 'h2'], ...policy }),
    ])

    assert.deepEqual(
      groups.map(({ reason, until, counts }) => [reason, until, counts]),
      [
        ['legal_hold', null, [{ type: 'employee_document', count: 2 }]],
        [
          'retention',
          '2031-12-31',
          [
            { type: 'employee_document', count: 2 },
            { type: 'note', count: 1 },
          ],
        ],
        ['retention', '2029-01-01', [{ type: 'employee_document', count: 1 }]],
      ],
    )
  })

  test('blocks the request where it is the record itself, or everything', () => {
    const held = kept('legal_hold', { legal_hold_ids: ['h'] })
    const goes = module('documents', 'allowed', { resources: [{ type: 'employee_document', count: 3 }] })
    assert.equal(blockOf({ modules: [goes, module('directory', 'rejected', { kept: [held] })] }), 'legal_hold')
    assert.equal(blockOf({ modules: [goes, module('directory', 'rejected', { kept: [kept('needed')] })] }), null)
    assert.equal(blockOf({ modules: [module('documents', 'rejected', { kept: [kept('retention')] })] }), 'retention')
    assert.equal(blockOf({ modules: [] }), null)
    assert.deepEqual(totalsOf([goes, module('notes', 'rejected', { kept: [held] })]), { goes: 3, kept: 1 })
  })
})

describe('a deletion request', () => {
  test('is called by its name until that was erased', () => {
    const named = { resource_name: 'Ada Moreau', pseudonym: null, resource_id: 'E-1' }
    assert.equal(nameOf(named), 'Ada Moreau')
    assert.equal(nameOf({ resource_name: null, pseudonym: 'erased-1', resource_id: 'erased-1' }), 'erased-1')
  })

  test('is confirmed by the name, however it is typed', () => {
    assert.ok(isTyped(' helene dupont', 'Hélène Dupont'))
    assert.ok(!isTyped('Hélène', 'Hélène Dupont'))
  })

  test('can be canceled until it goes', () => {
    assert.deepEqual(
      (['evaluating', 'evaluated', 'confirmed', 'preparing', 'prepared', 'processing', 'failed'] as const).map(
        (status) => mayCancel({ status }),
      ),
      [false, true, true, true, true, false, false],
    )
  })
})
