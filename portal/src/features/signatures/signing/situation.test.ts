import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignerProcess } from './signing.api.ts'
import { type Situation, situationOf, TONES } from './situation.ts'

const NOW = new Date('2031-01-02T23:59:59Z')
const aSignature = (changes: object = {}) =>
  ({
    status: 'signing',
    my_status: 'asked',
    signers: [{ status: 'asked' }, { status: 'waiting' }],
    signed_document: null,
    expiry_date: null,
    ...changes,
  }) as SignerProcess

const signed = { my_status: 'signed', signers: [{ status: 'signed' }, { status: 'asked' }] }
const all = { my_status: 'signed', signers: [{ status: 'signed' }, { status: 'signed' }] }

const cases: [what: string, changes: object, situation: Situation][] = [
  ['it is my turn', {}, 'mine'],
  ['others sign before me', { my_status: 'waiting' }, 'waiting'],
  ['I have signed, and another has not', signed, 'signed'],
  ['all have signed, and the seal is being made', all, 'sealing'],
  ['it is sealed', { ...all, status: 'signed', signed_document: {} }, 'sealed'],
  ['it is sealed and filed', { ...all, status: 'done', signed_document: {} }, 'sealed'],
  ['I refused', { status: 'rejected', my_status: 'rejected' }, 'refusedByMe'],
  ['another refused', { status: 'rejected' }, 'refused'],
  ['another refused after I had signed', { ...signed, status: 'rejected' }, 'refused'],
  ['it was canceled', { status: 'canceled' }, 'canceled'],
  ['it has expired', { status: 'expired' }, 'expired'],
  ['it is the last day', { expiry_date: '2031-01-02' }, 'mine'],
  ['the last day is over, and the service has not said so yet', { expiry_date: '2031-01-01' }, 'expired'],
  ['the last day is over before my turn', { my_status: 'waiting', expiry_date: '2031-01-01' }, 'expired'],
  ['the last day is over, and I had signed in time', { ...signed, expiry_date: '2031-01-01' }, 'signed'],
]

describe('how it stands for a signer', () => {
  for (const [what, changes, situation] of cases) {
    test(`${what}: ${situation}`, () => assert.equal(situationOf(aSignature(changes), NOW), situation))
  }

  test('every situation that there is can be shown', () => {
    const known = new Set(cases.map(([, , situation]) => situation))

    assert.deepEqual([...known].toSorted(), Object.keys(TONES).toSorted())
  })
})
