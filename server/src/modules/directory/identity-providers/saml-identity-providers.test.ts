import assert from 'node:assert/strict'
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { PRIVATE_KEY } from '#test/harness/http/loopback-certificate.ts'

const service = await startApp()
const { v2, db, clock } = service

const at = (code: string) => `/saml_identity_providers/${encodeURIComponent(code)}`
const put = (code: string, body: unknown) => v2('PUT', at(code), { body })
const patch = (code: string, body: unknown) => v2('PATCH', at(code), { body })
const remove = (code: string) => v2('DELETE', at(code))
const get = (code: string) => v2('GET', at(code))
const read = async (code: string) => (await get(code)).json()
const eventRowsOf = (code: string) => db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()

/** A part of a certificate: what it is, how long it is, what is in it. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** A new self-signed certificate, as PEM. */
function aCertificate(): string {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(unique('idp'))))
  const name = der(0x30, der(0x31, commonName))
  const times = der(0x30, der(0x17, Buffer.from('240101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    times,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, privateKey)
  return new X509Certificate(der(0x30, content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))).toString()
}
const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '')

const certificate = aCertificate()
const aProvider = () => ({
  name: 'Acme log-in',
  entity_id: unique('https://idp.test/entity'),
  sso_url: 'https://idp.test/sso',
  certificates: [certificate],
})

async function stored(more: object = {}): Promise<string> {
  const code = unique('idp')
  assert.equal((await put(code, { ...aProvider(), ...more })).statusCode, 201)
  return code
}

describe('PUT /saml_identity_providers/{code}', () => {
  test('201 creates one with its defaults, and emits saml_identity_provider.created with what was answered', async () => {
    const code = unique('idp')
    const body = aProvider()

    const answer = await put(code, body)

    const { created_at, updated_at, ...provider } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(provider, { code, ...body, match_by: 'email', attribute: null, is_active: true })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [
        event.client_id,
        event.type,
        event.actor_type,
        event.actor_id,
        event.data,
      ]),
      [['acme', 'saml_identity_provider.created', 'application', 'payroll', answer.json()]],
    )
  })

  test('201 keeps everything that is given', async () => {
    const body = { ...aProvider(), match_by: 'technical_id', attribute: 'urn:oid:2.5.4.5', is_active: false }

    const answer = await put(unique('idp'), body)

    const { code: _, created_at, updated_at, ...provider } = answer.json()
    assert.deepEqual(provider, body)
  })

  const forms: [string, (pem: string) => string][] = [
    ['PEM', (pem) => pem],
    ['PEM with the line ends of Windows', (pem) => pem.replaceAll('\n', '\r\n')],
    ['PEM without a line end at its end', (pem) => pem.trim()],
    ['PEM on one line', (pem) => pem.replaceAll('\n', '')],
    ['base64 alone', bare],
    ['base64 in lines that are indented', (pem) => bare(pem).replace(/.{40}/g, '\n      $&')],
  ]
  for (const [what, form] of forms) {
    test(`201 takes a certificate as ${what}, and answers it as PEM`, async () => {
      const answer = await put(unique('idp'), { ...aProvider(), certificates: [form(certificate)] })

      assert.equal(answer.statusCode, 201)
      assert.deepEqual(answer.json().certificates, [certificate])
    })
  }

  test('201 keeps ten certificates in their order', async () => {
    const certificates = Array.from({ length: 10 }, aCertificate)

    const answer = await put(unique('idp'), { ...aProvider(), certificates: certificates.map(bare) })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().certificates, certificates)
  })

  test('201 takes the entity id that another client has too', async () => {
    const body = aProvider()
    await put(unique('idp'), body)

    const answer = await v2('PUT', at(unique('idp')), { application: 'rival', body })

    assert.equal(answer.statusCode, 201)
  })

  test('200 replaces all of it, defaults included, and emits saml_identity_provider.updated', async () => {
    const code = await stored({ match_by: 'technical_id', attribute: 'uid', is_active: false })
    const before = await read(code)
    const body = { ...aProvider(), certificates: [aCertificate(), certificate] }
    clock.advance(5)

    const answer = await put(code, body)

    const { created_at, updated_at, ...provider } = answer.json()
    const [, event] = await eventRowsOf(code)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(provider, { code, ...body, match_by: 'email', attribute: null, is_active: true })
    assert.equal(created_at, before.created_at)
    assert.ok(updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual([event?.type, event?.data], ['saml_identity_provider.updated', answer.json()])
  })

  test('200 changes nothing and emits nothing when what was read is put back, or the same in another form', async () => {
    const code = await stored({ attribute: 'uid' })
    const before = await read(code)
    clock.advance(5)

    const answers = [await put(code, before), await put(code, { ...before, certificates: [bare(certificate)] })]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await read(code), before)
    assert.deepEqual(await eventsOf(db, code), ['saml_identity_provider.created'])
  })
})

