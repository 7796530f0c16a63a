import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Process } from '#features/signatures/processes/processes.api.ts'
import {
  changesOf,
  type Draft,
  draftOf,
  emptyDraft,
  identityOf,
  numbered,
  type SignerDraft,
  withDocument,
} from './draft.ts'

const place = { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.1 }
const aSigner = (changes: Partial<SignerDraft> = {}): SignerDraft => ({
  key: 'k',
  type: 'employee',
  name: 'Ada',
  technical_id: 'E-1',
  first_name: 'Ada',
  last_name: '',
  email: '',
  signing_order: 1,
  boxes: [],
  ...changes,
})
const orders = (draft: Pick<Draft, 'signers' | 'order'>) => numbered(draft).map((one) => one.signing_order)

/** A process as the server answers it, of which the wizard reads these. */
const aProcess = (signingOrders: number[], changes: object = {}) =>
  ({
    document: { filename: 'a.pdf', size: 9, page_count: 2, sha256: 'x' },
    title: 'Contract',
    signature_type_id: 'simple',
    reason: null,
    message: null,
    signers: signingOrders.map((signing_order, index) => ({
      id: `signer-${index}`,
      type: 'external',
      name: 'Eve',
      technical_id: null,
      first_name: 'Eve',
      last_name: null,
      email: 'eve@outside.test',
      signing_order,
      positions: [place],
    })),
    employee_technical_id: null,
    employee_name: null,
    document_type_code: null,
    document_type_metas: {},
    document_type_filters: {},
    expiry_date: null,
    auto_send: false,
    ...changes,
  }) as unknown as Process

describe('the order of signers', () => {
  const signers = [5, 5, 9].map((signing_order) => aSigner({ signing_order }))

  test('together, one after the other, or by their numbers', () => {
    assert.deepEqual(orders({ signers, order: 'together' }), [1, 1, 1])
    assert.deepEqual(orders({ signers, order: 'sequence' }), [1, 2, 3])
    assert.deepEqual(orders({ signers, order: 'custom' }), [5, 5, 9])
  })

  for (const [numbers, order] of [
    [[1, 1, 1], 'together'],
    [[4, 4], 'together'],
    [[1], 'together'],
    [[], 'together'],
    [[1, 2, 3], 'sequence'],
    [[2, 1], 'custom'],
    [[1, 1, 2], 'custom'],
    [[2, 3], 'custom'],
  ] as const) {
    test(`of ${numbers.join(', ') || 'nobody'} is ${order}`, () => {
      assert.equal(draftOf(aProcess([...numbers])).order, order)
    })
  }
})

describe('what is sent', () => {
  test('of a process that was only looked at is what it was', () => {
    const changes = changesOf(draftOf(aProcess([2, 1])))

    assert.deepEqual(changes, {
      title: 'Contract',
      signature_type_id: 'simple',
      reason: null,
      message: null,
      signers: [2, 1].map((signing_order) => ({
        type: 'external',
        first_name: 'Eve',
        last_name: '',
        email: 'eve@outside.test',
        signing_order,
        positions: [place],
      })),
      employee_technical_id: null,
      document_type_code: null,
      document_type_metas: {},
      document_type_filters: {},
      expiry_date: null,
      auto_send: false,
    })
  })

  test('has no blanks around texts, nothing for empty ones, and an upload only if there is a new one', () => {
    const draft = { ...emptyDraft('simple'), title: ' Contract ', reason: '  ', message: ' Hi ' }
    const document = { upload_id: 'u-1', filename: 'a.pdf', size: 1, page_count: 1 }

    const { title, reason, message } = changesOf(draft)
    assert.deepEqual([title, reason, message], ['Contract', null, 'Hi'])
    assert.equal('upload_id' in changesOf(draft), false)
    assert.equal(changesOf({ ...draft, document }).upload_id, 'u-1')
    assert.equal('upload_id' in changesOf({ ...draft, document: { ...document, upload_id: null } }), false)
  })

  test('names people of the company by their id alone', () => {
    const draft = { ...emptyDraft('simple'), signers: [aSigner({ email: 'ada@acme.test' })] }

    assert.deepEqual(changesOf(draft).signers, [
      { type: 'employee', technical_id: 'E-1', signing_order: 1, positions: [] },
    ])
  })
})

describe('another document', () => {
  const upload = { upload_id: 'u', filename: 'Contract é.PDF', size: 1, page_count: 2 }

  test('gives its name to a draft that has none, and leaves a title alone', () => {
    assert.equal(withDocument({ ...emptyDraft(''), title: ' ' }, upload).title, 'Contract é')
    assert.equal(withDocument({ ...emptyDraft(''), title: 'Mine' }, upload).title, 'Mine')
    const long = { ...upload, filename: `${'x'.repeat(300)}.pdf` }
    assert.equal(withDocument(emptyDraft(''), long).title?.length, 255)
  })

  test('takes boxes away that stand on pages it does not have', () => {
    const boxes = [1, 2, 3].map((page) => ({ ...place, page, key: `${page}` }))

    const { signers } = withDocument({ ...emptyDraft(''), signers: [aSigner({ boxes })] }, upload)

    assert.deepEqual(
      signers?.[0]?.boxes.map((one) => one.page),
      [1, 2],
    )
  })
})

test('a person is the same whatever the letters of the address; an employee is not a manager of the same id', () => {
  const external = (email: string) => identityOf({ type: 'external', technical_id: null, email })

  assert.equal(external(' Eve@Outside.test'), external('eve@outside.test'))
  assert.notEqual(identityOf(aSigner()), identityOf(aSigner({ type: 'user' })))
})
