import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { v2, db, pool } = service
const { created } = signatureCalls(service)

const GIVEN = {
  name: 'Simple',
  localized_names: [{ language_code: 'fr-fr', value: 'Simple (fr)' }],
  localized_consents: [{ language_code: 'en-us', value: 'I agree.' }],
  expiry_days: 30,
  reminder_days: 7,
}

describe('/signature_types/{id}', () => {
  test('201 and 200 with all that was said; each change is told of once', async () => {
    const id = unique('type')
    const path = `/signature_types/${id}`

    const put = await v2('PUT', path, { body: GIVEN })
    const again = await v2('PUT', path, { body: GIVEN })
    const patched = await v2('PATCH', path, { body: { expiry_days: null } })

    assert.deepEqual([put.statusCode, again.statusCode, patched.statusCode], [201, 200, 200])
    assert.partialDeepStrictEqual(put.json(), { id, name: 'Simple', expiry_days: 30, reminder_days: 7 })
    assert.equal(patched.json().expiry_days, null)
    assert.deepEqual((await v2('GET', path)).json(), patched.json())
    assert.equal((await v2('DELETE', path)).statusCode, 204)
    assert.equal((await v2('GET', path)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, id), [
      'signature_type.created',
      'signature_type.updated',
      'signature_type.deleted',
    ])
  })

  test('200 lists those of the client, by their ids', async () => {
    const one = unique('a-type')
    const other = unique('b-type')
    for (const id of [other, one]) await v2('PUT', `/signature_types/${id}`, { body: {} })

    const ids = (await v2('GET', '/signature_types?per_page=100')).json().map((type: { id: string }) => type.id)

    assert.ok(ids.indexOf(one) >= 0 && ids.indexOf(one) < ids.indexOf(other))
    assert.deepEqual((await v2('GET', '/signature_types', { application: 'rival' })).json(), [])
  })

  for (const [field, value] of [
    ['expiry_days', 0],
    ['reminder_days', 'often'],
    ['localized_names', [{ language_code: 'xx_yy', value: 'x' }]],
    ['name', ''],
  ] as const) {
    test(`422 names ${field}`, async () => {
      const answer = await v2('PUT', `/signature_types/${unique('type')}`, { body: { [field]: value } })

      assert.equal(answer.statusCode, 422)
      assert.ok(answer.json().errors[0].field.startsWith(field))
    })
  }

  test('409 for deleting one that processes name', async () => {
    const { signature_type_id } = await created()

    const answer = await v2('DELETE', `/signature_types/${signature_type_id}`)

    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'signature_type_in_use'])
    assert.equal((await v2('GET', `/signature_types/${signature_type_id}`)).statusCode, 200)
  })
})

describe('the section signature_types', () => {
  test('makes types, and a certificate for a client that has none', async () => {
    const id = unique('type')
    const apply = async (types: object[]) =>
      (await applySetup(service, parseSetup({ clients: [{ id: 'globex', signature_types: types }] })))
        .flatMap((one) => one.changes)
        .filter((one) => one.what.startsWith('signature type'))
        .map(({ what, outcome }) => `${outcome} ${what}`)
    const certificates = async () =>
      (await pool.query(`SELECT certificates FROM signature_certificates WHERE client_id = 'globex'`)).rows

    assert.deepEqual(await certificates(), [])
    assert.deepEqual(await apply([{ id, ...GIVEN }]), [`created signature type ${id}`])
    const [made] = await certificates()
    assert.deepEqual(await apply([{ id, ...GIVEN }]), [`unchanged signature type ${id}`])

    assert.match(made.certificates, /^-----BEGIN CERTIFICATE-----/)
    assert.deepEqual(await certificates(), [made])
  })
})