describe('PUT and PATCH /saml_identity_providers/{code} refuse', () => {
  const noAddress = [['sso_url', 'invalid_url']]
  const cases: { what: string; body: Record<string, unknown>; errors: string[][] }[] = [
    { what: 'an empty name', body: { name: '' }, errors: [['name', 'too_short']] },
    { what: 'a name of 256 characters', body: { name: 'é'.repeat(256) }, errors: [['name', 'too_long']] },
    { what: 'a NUL in the name', body: { name: 'a\0' }, errors: [['name', 'invalid_text']] },
    { what: 'an empty entity id', body: { entity_id: '' }, errors: [['entity_id', 'too_short']] },
    {
      what: 'an entity id of 1,025 characters',
      body: { entity_id: 'x'.repeat(1025) },
      errors: [['entity_id', 'too_long']],
    },
    { what: 'a NUL in the entity id', body: { entity_id: 'a\0' }, errors: [['entity_id', 'invalid_text']] },
    { what: 'an address without a scheme', body: { sso_url: 'idp.test/sso' }, errors: noAddress },
    { what: 'an address of a script', body: { sso_url: 'javascript:alert(1)' }, errors: noAddress },
    { what: 'an address of a file', body: { sso_url: 'file:///etc/passwd' }, errors: noAddress },
    { what: 'an address with credentials', body: { sso_url: 'https://me:secret@idp.test/' }, errors: noAddress },
    { what: 'an address with a space', body: { sso_url: 'https://idp.test/a b' }, errors: noAddress },
    { what: 'an empty address', body: { sso_url: '' }, errors: noAddress },
    {
      what: 'an address of 2,001 characters',
      body: { sso_url: `https://idp.test/${'x'.repeat(1984)}` },
      errors: [['sso_url', 'too_long']],
    },
    { what: 'no certificate in the list', body: { certificates: [] }, errors: [['certificates', 'too_short']] },
    {
      what: 'a certificate that is not a list',
      body: { certificates: certificate },
      errors: [['certificates', 'wrong_type']],
    },
    {
      what: 'eleven certificates',
      body: { certificates: Array(11).fill(certificate) },
      errors: [['certificates', 'too_long']],
    },
    { what: 'a certificate that is null', body: { certificates: [null] }, errors: [['certificates.0', 'wrong_type']] },
    {
      what: 'a certificate of 20,001 characters',
      body: { certificates: [certificate.padEnd(20_001)] },
      errors: [['certificates.0', 'too_long']],
    },
    {
      what: 'what is not a certificate, each by its place',
      body: {
        certificates: [
          '',
          'abc',
          'a\0',
          '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----',
          certificate,
          PRIVATE_KEY,
          certificate.slice(0, 300),
          bare(certificate).slice(4),
          `${bare(certificate)}!`,
        ],
      },
      errors: [0, 1, 2, 3, 5, 6, 7, 8].map((index) => [`certificates.${index}`, 'invalid']),
    },
    { what: 'another match_by', body: { match_by: 'name' }, errors: [['match_by', 'unknown_choice']] },
    { what: 'null for match_by', body: { match_by: null }, errors: [['match_by', 'wrong_type']] },
    {
      what: 'an attribute of 1,025 characters',
      body: { attribute: 'x'.repeat(1025) },
      errors: [['attribute', 'too_long']],
    },
    { what: 'a NUL in the attribute', body: { attribute: 'a\0' }, errors: [['attribute', 'invalid_text']] },
    { what: 'a text for is_active', body: { is_active: 'true' }, errors: [['is_active', 'wrong_type']] },
    {
      what: 'wrong types, each by its field',
      body: { name: 1, entity_id: 2, sso_url: 3, attribute: 4, is_active: 5 },
      errors: ['name', 'entity_id', 'sso_url', 'attribute', 'is_active'].map((field) => [field, 'wrong_type']),
    },
  ]
  for (const { what, body, errors } of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = unique('idp')
      const code = await stored()
      const before = await read(code)

      const answers = [await put(fresh, { ...aProvider(), ...body }), await patch(code, body)]

      for (const answer of answers) {
        const shown = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(shown.toSorted(), errors.toSorted())
      }
      assert.equal((await get(fresh)).statusCode, 404)
      assert.deepEqual(await read(code), before)
      assert.deepEqual(await eventsOf(db, fresh), [])
    })
  }

  test('422 each field that is missing', async () => {
    const answer = await put(unique('idp'), {})

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(
      answer.json().errors,
      ['name', 'entity_id', 'sso_url', 'certificates'].map((field) => ({
        field,
        code: 'required',
        message: 'This field is required.',
      })),
    )
  })

  test('422 an entity id that another one has, together with a bad certificate', async () => {
    const holder = await stored()
    const { entity_id } = await read(holder)

    const answer = await put(unique('idp'), { ...aProvider(), entity_id, certificates: ['no'] })
    const other = await patch(await stored(), { entity_id })

    const taken = { field: 'entity_id', code: 'taken', message: `${holder} already has this entity id.` }
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      { field: 'certificates.0', code: 'invalid', message: 'This is not a valid X.509 certificate.' },
      taken,
    ])
    assert.deepEqual([other.statusCode, other.json().errors], [422, [taken]])
  })

  test('an entity id is free again once its provider is deleted or has another', async () => {
    const one = await stored()
    const two = await stored()
    const first = (await read(one)).entity_id
    const second = (await read(two)).entity_id
    await remove(one)
    await patch(two, { entity_id: unique('entity') })

    const answers = [
      await put(unique('idp'), { ...aProvider(), entity_id: first }),
      await put(unique('idp'), { ...aProvider(), entity_id: second }),
    ]

    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [201, 201],
    )
  })
})

