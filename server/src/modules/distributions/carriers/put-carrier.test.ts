import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { distributionSection } from '#modules/distributions/settings/setup-section.ts'
import { Undecryptable } from '#platform/crypto/keyring.ts'
import type { Problem } from '#platform/problem.ts'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aKeyPair } from '#test/harness/files/sshd.ts'
import { testSetup } from '#test/harness/setup.ts'
import { findCarrier } from './queries.ts'
import type { CarrierInput } from './schemas.ts'

const service = await startApp()
const { db, keyring, pool } = service
const HOST_KEY = `SHA256:${'a'.repeat(43)}`
const SFTP: CarrierInput = {
  kind: 'sftp',
  host: 'sftp.carrier.test',
  user: 'acme',
  password: 's3cret-password',
  host_key: HOST_KEY,
  directory: '/in/acme',
}

const apply = (code: string, carrier?: CarrierInput, owner: typeof acme | typeof globex = acme) =>
  service.doWork(owner, (work) => {
    const paper = { code, ...(carrier ? { carrier } : {}) }
    return distributionSection.apply(work, { paper_configurations: [paper] }, keyring)
  })

describe('the carrier of a paper configuration of the set-up', () => {
  test('is created, changed and left alone; left out, a person takes the packages', async () => {
    const code = unique('paper')
    const outcomes: (string | undefined)[] = []
    for (const carrier of [undefined, SFTP, SFTP, { ...SFTP, password: 'another' }, { kind: 'manual' as const }]) {
      const [change] = await apply(code, carrier)
      outcomes.push(change?.outcome)
    }

    assert.deepEqual(outcomes, ['created', 'updated', 'unchanged', 'updated', 'updated'])
    assert.deepEqual(await findCarrier(db, keyring, acme.client, code), { carrier: { kind: 'manual' }, secrets: {} })
  })

  test('keeps its secrets encrypted, bound to its client and configuration', async () => {
    const code = unique('paper')
    const other = unique('paper')
    await apply(code, SFTP)
    await apply(other, { ...SFTP, password: 'other-password' })

    const stored = await pool.query('SELECT * FROM distribution_paper_configurations WHERE code = $1', [code])
    assert.doesNotMatch(JSON.stringify(stored.rows), /s3cret/)
    assert.match(stored.rows[0].encrypted_carrier_secrets, /^v2\./)
    const found = await findCarrier(db, keyring, acme.client, code)
    assert.deepEqual(found?.secrets, { password: 's3cret-password' })
    assert.deepEqual(found?.carrier, {
      kind: 'sftp',
      host: 'sftp.carrier.test',
      port: 22,
      user: 'acme',
      host_key: HOST_KEY,
      directory: '/in/acme',
    })
    await pool.query(`UPDATE distribution_paper_configurations SET encrypted_carrier_secrets = $1 WHERE code = $2`, [
      stored.rows[0].encrypted_carrier_secrets,
      other,
    ])
    await assert.rejects(findCarrier(db, keyring, acme.client, other), Undecryptable)
    assert.equal(await findCarrier(db, keyring, globex.client, code), undefined)
  })

  test('makes a signature key that the file leaves out, once, and tells it once', async () => {
    const code = unique('paper')
    const carrier: CarrierInput = { kind: 'https', url: 'https://carrier.test/in' }

    const [first] = await apply(code, carrier)
    const [second] = await apply(code, carrier)
    const [third] = await apply(code, { ...carrier, signature_key: 'A'.repeat(32) })

    assert.match(first?.madeSecret ?? '', /^[A-Za-z0-9]{32}$/)
    assert.deepEqual([second?.outcome, second?.madeSecret], ['unchanged', undefined])
    assert.deepEqual([third?.outcome, third?.madeSecret], ['updated', undefined])
  })

  const REFUSED: [what: string, carrier: CarrierInput, field: string, code: string][] = [
    ['a folder without a name', { kind: 'folder' }, 'folder', 'required'],
    ['what is of another kind', { kind: 'folder', folder: 'a', host: 'b' }, 'host', 'unknown_field'],
    ['a field of a carrier that a person is', { kind: 'manual', folder: 'a' }, 'folder', 'unknown_field'],
    ['SFTP without a host key', withoutHostKey(), 'host_key', 'required'],
    ['SFTP without a secret', { ...SFTP, password: undefined } as never, 'password', 'required'],
    ['a private key that is none', { ...SFTP, private_key: 'key' }, 'private_key', 'invalid'],
    ['a passphrase without a private key', { ...SFTP, passphrase: 'secret' }, 'passphrase', 'contradiction'],
    ['a directory with ..', { ...SFTP, directory: '/in/../other' }, 'directory', 'invalid'],
    ['a directory with a line break', { ...SFTP, directory: '/in\n' }, 'directory', 'invalid'],
    ['a call without TLS', { kind: 'https', url: 'http://carrier.test' }, 'url', 'invalid'],
    ['credentials in a URL', { kind: 'https', url: 'https://a:b@carrier.test' }, 'url', 'invalid'],
  ]
  for (const [what, carrier, field, code] of REFUSED) {
    test(`refuses ${what}, and nothing is stored`, async () => {
      const paper = unique('paper')

      await assert.rejects(apply(paper, carrier), (error: Problem) => {
        assert.deepEqual(error.fields[0] && [error.fields[0].field, error.fields[0].code], [
          `paper_configurations.0.carrier.${field}`,
          code,
        ])
        return true
      })

      const { rowCount } = await pool.query('SELECT FROM distribution_paper_configurations WHERE code = $1', [paper])
      assert.equal(rowCount, 0)
    })
  }

  test('takes a private key of OpenSSH', async () => {
    const { password: _, ...rest } = SFTP
    const [change] = await apply(unique('paper'), { ...rest, private_key: aKeyPair().private })

    assert.equal(change?.outcome, 'created')
  })

  for (const folder of ['../out', '/etc', 'a/../../b', '.hidden', 'a//b', 'a/', 'a\\b', 'a\nb']) {
    test(`refuses the folder ${JSON.stringify(folder)} when the file is read`, async () => {
      const file = structuredClone(testSetup) as { clients: { distribution?: object }[] }
      const papers = [{ code: 'p', carrier: { kind: 'folder', folder } }]
      if (file.clients[0]) file.clients[0].distribution = { paper_configurations: papers }

      await assert.rejects(readThenApply(file), /folder/)
    })
  }
})

function withoutHostKey(): CarrierInput {
  const { host_key: _, ...rest } = SFTP
  return rest
}

async function readThenApply(file: object) {
  return applySetup(service, parseSetup(file))
}
