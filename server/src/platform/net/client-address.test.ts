import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressMatcher, isAddressRange } from './address-range.ts'
import { clientAddressFinder, readTrustedProxies, type TrustedProxies } from './client-address.ts'

describe('TRUST_PROXY', () => {
  const usable: [text: string, trusted: TrustedProxies][] = [
    ['false', false],
    ['1', 1],
    ['10', 10],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.5, 10.1.0.0/16,::1, fd00::/8', ['10.0.0.5', '10.1.0.0/16', '::1', 'fd00::/8']],
    ['::ffff:10.0.0.5', ['::ffff:10.0.0.5']],
  ]
  for (const [text, trusted] of usable) {
    test(`takes ${text}`, () => {
      assert.deepEqual(readTrustedProxies(text), trusted)
    })
  }

  const unusable = [
    '',
    'true',
    'yes',
    'loopback',
    '0',
    '-1',
    '11',
    '1.5',
    '1e1',
    '0x1',
    ' 1',
    '10.0.0.0/33',
    '10.0.0.5,',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.5,0.0.0.0/00',
    '10.0.0.5;10.0.0.6',
    'proxy.internal',
    '10.0.0.5:80',
    'fe80::1%eth0',
  ]
  for (const text of unusable) {
    test(`does not take "${text}"`, () => {
      assert.equal(readTrustedProxies(text), undefined)
    })
  }
})

describe('the address of the client', () => {
  type Case = [what: string, trusted: TrustedProxies, peer: string | undefined, header: string, client: string]
  const OURS = ['10.0.0.1', '10.1.0.0/16', '::1']
  const cases: Case[] = [
    ['is the peer when no proxy is trusted', false, '10.0.0.1', '203.0.113.9', '10.0.0.1'],
    ['is the peer when it is not a trusted proxy', OURS, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['is the peer without a header', OURS, '10.0.0.1', '', '10.0.0.1'],
    ['is what our proxy says', OURS, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is not what the client claims', OURS, '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['is not what the client claims of our network', OURS, '10.0.0.1', '10.0.0.1,203.0.113.9', '203.0.113.9'],
    ['is behind a second proxy of ours', OURS, '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['is the farthest when all are ours', OURS, '10.0.0.1', '10.1.0.1, 10.1.0.2', '10.1.0.1'],
    ['is IPv4 when both are in the clothes of IPv6', OURS, '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['is IPv4 also in hexadecimal clothes', OURS, '::ffff:a00:1', '::FFFF:CB00:7109', '203.0.113.9'],
    ['has one spelling', OURS, '::1', '2001:DB8:0:0::00A1', '2001:db8::a1'],
    ['is without its port', OURS, '::1', '203.0.113.9:5678', '203.0.113.9'],
    ['is without its brackets and port', OURS, '::1', '[2001:db8::1]:80', '2001:db8::1'],
    ['is without its brackets', OURS, '::1', '[2001:db8::1]', '2001:db8::1'],
    ['is without its zone', OURS, 'fe80::1%eth0', '', 'fe80::1'],
    ['is behind a proxy with a port', OURS, '::1', '203.0.113.9, 10.1.2.3:4444', '203.0.113.9'],
    ['is the proxy that does not know it', OURS, '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['is the last proxy before rubbish', OURS, '10.0.0.1', '1.1.1.1, <x>, 10.1.0.2', '10.1.0.2'],
    ['is not a number that only looks like an address', OURS, '10.0.0.1', '0x7f.1', '10.0.0.1'],
    ['is not an address with a leading zero', OURS, '10.0.0.1', '010.0.0.1', '10.0.0.1'],
    ['is nothing between commas', OURS, '10.0.0.1', '1.1.1.1,,', '10.0.0.1'],
    ['is one hop away', 1, '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['is two hops away', 2, '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.1.0.2', '203.0.113.9'],
    ['is the farthest when there are fewer hops', 3, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['is the peer when there are none', 2, '203.0.113.9', '', '203.0.113.9'],
    ['is unspecified when the connection is closed', OURS, undefined, '203.0.113.9', '0.0.0.0'],
  ]
  for (const [what, trusted, peer, header, client] of cases) {
    test(what, () => {
      assert.equal(clientAddressFinder(trusted)(peer, header), client)
    })
  }
})

describe('addressMatcher', () => {
  test('knows IPv4 in the clothes of IPv6 on both sides', () => {
    const matches = addressMatcher(['::ffff:192.0.2.0/120', '::ffff:198.51.100.7'])

    assert.deepEqual(
      ['192.0.2.9', '::ffff:192.0.2.9', '198.51.100.7', '198.51.100.8', '192.0.3.1', 'rubbish', ''].map(matches),
      [true, true, true, false, false, false, false],
    )
  })

  test('ranges have no zone', () => {
    assert.equal(isAddressRange('fe80::1%eth0'), false)
  })
})
