import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptedLanguages } from './accepted-languages.ts'

describe('acceptedLanguages', () => {
  for (const [header, languages] of [
    [undefined, []],
    ['', []],
    ['fr', ['fr']],
    ['fr-CA,en;q=0.8', ['fr-ca', 'en']],
    ['de,fr;q=0.4,en;q=0.9', ['de', 'en', 'fr']],
    ['en;q=0,fr;q=0.1', ['fr']],
    ['fr;q=nonsense,en', ['en']],
  ] as const) {
    test(`${header} asks for ${languages.join(', ') || 'none'}`, () =>
      assert.deepEqual(acceptedLanguages(header), languages))
  }
})
