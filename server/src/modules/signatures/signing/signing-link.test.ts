import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { testKeyring as keyring } from '#test/harness/keyring.ts'
import { clientOfToken, signerOfToken, signingToken, signingUrl } from './signing-link.ts'

const SIGNER = '0194f9a1-0203-7abc-8def-0123456789ab'
const token = signingToken(keyring, SIGNER)
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same with another character at a place, one that stands for other bits in any place. */
function changedAt(index: number): string {
  const other = ALPHABET[(ALPHABET.indexOf(token[index] ?? '') + 32) % 64]
  return token.slice(0, index) + other + token.slice(index + 1)
}

describe('the token of a signing link', () => {
  test('names its signer, and can stand in an address as it is', () => {
    assert.match(token, /^[\w-]{44}$/)
    assert.equal(signerOfToken(keyring, token), SIGNER)
  })

  test('is worth nothing with any one character changed', () => {
    for (let index = 0; index < token.length; index += 1) {
      assert.equal(signerOfToken(keyring, changedAt(index)), undefined, `character ${index}`)
    }
  })

  test('is worth nothing with the proof of another signer, or under another key', () => {
    const other = signingToken(keyring, '0194f9a1-0203-7abc-8def-0123456789ac')

    assert.equal(signerOfToken(keyring, token.slice(0, 22) + other.slice(22)), undefined)
    assert.equal(signerOfToken(openKeyring('another secret key that is long enough'), token), undefined)
  })

  test('is that of its signer alone, whatever the id', () => {
    let state = 7
    const digits = () => {
      state = (state * 48_271) % 2_147_483_647
      return state.toString(16).padStart(8, '0')
    }
    const ids = Array.from({ length: 200 }, () =>
      `${digits()}${digits()}${digits()}${digits()}`.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    )
    ids.push('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    const tokens = ids.map((id) => signingToken(keyring, id))

    assert.deepEqual(
      tokens.map((one) => signerOfToken(keyring, one)),
      ids,
    )
    assert.equal(new Set(tokens).size, ids.length)
    for (const [index, one] of tokens.entries()) {
      const proof = tokens[(index + 1) % tokens.length]?.slice(22)
      assert.equal(signerOfToken(keyring, one.slice(0, 22) + proof), undefined)
    }
  })

  test('is the same each time, so that every mail of a signer has the same link', () => {
    assert.equal(signingToken(keyring, SIGNER), token)
  })

  for (const [what, text] of [
    ['nothing', ''],
    ['half of it', token.slice(0, 22)],
    ['one character less', token.slice(0, 43)],
    ['one more', `${token}A`],
    ['a blank before it', ` ${token}`],
    ['a line after it', `${token}\n`],
    ['the standard alphabet of Base64', token.replaceAll('-', '+').replaceAll('_', '/').replace(/^./, '+')],
    ['the id itself', SIGNER],
  ] as const) {
    test(`is not ${what}`, () => assert.equal(signerOfToken(keyring, text), undefined))
  }
})

describe('the token of a signing link that names the client', () => {
  const named = signingToken(keyring, SIGNER, 'Übung & Söhne')

  test('names the signer and the client, and can stand in an address as it is', () => {
    assert.equal(signerOfToken(keyring, named), SIGNER)
    assert.equal(clientOfToken(named), 'Übung & Söhne')
    assert.match(named, /^[\w-]+$/)
    assert.equal(clientOfToken(token), undefined)
  })

  test('is worth nothing with another client, without it, or with the proof of one that names none', () => {
    const [head, client] = [named.slice(0, 44), named.slice(44)]
    const other = Buffer.from('globex').toString('base64url')
    for (const forged of [head + other, head, token + client, `${head}.${client}`, named + client])
      assert.equal(signerOfToken(keyring, forged), undefined, forged)
  })
})

describe('the address that a signer is mailed', () => {
  const urlFor = (type: string) =>
    signingUrl({ publicUrl: 'https://acme.test', keyring }, { id: 'process-1', clientId: 'acme' }, { id: SIGNER, type })

  test('has a token for an external', () =>
    assert.equal(urlFor('external'), `https://acme.test/sign/${signingToken(keyring, SIGNER, 'acme')}`))

  for (const type of ['user', 'employee']) {
    test(`has none for a signer of the type ${type}, who logs in`, () => {
      assert.equal(urlFor(type), 'https://acme.test/portal/sign/process-1')
    })
  }
})
