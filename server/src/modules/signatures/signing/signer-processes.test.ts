import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import { aProcessRow, aSignerRow, MOMENT } from '#test/harness/features/signature-rows.ts'
import type { SignerRow } from './queries.ts'
import { presentForSigner } from './signer-processes.ts'

const SECOND = '2031-01-02T09:30:15+00:00'
const me = aSignerRow({ id: 'me', type: 'employee', technical_id: 'E-1', first_name: 'Ada', last_name: 'Love' })
const boss = aSignerRow({ id: 'boss', type: 'user', technical_id: 'M-1', first_name: 'Max', last_name: null })
const eve = aSignerRow({ id: 'eve', first_name: null, last_name: null, status: 'waiting', signing_order: 2 })
const shownTo = (signer: SignerRow, changes: Partial<ProcessRow> = {}) =>
  presentForSigner(aProcessRow({ signers: [boss, me, eve], ...changes }), signer, 'Acme')

describe('how a signer sees a process', () => {
  test('with what it is about, who signs it, and how far each of them is', () => {
    const signed = { ...boss, status: 'signed', signed_at: MOMENT } as const

    assert.deepEqual(shownTo(me, { signers: [signed, me, eve] }), {
      id: '0194f9a1-0000-7000-8000-000000000001',
      title: 'Contract',
      reason: 'New work',
      message: 'Please read\npage 2',
      status: 'signing',
      expiry_date: '2031-02-03',
      my_status: 'asked',
      may_sign: true,
      requested_by: 'Acme',
      requested_at: SECOND,
      signers: [
        { id: 'boss', name: 'Max', type: 'user', status: 'signed', signing_order: 1, signed_at: SECOND, is_me: false },
        {
          id: 'me',
          name: 'Ada Love',
          type: 'employee',
          status: 'asked',
          signing_order: 1,
          signed_at: null,
          is_me: true,
        },
        {
          id: 'eve',
          name: 'eve@outside.test',
          type: 'external',
          status: 'waiting',
          signing_order: 2,
          signed_at: null,
          is_me: false,
        },
      ],
      document: { filename: 'contract.pdf', size: 1000, sha256: 'aa'.repeat(32), page_count: 2 },
      signed_document: null,
      answered_at: null,
      rejection_reason: null,
    })
  })

  test('without where it is filed, who is called about it, and the ids and addresses of the others', () => {
    const filed = {
      document_type_code: 'secret-type',
      employee_technical_id: 'E-secret',
      callback_url: 'https://secret.example.com/',
      metas: { secret: 1 },
      filters: { secret: 2 },
      document_id: 'secret-document',
    }
    const others = { signers: [{ ...boss, email: 'secret@acme.test', technical_id: 'M-secret' }, me] }

    assert.doesNotMatch(JSON.stringify(shownTo(me, { ...filed, ...others })), /secret/i)
  })

  test('with the signed document as soon as there is one', () => {
    const sealed = { filename: 'contract.pdf', size: '2000', sha256: 'bb'.repeat(32), page_count: 4 }

    const { document, signed_document } = shownTo(me, { sealed, status: 'signed' })

    assert.deepEqual(signed_document, { ...sealed, size: 2000 })
    assert.equal(document.page_count, 2)
  })

  const statuses = ['draft', 'signing', 'signed', 'sent', 'done', 'rejected', 'expired', 'canceled'] as const
  for (const status of statuses) {
    for (const my_status of ['waiting', 'asked', 'signed', 'rejected'] as const) {
      const expected = status === 'signing' && my_status === 'asked'
      test(`${expected ? 'may' : 'may not'} sign what is ${status} when they are ${my_status}`, () => {
        const shown = shownTo({ ...me, status: my_status }, { status })

        assert.deepEqual([shown.may_sign, shown.status, shown.my_status], [expected, status, my_status])
      })
    }
  }

  for (const [what, given, requested_by] of [
    ['the client, for what an application asked', { creator_user_key: null, creator_name: 'payroll' }, 'Acme'],
    ['the manager who asked', { creator_user_key: '7', creator_name: 'Max Muster' }, 'Max Muster'],
    ['the client, for a manager whose name is not known', { creator_user_key: '7', creator_name: null }, 'Acme'],
  ] as const) {
    test(`is asked by ${what}`, () => assert.equal(shownTo(me, given).requested_by, requested_by))
  }

  const later = new Date('2031-01-03T10:00:00.999Z')
  for (const [what, answer, expected] of [
    ['nothing before their turn', { asked_at: null, status: 'waiting' }, [null, null, null]],
    ['when they signed', { status: 'signed', signed_at: later }, [SECOND, '2031-01-03T10:00:00+00:00', null]],
    [
      'when they refused, and why',
      { status: 'rejected', rejected_at: later, rejection_reason: 'No' },
      [SECOND, '2031-01-03T10:00:00+00:00', 'No'],
    ],
  ] as const) {
    test(`is told ${what}`, () => {
      const { requested_at, answered_at, rejection_reason } = shownTo({ ...me, ...answer })

      assert.deepEqual([requested_at, answered_at, rejection_reason], expected)
    })
  }

  test('is not told why another refused', () => {
    const refusing = { ...boss, status: 'rejected', rejected_at: MOMENT, rejection_reason: 'Too little money' } as const

    const shown = shownTo(me, { signers: [refusing, me], status: 'rejected' })

    assert.deepEqual([shown.rejection_reason, shown.answered_at], [null, null])
    assert.doesNotMatch(JSON.stringify(shown), /Too little/)
  })
})
