import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { barsOf, sumOf, yearsLater } from './months.ts'
import {
  actionsOf,
  fieldOf,
  forType,
  idOf,
  isComplete,
  NEW_POLICY,
  RESOURCE_TYPES,
  readDelay,
  toPolicy,
  triggersOf,
  typesWithoutPolicy,
  valuesOf,
  writeDelay,
} from './policy-form.ts'
import type { Policy } from './retention.api.ts'

const POLICY: Policy = {
  id: 'payslips',
  name: 'Payslips',
  enabled: true,
  resource_type: 'employee_document',
  filters: {
    document_type_codes: ['payslip'],
    form_codes: [],
    organization_codes: ['FR'],
    include_below: false,
    custom_fields: { site: ['Lyon'] },
  },
  trigger: { event: 'document_meta', code: 'period' },
  delay: 'P5Y6M',
  action: 'trash',
  legal_basis: 'Code du travail',
  needs_approval: 2,
  protects: true,
  origin: 'api',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

describe('the form of a policy', () => {
  test('sends what it read', () => {
    const { id: _, origin: __, created_at: ___, updated_at: ____, filters, ...rest } = POLICY
    const { form_codes: _____, ...sent } = filters
    assert.deepEqual(toPolicy(valuesOf(POLICY)), { ...rest, filters: sent })
  })

  test('leaves out what does not fit another kind of things', () => {
    const values = forType(valuesOf(POLICY), 'request')
    assert.deepEqual(
      [values.document_type_codes, values.event, values.code, values.action, values.organization_codes],
      [[], 'created', null, 'delete', ['FR']],
    )
    assert.equal('document_type_codes' in toPolicy(values).filters, false)
    assert.deepEqual(forType(valuesOf(POLICY), 'company_document').custom_fields, {})
  })

  test('offers for each kind what the server takes', () => {
    for (const type of RESOURCE_TYPES) {
      const values = forType(NEW_POLICY, type)
      assert.ok(triggersOf(type).includes(values.event))
      assert.ok(actionsOf(type).includes(values.action))
    }
    assert.deepEqual(triggersOf('note'), ['created', 'employee_departure', 'employee_custom_field', 'fixed_date'])
    assert.deepEqual(actionsOf('employee'), ['delete', 'anonymise'])
  })

  for (const [delay, length, written] of [
    ['P5Y', { years: 5, months: 0, days: 0 }, 'P5Y'],
    ['P1Y6M', { years: 1, months: 6, days: 0 }, 'P1Y6M'],
    ['P2W', { years: 0, months: 0, days: 14 }, 'P14D'],
    ['P0D', { years: 0, months: 0, days: 0 }, 'P0D'],
    ['P1M2W3D', { years: 0, months: 1, days: 17 }, 'P1M17D'],
  ] as const) {
    test(`reads ${delay} and writes ${written}`, () => {
      assert.deepEqual(readDelay(delay), length)
      assert.equal(writeDelay(length), written)
    })
  }

  test('takes an empty field of a length for none', () => {
    assert.equal(writeDelay({ years: '', months: 3, days: '' }), 'P3M')
  })

  test('is simulated once it says when the time begins', () => {
    assert.equal(isComplete(NEW_POLICY), true)
    assert.equal(isComplete({ ...NEW_POLICY, event: 'document_meta' }), false)
    assert.equal(isComplete({ ...NEW_POLICY, event: 'fixed_date', date: '2030-01-01' }), true)
  })

  test('makes ids of names', () => {
    assert.equal(idOf('  Bulletins de paie (été) '), 'bulletins-de-paie-ete')
    assert.equal(idOf('給与'), '')
    assert.equal(idOf('x'.repeat(80)).length, 64)
  })

  test('knows where a refusal belongs', () => {
    assert.equal(fieldOf('filters.custom_fields.site.0'), 'custom_fields.site')
    assert.deepEqual(['name', 'trigger.code', 'filters.document_type_codes.2', 'delay', 'id'].map(fieldOf), [
      'name',
      'code',
      'document_type_codes',
      'years',
      'id',
    ])
  })
})

describe('types without a policy', () => {
  const types = [
    { code: 'payslip', kind: 'employee' as const },
    { code: 'letter', kind: 'employee' as const },
    { code: 'rules', kind: 'company' as const },
  ]
  const codes = (policies: Policy[]) => typesWithoutPolicy(types, policies).map(({ code }) => code)

  test('are those that no enabled policy is about', () => {
    assert.deepEqual(codes([]), ['payslip', 'letter', 'rules'])
    assert.deepEqual(codes([POLICY]), ['letter', 'rules'])
    assert.deepEqual(codes([{ ...POLICY, enabled: false }]), ['payslip', 'letter', 'rules'])
    assert.deepEqual(codes([{ ...POLICY, filters: { ...POLICY.filters, document_type_codes: [] } }]), ['rules'])
  })
})

describe('the months of a chart', () => {
  test('have no gaps, and begin with what is due already', () => {
    const months = [
      { month: '2024-03', count: 2 },
      { month: '2026-12', count: 1 },
      { month: '2027-01', count: 4 },
    ]
    assert.deepEqual(barsOf(months, '2026-11-19', '2027-02-01'), [
      { span: '2026-11', count: 2 },
      { span: '2026-12', count: 1 },
      { span: '2027-01', count: 4 },
      { span: '2027-02', count: 0 },
    ])
  })

  test('become years beyond three of them', () => {
    const bars = barsOf([{ month: '2030-05', count: 3 }], '2026-11-19', '2031-11-19')
    assert.deepEqual(
      bars.map(({ span, count }) => [span, count]),
      [
        ['2026', 0],
        ['2027', 0],
        ['2028', 0],
        ['2029', 0],
        ['2030', 3],
        ['2031', 0],
      ],
    )
  })

  test('of several policies are summed', () => {
    assert.deepEqual(
      sumOf([
        [{ month: '2027-02', count: 1 }],
        [
          { month: '2027-01', count: 2 },
          { month: '2027-02', count: 3 },
        ],
      ]),
      [
        { month: '2027-01', count: 2 },
        { month: '2027-02', count: 4 },
      ],
    )
  })

  test('end on the same day of another year', () => {
    assert.equal(yearsLater('2026-11-19', 5), '2031-11-19')
    assert.equal(yearsLater('2028-02-29', 1), '2029-02-28')
  })
})
