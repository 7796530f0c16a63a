import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { fold } from '#platform/text/text.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { openDatabase } from './db.ts'
import { containing, containingWord } from './like.ts'

const database = await createDatabase({ isEmpty: true })
const { pool, close } = openDatabase(database.connection, { poolSize: 2 })
after(async () => {
  await close()
  await database.drop()
})

async function isLike(text: string, pattern: string): Promise<boolean> {
  const { rows } = await pool.query('SELECT $1::text LIKE $2::text AS it', [text, pattern])
  return rows[0].it
}

describe('containing', () => {
  const cases: [string, string, boolean][] = [
    ['paris', 'ari', true],
    ['paris', 'ÀRI', true],
    ['paris', '', true],
    ['paris', 'p%s', false],
    ['p%s', 'p%s', true],
    ['paris', 'p_ris', false],
    ['p_ris', 'p_ris', true],
    ['a\\b', 'a\\b', true],
    ['ab', 'a\\b', false],
    ['100%', '%', true],
    ['100', '%', false],
    ['a\\', '\\', true],
  ]
  for (const [text, wanted, expected] of cases) {
    test(`"${wanted}" is ${expected ? '' : 'not '}found in "${text}"`, async () => {
      assert.equal(await isLike(text, containing(wanted)), expected)
    })
  }

  test('finds exactly what contains the text, whatever characters it is made of', async () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', '\\', 'É', ' '), maxLength: 4 })

    await fc.assert(
      fc.asyncProperty(texts, texts, async (text, wanted) => {
        assert.equal(await isLike(fold(text), containing(wanted)), fold(text).includes(fold(wanted)))
      }),
      { numRuns: 200 },
    )
  })
})

describe('containingWord', () => {
  const cases: [string, string, boolean][] = [
    [' new york', 'yo', true],
    [' new york', 'Y', true],
    [' new york', 'or', false],
    [' new york', 'ork', true],
    [' new york', ' york ', true],
    [' new york', 'é', false],
    [' éa'.normalize('NFD'), 'x', false],
    [' a%b', '%', false],
    [' %b', '%', true],
    [' _b', '_b', true],
    [' xb', '_b', false],
    [' 漢字', '漢', true],
    [' 🙂x', '🙂x', true],
    [' a🙂x', '🙂x', false],
  ]
  for (const [text, wanted, expected] of cases) {
    test(`"${wanted}" is ${expected ? '' : 'not '}found in "${text}"`, async () => {
      assert.equal(await isLike(text, containingWord(wanted)), expected)
    })
  }
})
