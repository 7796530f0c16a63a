import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

/** From the test suite of the reference implementation: another cost than ours, a salt of eight bytes. */
const REFERENCE = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
const HIGHER_COST = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

describe('hashPassword', () => {
  test('names the algorithm and its cost, and holds a salt of 16 bytes and a hash of 32, without padding', async () => {
    const stored = await hashPassword('correct horse')

    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  test('gives one password another salt each time, and does not hold it', async () => {
    const one = await hashPassword('correct horse')
    const two = await hashPassword('correct horse')

    assert.notEqual(one, two)
    assert.notEqual(one.split('$')[4], two.split('$')[4])
    assert.notEqual(one.split('$')[5], two.split('$')[5])
    assert.ok(!one.includes('horse'))
  })
})

describe('isPassword', () => {
  const passwords = ['correct horse', ' ', '', 'pässwörd', '🔑'.repeat(200), 'x'.repeat(10_000), 'a\nb', '密码密码密码']
  for (const password of passwords) {
    test(`knows ${JSON.stringify(password.slice(0, 20))} again`, async () => {
      assert.equal(await isPassword(password, await hashPassword(password)), true)
    })
  }

  const correctHorse = hashPassword('correct horse')
  for (const guess of ['Correct horse', 'correct horse ', ' correct horse', 'correct hors', 'correct horse\0', '']) {
    test(`refuses ${JSON.stringify(guess)}`, async () => {
      assert.equal(await isPassword(guess, await correctHorse), false)
    })
  }

  test('takes the same characters, however they were typed', async () => {
    const stored = await hashPassword('Ａ\u00e9ﬁ')

    assert.equal(await isPassword('Ae\u0301fi', stored), true)
  })

  test('compares all of a long password', async () => {
    const stored = await hashPassword(`${'x'.repeat(199)}a`)

    assert.equal(await isPassword(`${'x'.repeat(199)}b`, stored), false)
  })

  test('follows the cost and the sizes that the stored hash names', async () => {
    assert.equal(await isPassword('password', REFERENCE), true)
    assert.equal(await isPassword('passwort', REFERENCE), false)
    assert.equal(await isPassword('password', HIGHER_COST), true)
  })

  test('refuses a hash with another cost, salt or tag than the one that was stored', async () => {
    const others = [
      REFERENCE.replace('t=2', 't=3'),
      REFERENCE.replace('m=256', 'm=248'),
      REFERENCE.replace('c29tZXNhbHQ', 'd29tZXNhbHQ'),
      REFERENCE.replace('nf65', 'nf66'),
    ]

    for (const stored of others) assert.equal(await isPassword('password', stored), false, stored)
  })

  const broken = [
    '',
    'password',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$',
    '$argon2id$v=19$m=65536,t=2,p=1$$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    `${REFERENCE}\n`,
    ` ${REFERENCE}`,
    '$2b$12$abcdefghijklmnopqrstuv',
  ]
  for (const stored of broken) {
    test(`throws for what is not a stored password: ${JSON.stringify(stored.slice(0, 30))}`, async () => {
      await assert.rejects(isPassword('password', stored), /This is not a stored password hash/)
    })
  }
})
