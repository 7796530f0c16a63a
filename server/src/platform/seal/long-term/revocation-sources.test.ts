import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Null } from 'asn1js'
import {
  CRLDistributionPoints,
  DistributionPoint,
  type Extension,
  GeneralName,
  type RelativeDistinguishedNames,
} from 'pkijs'
import { distinguished, issue } from '#platform/seal/asn1-samples.conformance.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { access, anExtension, lists } from './answers.conformance.ts'
import { type Sources, sourcesOf } from './revocation-sources.ts'

const E_MAIL = 1
const NONE: Sources = { ocsp: [], crls: [], issuers: [] }
const sourcesIn = (...extensions: Extension[]) => sourcesOf(issue('Own', { extensions }).certificate)
const at = (name: string) => `http://${name}.example.com/`

describe('what a certificate says of where to ask', () => {
  const cases: [what: string, extensions: Extension[], sources: Partial<Sources>][] = [
    ['is nothing if it has no such extension', [], {}],
    ['is a responder', [access([ID.ocsp, at('one')])], { ocsp: [at('one')] }],
    ['is where its issuer is', [access([ID.caIssuers, at('one')])], { issuers: [at('one')] }],
    ['is a list', [lists([at('one')])], { crls: [at('one')] }],
    [
      'is all of these, in the order in which they stand',
      [access([ID.ocsp, at('b')], [ID.caIssuers, at('c')], [ID.ocsp, at('a')]), lists([at('z')], [at('y')])],
      { ocsp: [at('b'), at('a')], issuers: [at('c')], crls: [at('z'), at('y')] },
    ],
    ['is each address of a list', [lists([at('one'), at('two')])], { crls: [at('one'), at('two')] }],
    ['is at most three of a kind', [lists(['a', 'b'].map(at), ['c', 'd'].map(at))], { crls: ['a', 'b', 'c'].map(at) }],
    [
      'is three that can be asked, behind others that cannot',
      [access(...['ldap://x', 'ftp://x', at('a'), at('b'), at('c'), at('d')].map((one) => [ID.ocsp, one] as const))],
      { ocsp: ['a', 'b', 'c'].map(at) },
    ],
    [
      'may be encrypted, and in capital letters',
      [lists(['HTTPS://ONE.example.com/x'])],
      { crls: ['HTTPS://ONE.example.com/x'] },
    ],
    ['is not an address of e-mail', [access([ID.ocsp, 'a@example.com', E_MAIL])], {}],
    ['is not what else it gives access to', [access(['1.3.6.1.5.5.7.48.3', at('one')])], {}],
    ['is nothing in an extension that is empty', [access(), lists()], {}],
    ['is nothing in points that are empty', [lists([], [])], {}],
  ]
  for (const [what, extensions, sources] of cases) {
    test(what, () => assert.deepEqual(sourcesIn(...extensions), { ...NONE, ...sources }))
  }

  for (const address of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'httpx://x',
    ' http://x',
    '//x',
    '/x',
    '',
    'http:x',
  ]) {
    test(`is never ${JSON.stringify(address)}`, () => {
      const sources = sourcesIn(access([ID.ocsp, address], [ID.caIssuers, address]), lists([address]))

      assert.deepEqual(sources, NONE)
    })
  }

  test('is not a point that is named by its issuer, or in relation to it', () => {
    const points = (...distributionPoints: DistributionPoint[]) =>
      anExtension(ID.crlDistributionPoints, new CRLDistributionPoints({ distributionPoints }))
    const byIssuer = new DistributionPoint({ cRLIssuer: [new GeneralName({ type: 4, value: distinguished('CA') })] })
    const inRelation = new DistributionPoint({ distributionPoint: distinguished('CA') as RelativeDistinguishedNames })
    const plain = new DistributionPoint({ distributionPoint: [new GeneralName({ type: 6, value: at('one') })] })

    assert.deepEqual(sourcesIn(points(byIssuer)), NONE)
    assert.deepEqual(sourcesIn(points(byIssuer, plain)), { ...NONE, crls: [at('one')] })
    assert.deepEqual(sourcesIn(points(inRelation)), NONE)
  })

  test('is nothing in extensions that hold something else', () => {
    const empty = [ID.authorityInfoAccess, ID.crlDistributionPoints].map((id) => anExtension(id, new Null()))

    assert.deepEqual(sourcesIn(...empty), NONE)
  })
})
