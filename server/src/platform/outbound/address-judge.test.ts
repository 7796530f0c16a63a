import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type AddressVerdict, isSameAddress, judgeAddress, parseCidrs } from './address-judge.ts'

const CASES: Record<AddressVerdict, string[]> = {
  global: [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '198.51.99.255',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4007:80c::200e',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '3ffe::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '::8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ],
  private: [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.0.1',
    '169.254.255.255',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.255',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.255',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::2',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::10.1.2.3',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '64:ff9b:1::808:808',
    '::ffff:0:8.8.8.8',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002::1',
    '2002:808:808::1',
    '2002:7f00:1::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '1fff::1',
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '1.2.3',
    '1.2.3.4.5',
    '[::1]',
    '8.8.8.8 ',
    '8.8.8.8\0',
  ],
  metadata: [
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::a9fe:a9fe',
    '::ffff:0:169.254.169.254',
    '2002:a9fe:a9fe::1',
  ],
}

describe('judgeAddress', () => {
  for (const [verdict, addresses] of Object.entries(CASES)) {
    for (const address of addresses) {
      test(`${JSON.stringify(address)} is ${verdict}`, () => assert.equal(judgeAddress(address), verdict))
    }
  }

  test('forms that carry an IPv4 address are judged as it is', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        for (const prefix of ['::ffff:', '::', '64:ff9b::']) assert.equal(judgeAddress(prefix + ip), judgeAddress(ip))
      }),
    )
  })

  test('an IPv6 address that is global starts with 2 or 3, or carries an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        if (judgeAddress(ip) === 'global') assert.match(ip, /^[23][0-9a-f]{3}:|^(0{0,4}:)+|^64:ff9b:/i)
      }),
    )
  })

  test('any text at all has a verdict', () => {
    fc.assert(fc.property(fc.string(), (text) => ['global', 'private', 'metadata'].includes(judgeAddress(text))))
  })
})

describe('parseCidrs', () => {
  test('an address within a range is an exception, however it is written', () => {
    const isExcepted = parseCidrs(['10.1.0.0/16', 'fd12::/32'])

    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1']) assert.equal(isExcepted(address), true, address)
    for (const address of ['10.2.0.0', 'fd13::1', 'localhost', '']) assert.equal(isExcepted(address), false, address)
  })

  test('an address alone is a range of one', () => {
    const isExcepted = parseCidrs(['10.1.2.3', 'fd12::1'])

    for (const address of ['10.1.2.3', 'fd12::1']) assert.equal(isExcepted(address), true, address)
    for (const address of ['10.1.2.4', 'fd12::2']) assert.equal(isExcepted(address), false, address)
  })

  test('text that is not a range throws', () => {
    for (const cidr of ['10.0.0.0/33', 'intranet', '']) assert.throws(() => parseCidrs([cidr]))
  })
})

describe('isSameAddress', () => {
  test('spelling does not matter', () => {
    assert.equal(isSameAddress('::1', '0:0:0:0:0:0:0:1'), true)
    assert.equal(isSameAddress('127.0.0.1', '::ffff:127.0.0.1'), true)
    assert.equal(isSameAddress('fe80::1', 'fe80::1%eth0'), true)
    assert.equal(isSameAddress('127.0.0.1', '127.0.0.2'), false)
    assert.equal(isSameAddress('localhost', 'localhost'), false)
  })
})
