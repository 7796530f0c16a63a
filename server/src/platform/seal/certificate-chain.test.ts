import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runProgram } from '#test/harness/processes/programs.ts'
import { bySha1, type Issued, issue as issueAt, keyUsage, type Wanted } from './asn1-samples.conformance.ts'
import { isIssuer, isTrusted } from './certificate-chain.ts'
import { aCertificate, aFolder } from './openssl.conformance.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const issue = (name: string, wanted: Wanted = {}) => issueAt(name, { now: NOW, ...wanted })

const trusts = (leaf: Issued, others: Issued[], roots: Issued[], at = NOW) =>
  isTrusted(
    leaf.certificate,
    others.map((one) => one.certificate),
    roots.map((one) => one.certificate),
    at,
  )

const root = issue('Root')
const between = issue('Between', { by: root })
const leaf = issue('Leaf', { by: between, isAuthority: false })

describe('isTrusted', () => {
  test('follows the chain to a root, in whatever order the others come', () => {
    const noise = issue('Noise')

    assert.equal(trusts(leaf, [between], [root]), true)
    assert.equal(trusts(leaf, [noise, leaf, between], [noise, root]), true)
  })

  test('takes a root that is the certificate itself, or its issuer', () => {
    assert.equal(trusts(leaf, [], [leaf]), true)
    assert.equal(trusts(leaf, [], [between]), true)
  })

  const refused: Record<string, () => boolean> = {
    'no roots at all': () => trusts(leaf, [between, root], []),
    'a root that comes with the token, and is not one of ours': () => trusts(leaf, [between, root], [issue('Root')]),
    'a gap in the chain': () => trusts(leaf, [], [root]),
    'an issuer who may not vouch': () => trusts(issue('X', { by: leaf }), [leaf, between], [root]),
    'an issuer of the same name with another key': () => trusts(leaf, [issue('Between', { by: root })], [root]),
    'a root of the same name with another key': () => trusts(leaf, [between], [issue('Root')]),
  }
  for (const [what, check] of Object.entries(refused)) test(`refuses ${what}`, () => assert.equal(check(), false))

  const times: [what: string, chain: () => [Issued, Issued[], Issued[]]][] = [
    ['a certificate that has expired', () => [issue('L', { by: between, until: -1 }), [between], [root]]],
    ['a certificate that is not valid yet', () => [issue('L', { by: between, from: 1 }), [between], [root]]],
    [
      'an authority between that has expired',
      () => {
        const old = issue('Old', { by: root, until: -1 })
        return [issue('L', { by: old }), [old], [root]]
      },
    ],
    [
      'an authority between that is not valid yet',
      () => {
        const early = issue('Early', { by: root, from: 1 })
        return [issue('L', { by: early }), [early], [root]]
      },
    ],
    [
      'a root that has expired',
      () => {
        const old = issue('Old root', { until: -1 })
        return [issue('L', { by: old }), [], [old]]
      },
    ],
  ]
  for (const [what, chain] of times) {
    test(`refuses ${what}, though everything else is right`, () => assert.equal(trusts(...chain()), false))
  }

  test('goes by the time it is asked for, to the second', () => {
    const { validFromDate, validToDate } = leaf.certificate

    assert.equal(trusts(leaf, [between], [root], validFromDate), true)
    assert.equal(trusts(leaf, [between], [root], validToDate), true)
    assert.equal(trusts(leaf, [between], [root], new Date(validFromDate.getTime() - 1000)), false)
    assert.equal(trusts(leaf, [between], [root], new Date(validToDate.getTime() + 1000)), false)
  })

  test('ends in a circle of authorities that vouch for each other', () => {
    const first = issue('First')
    const second = issue('Second', { by: first })
    const again = issue('First', { by: second, keyOf: first })

    assert.equal(trusts(issue('L', { by: second }), [again, second], [root]), false)
  })

  test('takes chains of eight, and no longer ones', () => {
    const chain = [root]
    for (let length = 1; length < 9; length += 1) chain.unshift(issue(`${length}`, { by: chain[0] ?? root }))
    const [ninth, eighth] = chain

    assert.equal(trusts(eighth ?? root, chain, [root]), true)
    assert.equal(trusts(ninth ?? root, chain, [root]), false)
  })
})

