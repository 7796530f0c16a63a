import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Problem } from '#platform/problem.ts'
import { checkAge, checkHash, readSignature } from './signed-download.ts'

const NOW = new Date('2024-05-31T12:00:00.250Z')
const SECONDS = NOW.getTime() / 1000
const HASH = 'a'.repeat(64)
const signedAt = (timestamp: string) => ({ timestamp, hash: HASH, method: 'hmac' as const })

function refusalOf(step: () => void): [kind: string, message: string] | undefined {
  try {
    step()
    return undefined
  } catch (error) {
    const { kind, message } = error as Problem
    return [kind, message]
  }
}

describe('readSignature', () => {
  test('takes a hash of both methods', () => {
    const sent = { timestamp: '1.50', hash: HASH }

    assert.deepEqual(readSignature(sent), { ...sent, method: 'hmac' })
    assert.deepEqual(readSignature({ ...sent, hash_method: '' }), { ...sent, method: 'hmac' })
    assert.deepEqual(readSignature({ ...sent, hash_method: 'sha256' }), { ...sent, method: 'sha256' })
  })

  type Refused = [what: string, query: Record<string, unknown>, message: string]
  const NO_METHOD = 'hash_method must be sha256 or empty.'
  const refused: Refused[] = [
    ['nothing', {}, 'timestamp is missing.'],
    ['no timestamp', { hash: HASH }, 'timestamp is missing.'],
    ['an empty timestamp', { timestamp: '', hash: HASH }, 'timestamp is missing.'],
    ['two timestamps', { timestamp: ['1', '2'], hash: HASH }, 'timestamp is missing.'],
    ['no hash', { timestamp: '1' }, 'hash is missing.'],
    ['an empty hash', { timestamp: '1', hash: '' }, 'hash is missing.'],
    ['two hashes', { timestamp: '1', hash: [HASH, HASH] }, 'hash is missing.'],
    ...['md5', 'SHA256', 'hmac', ' ', 'sha256 '].map((hash_method): Refused => {
      return [`the method "${hash_method}"`, { timestamp: '1', hash: HASH, hash_method }, NO_METHOD]
    }),
    ['two methods', { timestamp: '1', hash: HASH, hash_method: ['', ''] }, NO_METHOD],
  ]
  for (const [what, query, message] of refused) {
    test(`refuses ${what}`, () => {
      assert.deepEqual(
        refusalOf(() => readSignature(query)),
        ['malformed', message],
      )
    })
  }
})

describe('checkAge', () => {
  for (const seconds of [-300, -299.999, -1, 0, 0.5, 59.999, 60]) {
    test(`takes what was signed ${seconds} s from now`, () => {
      assert.equal(
        refusalOf(() => checkAge(signedAt(String(SECONDS + seconds)), NOW)),
        undefined,
      )
    })
  }

  for (const seconds of [-1e9, -301, -300.001, 60.001, 61, 1e9]) {
    test(`refuses what was signed ${seconds} s from now`, () => {
      const refused = refusalOf(() => checkAge(signedAt(String(SECONDS + seconds)), NOW))

      assert.deepEqual(refused, ['forbidden', 'The timestamp has expired.'])
    })
  }

  const forms = [`${SECONDS}000`, `${SECONDS.toFixed(7)}`, `${SECONDS.toFixed(9)}`, `${Math.floor(SECONDS)}`]
  for (const timestamp of forms) {
    test(`takes the form ${timestamp}`, () => {
      assert.equal(
        refusalOf(() => checkAge(signedAt(timestamp), NOW)),
        undefined,
      )
    })
  }

  for (const timestamp of [
    'now',
    'NaN',
    'Infinity',
    '-1',
    `+${SECONDS}`,
    ` ${SECONDS}`,
    `${SECONDS} `,
    `${SECONDS}\n`,
    `${SECONDS}\0`,
    SECONDS.toExponential(),
    '0x665',
    '1,717',
    `${SECONDS},5`,
    `${SECONDS}.5`,
    '.5',
    '1_717',
    '９',
    '2024-05-31',
    `0${SECONDS}`,
    `${Math.floor(SECONDS)}.`,
    '9'.repeat(16),
    SECONDS.toFixed(10),
  ]) {
    test(`refuses ${JSON.stringify(timestamp)}, which is not such a number`, () => {
      assert.equal(refusalOf(() => checkAge(signedAt(timestamp), NOW))?.[0], 'forbidden')
    })
  }
})

describe('checkHash', () => {
  const ID = '01234567-89ab-7def-8123-456789abcdef'
  const TOKEN = 'a shared token'
  const plain = (text: string) => createHash('sha256').update(text).digest('hex')
  const keyed = (text: string, key = TOKEN) => createHmac('sha256', key).update(text).digest('hex')
  const check = (hash: string, method: 'hmac' | 'sha256', timestamp = '12.50') =>
    refusalOf(() => checkHash({ timestamp, hash, method }, ID, TOKEN))

  test('takes the hash of token, id and timestamp in that order, by both methods', () => {
    assert.equal(check(plain(`${TOKEN}${ID}12.50`), 'sha256'), undefined)
    assert.equal(check(keyed(`${TOKEN}${ID}12.50`), 'hmac'), undefined)
  })

  const wrong: [string, string, 'hmac' | 'sha256'][] = [
    ['the other method', plain(`${TOKEN}${ID}12.50`), 'hmac'],
    ['the other method still', keyed(`${TOKEN}${ID}12.50`), 'sha256'],
    ['the number that the timestamp stands for', keyed(`${TOKEN}${ID}12.5`), 'hmac'],
    ['another order', plain(`${ID}${TOKEN}12.50`), 'sha256'],
    ['another document', keyed(`${TOKEN}${ID.replace('0', '1')}12.50`), 'hmac'],
    ['the id in other case', keyed(`${TOKEN}${ID.toUpperCase()}12.50`), 'hmac'],
    ['no token', keyed(`${ID}12.50`, ''), 'hmac'],
    ['another key', keyed(`${TOKEN}${ID}12.50`, 'another'), 'hmac'],
    ['a digit less', keyed(`${TOKEN}${ID}12.50`).slice(1), 'hmac'],
    ['a digit more', `${keyed(`${TOKEN}${ID}12.50`)}0`, 'hmac'],
    ['two digits more', `${keyed(`${TOKEN}${ID}12.50`)}00`, 'hmac'],
    ['rubbish behind it', `${keyed(`${TOKEN}${ID}12.50`)}zz`, 'hmac'],
    ['the last digit changed', keyed(`${TOKEN}${ID}12.50`).replace(/.$/, (one) => (one === '0' ? '1' : '0')), 'hmac'],
    ['something else', 'é'.repeat(64), 'hmac'],
    ['nothing', '', 'hmac'],
  ]
  for (const [what, hash, method] of wrong) {
    test(`refuses the hash of ${what}`, () => {
      assert.deepEqual(check(hash, method), ['forbidden', 'The hash is invalid.'])
    })
  }
})
