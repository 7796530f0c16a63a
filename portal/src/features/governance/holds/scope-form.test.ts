import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  countsOf,
  coversDocumentsOnly,
  fieldOf,
  isScoped,
  listedTotal,
  NOTHING,
  pageOf,
  toScope,
  totalOf,
} from './scope-form.ts'

const ann = { value: 'E-1', label: 'Ann Lee' }

describe('the scope of a hold', () => {
  test('leaves out what was not chosen', () => {
    assert.deepEqual(toScope(NOTHING), {})
    assert.deepEqual(toScope({ ...NOTHING, employees: [ann], date_since: '2026-01-01' }), {
      employee_technical_ids: ['E-1'],
      date_since: '2026-01-01',
    })
  })

  test('says whether what is below counts only beside organizations', () => {
    assert.deepEqual(toScope({ ...NOTHING, organization_codes: ['FR'], include_below: false }), {
      organization_codes: ['FR'],
      include_below: false,
    })
    assert.deepEqual(toScope({ ...NOTHING, document_type_codes: ['payslip'], include_below: false }), {
      document_type_codes: ['payslip'],
    })
  })

  test('needs a name: dates and kinds are none', () => {
    assert.equal(isScoped({ ...NOTHING, date_since: '2026-01-01', resource_types: ['note'] }), false)
    assert.equal(isScoped({ ...NOTHING, employees: [ann] }), true)
  })

  test('covers documents only where documents or their types are named', () => {
    assert.equal(coversDocumentsOnly({ ...NOTHING, employees: [ann] }), false)
    assert.equal(coversDocumentsOnly({ ...NOTHING, employees: [ann], document_type_codes: ['payslip'] }), true)
  })

  test('knows where a refusal belongs', () => {
    assert.equal(fieldOf('name'), 'name')
    assert.equal(fieldOf('scope'), 'scope')
    assert.equal(fieldOf('scope.employee_technical_ids.3'), 'scope.employees')
    assert.equal(fieldOf('scope.date_until'), 'scope.date_until')
  })
})

describe('what a hold covers', () => {
  test('is counted in the order of the page', () => {
    const counts = { note: 2, employee: 1, request: 0 }
    assert.deepEqual(countsOf(counts), [
      { type: 'employee', count: 1 },
      { type: 'note', count: 2 },
    ])
    assert.equal(totalOf(counts), 3)
  })

  const of = { technical_id: 'E/1', name: 'Ann Lee' }
  for (const [what, item, page] of [
    ['a document', { resource_type: 'company_document', title: 'Rules' }, '/portal/manager/documents/7'],
    ['a request', { resource_type: 'request', title: 'Leave', employee: of }, '/portal/manager/requests/7'],
    ['a process', { resource_type: 'signature_process', title: 'Contract' }, '/portal/manager/signatures/7'],
    ['an employee', { resource_type: 'employee', employee: of }, '/portal/manager/employees/E%2F1'],
    ['a note', { resource_type: 'note', employee: of }, '/portal/manager/employees/E%2F1/notes'],
    ['a note on a document', { resource_type: 'note', document_id: '9' }, '/portal/manager/documents/9'],
    ['what may not be read', { resource_type: 'request' }, undefined],
    ['a note that may not be read', { resource_type: 'note' }, undefined],
  ] as const) {
    test(`leads to the page of ${what}`, () => {
      assert.equal(pageOf({ resource_id: '7', title: null, employee: null, document_id: null, ...item }), page)
    })
  }
})

describe('how much a hold of a list covers', () => {
  test('is counted up to a thousand of a type', () => {
    assert.deepEqual(listedTotal({ note: 1000, employee: 2 }), { count: 1002, isMore: false })
    assert.deepEqual(listedTotal({ note: 1001, employee: 2 }), { count: 1002, isMore: true })
  })
})