describe('isIssuer', () => {
  const DIGITAL_SIGNATURE = 0x80
  const CERT_SIGN = 0x04

  test('is a matter of the key usage, where the certificate of the authority has one', () => {
    for (const [bits, may] of [
      [CERT_SIGN, true],
      [DIGITAL_SIGNATURE | CERT_SIGN, true],
      [DIGITAL_SIGNATURE, false],
      [0x02, false],
    ] as const) {
      const authority = issue('Authority', { by: root, extensions: [keyUsage(bits)] })
      const own = issue('Own', { by: authority, isAuthority: false })

      assert.equal(isIssuer(authority.certificate, [own.certificate]), may, `${bits}`)
      assert.equal(trusts(own, [authority], [root]), may)
    }
  })

  test('is a matter of how many authorities may follow; those of the same name as their issuer do not count', () => {
    const top = issue('Top', { pathLength: 0 })
    const direct = issue('Direct', { by: top, isAuthority: false })
    const renewed = issue('Top', { by: top })
    const below = issue('Below', { by: top })

    assert.equal(trusts(direct, [], [top]), true)
    assert.equal(trusts(issue('L', { by: renewed }), [renewed], [top]), true)
    assert.equal(trusts(issue('L', { by: below }), [below], [top]), false)
    const wider = issue('Top', { keyOf: top, pathLength: 1 })
    assert.equal(trusts(issue('L', { by: below }), [below], [wider]), true)
  })

  test('refuses what is signed with SHA-1, but for a root, whose own signature proves nothing', () => {
    const old = issue('Old', { signing: bySha1() })
    const fine = issue('Fine', { by: old })
    const weak = issue('Weak', { by: old, signing: bySha1() })

    assert.equal(trusts(fine, [], [old]), true)
    assert.equal(trusts(weak, [], [old]), false)
    assert.equal(trusts(issue('L', { by: weak }), [weak], [old]), false)
    assert.equal(trusts(weak, [], [weak]), true, 'the operator named it')
  })

  test('is a matter of name, key and right; nobody issues for themselves', () => {
    const twin = issue('Between', { by: root })

    assert.equal(isIssuer(between.certificate, [leaf.certificate]), true)
    assert.equal(isIssuer(twin.certificate, [leaf.certificate]), false)
    assert.equal(isIssuer(leaf.certificate, [between.certificate]), false)
    assert.equal(isIssuer(root.certificate, [root.certificate]), false)
  })
})

describe('by OpenSSL', () => {
  for (const [what, parameters, counts] of [
    ['SHA-256', ['-sha256'], true],
    ['SHA-1', ['-sha1'], false],
    ['MD5', ['-md5'], false],
    ['RSASSA-PSS and SHA-256', ['-sha256', '-sigopt', 'rsa_padding_mode:pss'], true],
    ['RSASSA-PSS and SHA-1', ['-sha1', '-sigopt', 'rsa_padding_mode:pss'], false],
  ] as const) {
    test(`a certificate that RSA signed with ${what} is ${counts ? '' : 'not '}believed`, async () => {
      const folder = await aFolder()
      const at = (name: string) => join(folder, name)
      await aCertificate({ key: at('key'), certificate: at('root'), kind: 'rsa', subject: '/CN=Root' })
      await runProgram('openssl', ['req', '-new', '-key', at('key'), '-subj', '/CN=Own', '-out', at('request')])
      const by = ['-CA', at('root'), '-CAkey', at('key'), '-set_serial', '7', '-days', '9', ...parameters]
      await runProgram('openssl', ['x509', '-req', '-in', at('request'), '-out', at('own'), ...by])
      const [authority, own] = [
        new X509Certificate(await readFile(at('root'))),
        new X509Certificate(await readFile(at('own'))),
      ]

      assert.equal(own.verify(authority.publicKey), true)
      assert.equal(isIssuer(authority, [own]), counts)
    })
  }
})
