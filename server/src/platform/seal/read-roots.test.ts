import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StartRefused } from '#platform/start-refused.ts'
import { type Issued, issue } from './asn1-samples.conformance.ts'
import { aFolder } from './openssl.conformance.ts'
import { readRoots } from './read-roots.ts'

const root = issue('Root')
const between = issue('Between', { by: root })

describe('readRoots', () => {
  const pem = (...issued: Issued[]) => issued.map(({ certificate }) => certificate.toString()).join('')
  const EMPTY = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'

  async function rootsOf(text: string | Buffer) {
    const path = join(await aFolder(), 'roots.pem')
    await writeFile(path, text)
    return { path, roots: readRoots('TIMESTAMP_CA_FILE', path) }
  }

  for (const [what, textOf] of Object.entries({
    'one after the other': (text: string) => text,
    'with words between them': (text: string) => `# Root\n${text.replaceAll('-----BEGIN', 'subject=CN=Ü\n-----BEGIN')}`,
    'with the line ends of Windows': (text: string) => text.replaceAll('\n', '\r\n'),
    'beside a key': (text: string) => `-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n${text}`,
  })) {
    test(`reads all certificates of a file in their order, ${what}`, async () => {
      const { roots } = await rootsOf(textOf(pem(root, between)))

      const fingerprints = [root, between].map(({ certificate }) => certificate.fingerprint256)
      assert.deepEqual(
        (await roots).map((one) => one.fingerprint256),
        fingerprints,
      )
    })
  }

  const refusals: [what: string, text: string | Buffer, reason: string][] = [
    ['an empty file', '', 'which holds no certificate in PEM.'],
    ['a certificate in DER', root.certificate.raw, 'which holds no certificate in PEM.'],
    ['a certificate that is cut off', pem(root).slice(0, -20), 'which holds no certificate in PEM.'],
    ['a certificate of nothing', EMPTY, 'in which a certificate cannot be read.'],
    ['one of two that cannot be read', pem(root) + EMPTY, 'in which a certificate cannot be read.'],
  ]
  for (const [what, text, reason] of refusals) {
    test(`refuses ${what}, with the setting and the path`, async () => {
      const { path, roots } = await rootsOf(text)

      await assert.rejects(roots, (error) => {
        assert.ok(error instanceof StartRefused, String(error))
        assert.equal(error.message, `TIMESTAMP_CA_FILE names ${path}, ${reason}`)
        return true
      })
    })
  }

  test('refuses a file that is absent, and a folder, with the reason of the system', async () => {
    const folder = await aFolder()

    for (const [path, code] of [
      [join(folder, 'absent.pem'), 'ENOENT'],
      [folder, 'EISDIR'],
    ] as const) {
      const message = `TIMESTAMP_CA_FILE names ${path}, which cannot be read (${code}).`
      await assert.rejects(readRoots('TIMESTAMP_CA_FILE', path), { name: 'StartRefused', message })
    }
  })
})
