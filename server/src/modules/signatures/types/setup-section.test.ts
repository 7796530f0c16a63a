import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'

const service = await startApp()

describe('the section signature_types', () => {
  const apply = async (signature_types: object[], id = 'globex') =>
    (await applySetup(service, parseSetup({ clients: [{ id, signature_types }] })))
      .flatMap((one) => one.changes)
      .filter((one) => one.what.startsWith('signature type'))
      .map(({ what, outcome }) => `${outcome} ${what}`)
  const certificates = async () =>
    (await service.pool.query(`SELECT certificates FROM signature_certificates WHERE client_id = 'globex'`)).rows
  const read = (id: string) => service.v2('GET', `/signature_types/${id}`, { application: 'rival' })

  test('makes types, and a certificate for a client that has none', async () => {
    const id = unique('type')
    const given = {
      id,
      name: 'Simple',
      expiry_days: 30,
      localized_consents: [{ language_code: 'en-us', value: 'Yes.' }],
    }

    assert.deepEqual(await certificates(), [])
    assert.deepEqual(await apply([given]), [`created signature type ${id}`])
    const [made] = await certificates()
    assert.deepEqual(await apply([given]), [`unchanged signature type ${id}`])
    assert.deepEqual(await apply([{ ...given, expiry_days: 31 }]), [`updated signature type ${id}`])

    assert.partialDeepStrictEqual((await read(id)).json(), { ...given, expiry_days: 31 })
    assert.match(made.certificates, /^-----BEGIN CERTIFICATE-----/)
    assert.deepEqual(await certificates(), [made])
  })

  test('never deletes a type that a later file leaves out', async () => {
    const id = unique('type')
    await apply([{ id }])

    await apply([])

    assert.equal((await read(id)).statusCode, 200)
  })

  const mistakes: Record<string, { type: object; line: string }> = {
    'no day': { type: { expiry_days: 0 }, line: '[1].expiry_days: This must be >= 1.' },
    'a language twice': {
      type: { localized_consents: Array(2).fill({ language_code: 'fr-fr', value: 'Oui.' }) },
      line: '[1].localized_consents[1].language_code: This language appears more than once.',
    },
    'an id of other signs': { type: { id: 'a b' }, line: '[1].id: ' },
    'a reserved id': { type: { id: 'bulk' }, line: '[1].id: bulk is a reserved word and cannot be an id.' },
  }
  for (const [what, { type, line }] of Object.entries(mistakes)) {
    test(`refuses ${what} by its place, and leaves everything as it was`, async () => {
      const [fresh, known] = [unique('type'), unique('type')]
      await apply([{ id: known, name: 'Before' }])

      const applying = apply([{ id: fresh }, { id: known, ...type }])

      await assert.rejects(applying, (error: Error) => {
        assert.equal(error.name, 'StartRefused')
        assert.ok(error.message.includes(`clients[0].signature_types${line}`), error.message)
        return true
      })
      assert.deepEqual([(await read(fresh)).statusCode, (await read(known)).json().name], [404, 'Before'])
    })
  }

  test('refuses a type that is listed twice', async () => {
    const id = unique('type')

    await assert.rejects(apply([{ id }, { id, name: 'Again' }]), (error: Error) => {
      assert.ok(error.message.includes(`signature_types[1].id: ${id} is listed more than once.`), error.message)
      return true
    })
    assert.equal((await read(id)).statusCode, 404)
  })
})
