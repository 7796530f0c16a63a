import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSame, newSecret, openKeyring } from './keyring.ts'

const KEY = 'the secret key of this test, long enough'
const keyring = openKeyring(KEY)
const other = openKeyring(`${KEY}!`)

describe('a sealed text', () => {
  for (const text of ['', 'secret', 'été 漢字 🙂', 'x'.repeat(100_000)]) {
    test(`is read again as it was: ${text.length} characters`, () => {
      assert.equal(openKeyring(KEY).unseal(keyring.seal(text)), text)
    })
  }

  test('does not show the text, and never looks the same twice', () => {
    const [one, two] = [keyring.seal('secret'), keyring.seal('secret')]

    assert.notEqual(one, two)
    assert.doesNotMatch(Buffer.from(one, 'base64').toString('latin1'), /secret/)
  })

  test('cannot be read with another key', () => {
    assert.throws(() => other.unseal(keyring.seal('secret')))
  })

  test('is refused whichever bit of it is turned', () => {
    const sealed = Buffer.from(keyring.seal('secret'), 'base64')

    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const turned = Buffer.from(sealed)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.throws(() => keyring.unseal(turned.toString('base64')), `bit ${bit}`)
    }
  })

  test('is refused wherever it is cut', () => {
    const opened = ['', 'secret'].flatMap((text) => {
      const sealed = Buffer.from(keyring.seal(text), 'base64')
      return [...sealed.keys()].filter((end) => isReadable(sealed.subarray(0, end))).map((end) => `${text}:${end}`)
    })

    assert.deepEqual(opened, [])
  })

  test('is refused when it never was one', () => {
    for (const text of ['', 'secret', '!!!', 'AAAA'.repeat(20)]) assert.throws(() => keyring.unseal(text), text)
  })
})

describe('a fingerprint', () => {
  test('is the same at every opening with the same key', () => {
    assert.deepEqual(openKeyring(KEY).fingerprint('token'), keyring.fingerprint('token'))
  })

  test('is another one with another key, or of another secret', () => {
    const all = [keyring.fingerprint('token'), other.fingerprint('token'), keyring.fingerprint('token ')]

    assert.equal(new Set(all.map((one) => one.toString('hex'))).size, 3)
  })

  test('has 256 bits', () => {
    assert.equal(keyring.fingerprint('').length, 32)
  })
})

describe('a signature', () => {
  test('is the same for the same parts, and for no others', () => {
    const parts = [['a', 'bc'], ['ab', 'c'], ['abc'], ['a', 'b', 'c'], ['', 'abc'], ['1:a', 'bc'], ['a2:bc'], []]

    const signatures = parts.map((one) => keyring.sign(...one).toString('hex'))

    assert.equal(new Set(signatures).size, parts.length)
    assert.deepEqual(openKeyring(KEY).sign('a', 'bc'), keyring.sign('a', 'bc'))
  })

  test('is another one with another key', () => {
    assert.notDeepEqual(other.sign('a'), keyring.sign('a'))
  })
})

describe('the check of a key', () => {
  test('is the same for the same key only', () => {
    assert.deepEqual(openKeyring(KEY).check(), keyring.check())
    assert.notDeepEqual(other.check(), keyring.check())
  })

  test('is of no use as anything else', () => {
    const purposes = [keyring.check(), keyring.fingerprint('check'), keyring.sign('check')].map((one) =>
      one.toString('hex'),
    )

    assert.equal(new Set(purposes.map((hex) => hex.slice(0, 32))).size, 3)
  })
})

describe('isSame', () => {
  test('tells equal secrets from others, of whatever length', () => {
    const [one, same, changed] = [Buffer.from('abc'), Buffer.from('abc'), Buffer.from('abd')]

    assert.deepEqual(
      [same, changed, Buffer.from('ab'), Buffer.alloc(0)].map((two) => isSame(one, two)),
      [true, false, false, false],
    )
  })
})

describe('newSecret', () => {
  test('is 43 characters that need no quotes, and never the same', () => {
    const secrets = Array.from({ length: 100 }, newSecret)

    assert.ok(secrets.every((one) => /^[\w-]{43}$/.test(one)))
    assert.equal(new Set(secrets).size, 100)
  })
})

function isReadable(sealed: Buffer): boolean {
  try {
    keyring.unseal(sealed.toString('base64'))
    return true
  } catch {
    return false
  }
}
