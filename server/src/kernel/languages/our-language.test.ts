import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ourLanguage } from './our-language.ts'

describe('ourLanguage', () => {
  test('is French for every kind of French, and English for whatever else', () => {
    for (const language of ['fr', 'fr-fr', 'FR-CA', 'fr_BE']) assert.equal(ourLanguage(language), 'fr', language)
    for (const language of ['en-us', 'de', 'fry', 'frr-de', '', null, undefined]) {
      assert.equal(ourLanguage(language), 'en', String(language))
    }
  })
})