describe('PATCH /saml_identity_providers/{code}', () => {
  const changes = {
    name: 'Renamed',
    entity_id: unique('entity'),
    sso_url: 'http://idp.test:8080/?tenant=1#x',
    certificates: [aCertificate()],
    match_by: 'technical_id',
    attribute: 'uid',
    is_active: false,
  }
  for (const [field, value] of Object.entries(changes)) {
    test(`200 changes ${field} alone, and emits saml_identity_provider.updated`, async () => {
      const code = await stored()
      const before = await read(code)

      const answer = await patch(code, { [field]: value })

      const { updated_at, ...rest } = answer.json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual({ ...rest, updated_at: before.updated_at }, { ...before, [field]: value })
      assert.deepEqual(await read(code), answer.json())
      assert.deepEqual((await eventsOf(db, code)).slice(1), ['saml_identity_provider.updated'])
      await remove(code)
    })
  }

  test('200 takes the attribute away with null', async () => {
    const answer = await patch(await stored({ attribute: 'uid' }), { attribute: null })

    assert.deepEqual([answer.statusCode, answer.json().attribute], [200, null])
  })

  test('200 changes nothing and emits nothing with an empty object, or with what is there', async () => {
    const code = await stored()
    const before = await read(code)
    clock.advance(5)

    const answers = [await patch(code, {}), await patch(code, before)]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, code), ['saml_identity_provider.created'])
  })

  test('404 one that is not there, and makes none', async () => {
    const code = unique('idp')

    const answer = await patch(code, { name: 'A' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `SAML identity provider ${code} not found.` })
    assert.equal((await get(code)).statusCode, 404)
  })
})

describe('DELETE /saml_identity_providers/{code}', () => {
  test('204 deletes it, and emits saml_identity_provider.deleted with what it was', async () => {
    const code = await stored()
    const before = await read(code)

    const answer = await remove(code)

    const [, event] = await eventRowsOf(code)
    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal((await get(code)).statusCode, 404)
    assert.deepEqual([event?.type, event?.data], ['saml_identity_provider.deleted', before])
  })

  test('404 one that is not there, or no more', async () => {
    const code = await stored()
    await remove(code)

    const answers = [await remove(code), await remove(unique('idp'))]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'])
  })
})
