import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { declaredIn, wordFileOf } from './word-sets.ts'

const FILE = 'features/auth/words.ts'
const TYPES = `import type { words as account } from './words/en/account.ts'
import type { words as logIn } from './words/en/log-in.ts'
`

describe('the word sets of a file', () => {
  test('have the names of their files', () => {
    const text = `${TYPES}
export const accountWords = defineWords<typeof account>('features/auth/account')
export const logInWords = defineWords<typeof logIn>('features/auth/log-in')`

    assert.deepEqual(declaredIn(FILE, text), [
      { variable: 'accountWords', name: 'features/auth/account' },
      { variable: 'logInWords', name: 'features/auth/log-in' },
    ])
    assert.equal(wordFileOf('features/auth/log-in', 'fr'), 'features/auth/words/fr/log-in.ts')
  })

  for (const name of ['features/auth/acount', 'features/auth/log-in', 'features/mails/account', 'account']) {
    test(`cannot have the name ${name} for another file`, () => {
      const text = `${TYPES}export const accountWords = defineWords<typeof account>('${name}')`

      assert.throws(() => declaredIn(FILE, text), /must be features\/auth\/account/)
    })
  }

  test('cannot have a name that is put together', () => {
    const text = `${TYPES}export const accountWords = defineWords<typeof account>(folder + 'account')`

    assert.throws(() => declaredIn(FILE, text), /not every word set/)
  })
})
