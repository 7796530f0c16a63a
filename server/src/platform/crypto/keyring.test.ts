import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { legacyCiphertext as firstFormOf } from '#test/harness/keyring.ts'
import { isBound, isSame, newSecret, openKeyring, Undecryptable } from './keyring.ts'

const KEY = 'the secret key of this test, long enough'
const keyring = openKeyring(KEY)
const other = openKeyring(`${KEY}!`)

const firstForm = (text: string) => firstFormOf(KEY, text)
const CONTEXT = { clientId: 'acme', table: 'clients', rowId: 'acme', purpose: 'shared token' }
const FORM = 'v2.'

const encrypt = (text: string) => keyring.encrypt(text, CONTEXT)
const bytesOf = (ciphertext: string) => Buffer.from(ciphertext.slice(FORM.length), 'base64')

describe('an encrypted text', () => {
  for (const text of ['', 'secret', 'été 漢字 🙂', 'x'.repeat(100_000)]) {
    test(`is read again as it was: ${text.length} characters`, () => {
      assert.equal(openKeyring(KEY).decrypt(encrypt(text), CONTEXT), text)
    })
  }

  test('does not show the text, and never looks the same twice', () => {
    const one = encrypt('secret')
    const two = encrypt('secret')

    assert.notEqual(one, two)
    assert.doesNotMatch(bytesOf(one).toString('latin1'), /secret/)
  })

  test('cannot be read with another key', () => {
    assert.throws(() => other.decrypt(encrypt('secret'), CONTEXT), Undecryptable)
  })

  test('cannot be read for another client, table, row or purpose', () => {
    const moved = [
      { ...CONTEXT, clientId: 'globex' },
      { ...CONTEXT, table: 'callback_endpoints' },
      { ...CONTEXT, rowId: 'globex' },
      { ...CONTEXT, purpose: 'signature key' },
    ]

    for (const context of moved) assert.throws(() => keyring.decrypt(encrypt('secret'), context), Undecryptable)
  })

  test('cannot be read in a context that has the same letters elsewhere', () => {
    const context = { clientId: 'a', table: 'bc', rowId: 'd', purpose: 'e' }
    const ciphertext = keyring.encrypt('secret', context)

    for (const like of [
      { clientId: 'ab', table: 'c', rowId: 'd', purpose: 'e' },
      { clientId: 'a', table: 'b', rowId: 'cd', purpose: 'e' },
      { clientId: 'a', table: 'bc', rowId: '', purpose: 'de' },
      { clientId: '', table: 'abc', rowId: 'd', purpose: 'e' },
    ]) {
      assert.throws(() => keyring.decrypt(ciphertext, like), Undecryptable)
    }
  })

  test('that cannot be read says whose it is, and nothing of the text', () => {
    assert.throws(() => keyring.decrypt(encrypt('secret').slice(0, -4), CONTEXT), {
      kind: 'unavailable',
      message: 'The shared token of client acme cannot be decrypted.',
    })
  })

  test('of the first form, which is bound to nothing, is refused; the step that binds it can read it', () => {
    const first = firstForm('secret')

    assert.throws(() => keyring.decrypt(first, CONTEXT), Undecryptable)
    assert.throws(() => keyring.decrypt(FORM + first, CONTEXT), Undecryptable)
    assert.equal(keyring.decryptUnbound(first), 'secret')
    assert.deepEqual([isBound(first), isBound(encrypt('secret'))], [false, true])
  })

  test('is refused whichever bit of it is turned', () => {
    const bytes = bytesOf(encrypt('secret'))

    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const turned = Buffer.from(bytes)
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.ok(!isReadable(turned), `bit ${bit}`)
    }
  })

  test('is refused wherever it is cut', () => {
    const opened = ['', 'secret'].flatMap((text) => {
      const bytes = bytesOf(encrypt(text))
      return [...bytes.keys()].filter((end) => isReadable(bytes.subarray(0, end))).map((end) => `${text}:${end}`)
    })

    assert.deepEqual(opened, [])
  })

  test('is refused when it never was one', () => {
    for (const text of ['', 'secret', '!!!', 'AAAA'.repeat(20), FORM, `${FORM}!!!`, `${FORM}${'AAAA'.repeat(20)}`]) {
      assert.throws(() => keyring.decrypt(text, CONTEXT), Undecryptable, text)
    }
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
    assert.notDeepEqual(other.unboundCheck(), keyring.unboundCheck())
    assert.notDeepEqual(keyring.unboundCheck(), keyring.check())
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
    const one = Buffer.from('abc')
    const same = Buffer.from('abc')
    const changed = Buffer.from('abd')

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

function isReadable(bytes: Buffer): boolean {
  try {
    keyring.decrypt(FORM + bytes.toString('base64'), CONTEXT)
    return true
  } catch {
    return false
  }
}
