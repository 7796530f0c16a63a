import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refuseTaken } from './refuse-taken.ts'

const TAKEN = { field: 'code', message: 'Another type has this code.' }
const answered = (status: number, error?: unknown) =>
  refuseTaken(Promise.resolve({ response: new Response(null, { status }), error }), TAKEN)

describe('refuseTaken', () => {
  test('lets a code pass that nothing has', async () => {
    await assert.doesNotReject(answered(404))
  })

  test('refuses a code that something has, beside its field', async () => {
    await assert.rejects(answered(200), { status: 422, code: 'taken', fields: [{ code: 'taken', ...TAKEN }] })
  })

  for (const status of [401, 403, 429, 500, 503]) {
    test(`refuses with ${status} when it is not known whether something has it`, async () => {
      await assert.rejects(answered(status, { code: 'a_code', message: 'No.' }), { status, code: 'a_code' })
    })
  }
})
