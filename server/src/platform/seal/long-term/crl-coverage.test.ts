import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { type Extension, GeneralName, IssuingDistributionPoint, type RelativeDistinguishedNames } from 'pkijs'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { distinguished, issue, keyUsage } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { aServer } from '#platform/seal/openssl.conformance.ts'
import { anExtension, crlOf, lists } from './answers.conformance.ts'
import { anAuthority } from './authority.conformance.ts'
import { fetchCrl } from './fetch-crl.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const deps = { outbound, clock: { now: () => NOW }, timeoutMs: 5000 }

let answer: Buffer = Buffer.alloc(0)
const url = await aServer((_question, response) => response.end(answer))
const at = (name: string) => `http://lists.example.com/${name}`
const root = issue('Root', { now: NOW })
const onLists = (...points: string[][]) =>
  issue('Own', { now: NOW, by: root, isAuthority: false, extensions: [lists(...points)] })

function fetched(extensions: Extension[], own = onLists([at('1')]), by = root): Promise<Buffer> {
  answer = crlOf({ by, now: NOW, extensions })
  const subject = { certificate: own.certificate, issuer: by.certificate }
  return fetchCrl(deps, url, subject).then(({ bytes }) => bytes)
}

type Point = IssuingDistributionPoint['distributionPoint']
const point = (distributionPoint: Point) =>
  anExtension(
    ID.issuingDistributionPoint,
    new IssuingDistributionPoint({ ...(distributionPoint && { distributionPoint }) }),
    true,
  )
const uris = (...names: string[]) => names.map((one) => new GeneralName({ type: 6, value: at(one) }))
const NOT_COVERED = { name: 'RevocationUnknown', message: 'The CRL does not cover the certificate.' }

describe('a list that is a part of all (RFC 5280, 6.3.3)', () => {
  for (const [what, own, extension] of [
    ['of the name that the certificate gives', onLists([at('1')]), point(uris('1'))],
    ['of several names, one of which the certificate gives', onLists([at('1')]), point(uris('0', '1'))],
    [
      'of the last of many that the certificate gives',
      onLists([at('a'), at('b')], [at('c')], [at('1')]),
      point(uris('1')),
    ],
    ['without a name', onLists([at('1')]), point(undefined)],
    ['without a name, for a certificate that gives none', onLists(), point(undefined)],
  ] as const) {
    test(`counts: ${what}`, async () => {
      assert.deepEqual(await fetched([extension], own), answer)
    })
  }

  const relative = distinguished('1') as unknown as RelativeDistinguishedNames
  for (const [what, own, extension] of [
    ['of another part', onLists([at('1')]), point(uris('2'))],
    ['of a name that only begins like it', onLists([at('1')]), point(uris('12'))],
    ['of the same name of another kind', onLists([at('1')]), point([new GeneralName({ type: 2, value: at('1') })])],
    ['of some name, for a certificate that gives none', onLists(), point(uris('1'))],
    ['of no name at all', onLists([at('1')]), point([])],
    ['of a name that is relative to the issuer', onLists([at('1')]), point(relative)],
  ] as const) {
    test(`does not count: ${what}`, async () => {
      await assert.rejects(fetched([extension], own), NOT_COVERED)
    })
  }

  test('by OpenSSL counts for the certificates that name it', async () => {
    const authority = await anAuthority()
    const issuer = new X509Certificate(await readFile(authority.root.certificate))
    const certificate = new X509Certificate(await readFile(authority.time.certificate))
    const clock = { now: () => new Date() }
    const listOf = (name: string) => authority.crl([`issuingDistributionPoint=critical,@p\n[p]\nfullname=URI:${name}`])
    const fetching = () => fetchCrl({ ...deps, clock }, url, { certificate, issuer })

    answer = Buffer.from(await listOf(`${authority.url}/crl`))
    assert.deepEqual((await fetching()).bytes, answer)
    answer = Buffer.from(await listOf(`${authority.url}/other`))
    await assert.rejects(fetching(), NOT_COVERED)
    answer = Buffer.from(
      await authority.crl(['issuingDistributionPoint=critical,@p\n[p]\nrelativename=n\n[n]\nCN=crl']),
    )
    await assert.rejects(fetching(), NOT_COVERED)
  })
})

describe('a list of an authority', () => {
  for (const [what, bits, counts] of [
    ['for lists', 0x02, true],
    ['for certificates and lists', 0x06, true],
    ['for certificates alone', 0x04, false],
  ] as const) {
    test(`whose key is ${what} ${counts ? 'counts' : 'does not count'}`, async () => {
      const by = issue('Root', { now: NOW, extensions: [keyUsage(bits)] })
      const own = issue('Own', { now: NOW, by, isAuthority: false })

      if (counts) assert.deepEqual(await fetched([], own, by), answer)
      else
        await assert.rejects(fetched([], own, by), {
          name: 'RevocationUnknown',
          message: 'The issuer may not sign CRLs.',
        })
    })
  }
})
