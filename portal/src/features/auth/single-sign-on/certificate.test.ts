import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCertificate } from './certificate.ts'

type Parts = { tag: number; content: Buffer }

/** A value of DER: its tag, its length and its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content)
  const { length } = bytes
  const head = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
const text = ({ tag, content }: Parts) => der(tag, content)
const COMMON_NAME = [0x55, 4, 3]
const ORGANIZATION = [0x55, 4, 10]
const named = (kind: number[], name: string) =>
  der(0x31, der(0x30, der(6, Buffer.from(kind)), text({ tag: 0x0c, content: Buffer.from(name) })))

type Wanted = { end?: Buffer; names?: Buffer[]; hasVersion?: boolean }
const utc = (moment: string) => der(0x17, Buffer.from(moment))
const general = (moment: string) => der(0x18, Buffer.from(moment))

/** As much of a certificate as its reader looks at. */
function aCertificate({
  end = utc('310102030405Z'),
  names = [named(COMMON_NAME, 'Idp')],
  hasVersion = true,
}: Wanted = {}) {
  const version = hasVersion ? [der(0xa0, der(2, Buffer.from([2])))] : []
  const validity = der(0x30, utc('200101000000Z'), end)
  const number = der(2, Buffer.from([1]))
  const filler = der(0x30, der(4, Buffer.alloc(200)))
  const signed = der(0x30, ...version, number, filler, der(0x30), validity, der(0x30, ...names))
  return der(0x30, signed, filler).toString('base64')
}

describe('a certificate', () => {
  for (const [what, wanted, subject, expiresAt] of [
    ['by its common name', {}, 'Idp', '2031-01-02T03:04:05.000Z'],
    ['without a version', { hasVersion: false }, 'Idp', '2031-01-02T03:04:05.000Z'],
    ['of the last century', { end: utc('500102030405Z') }, 'Idp', '1950-01-02T03:04:05.000Z'],
    ['of 2049', { end: utc('491231235959Z') }, 'Idp', '2049-12-31T23:59:59.000Z'],
    ['of the next one', { end: general('21010102030405Z') }, 'Idp', '2101-01-02T03:04:05.000Z'],
    ['of an organization', { names: [named(ORGANIZATION, 'Äcme')] }, 'Äcme', '2031-01-02T03:04:05.000Z'],
    [
      'of both: the common name',
      { names: [named(COMMON_NAME, 'Idp'), named(ORGANIZATION, 'Acme')] },
      'Idp',
      '2031-01-02T03:04:05.000Z',
    ],
    ['of nobody', { names: [] }, '', '2031-01-02T03:04:05.000Z'],
  ] as const) {
    test(`is read ${what}`, () => {
      const found = readCertificate(aCertificate(wanted as Wanted))

      assert.deepEqual([found?.subject, found?.expiresAt.toISOString()], [subject, expiresAt])
    })
  }

  test('is read in PEM, in one line, and with blanks anywhere', () => {
    const base64 = aCertificate()
    const lines = base64.match(/.{1,64}/g)?.join('\r\n')

    for (const given of [`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, lines, ` ${base64} `]) {
      assert.equal(readCertificate(given ?? '')?.subject, 'Idp')
    }
  })

  for (const [what, given] of Object.entries({
    nothing: '',
    text: 'hello',
    'what is no Base64': '%%%',
    'a key': Buffer.from('3003020101', 'hex').toString('base64'),
    'a length without end': Buffer.from('3088ffffffffffffffff', 'hex').toString('base64'),
    'an end that is no moment': aCertificate({ end: utc('soon') }),
    'an end in a month that is none': aCertificate({ end: utc('311302030405Z') }),
    'one without an end': aCertificate({ end: Buffer.alloc(0) }),
  })) {
    test(`is not ${what}`, () => assert.equal(readCertificate(given), undefined))
  }

  test('is not one that was cut off anywhere', () => {
    const bytes = Buffer.from(aCertificate(), 'base64')

    for (let length = 0; length < bytes.length; length += 1) {
      assert.equal(readCertificate(bytes.subarray(0, length).toString('base64')), undefined, `${length} bytes`)
    }
  })
})
