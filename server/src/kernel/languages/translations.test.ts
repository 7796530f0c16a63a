import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nameIn, nameOf } from './translations.ts'

describe('nameOf', () => {
  const cases = [
    { what: 'en-us when it is set', set: { 'fr-fr': 'b', 'en-us': 'a' }, languages: ['fr-fr', 'en-us'], is: 'a' },
    { what: 'en-us though the client has no such language', set: { 'en-us': 'a' }, languages: ['fr-fr'], is: 'a' },
    {
      what: 'the first of the client otherwise',
      set: { 'aa-aa': 'c', 'de-de': 'b', 'fr-fr': 'a' },
      languages: ['fr-fr', 'de-de'],
      is: 'a',
    },
    { what: 'any that is set after those', set: { 'ja-jp': 'b', 'es-es': 'a' }, languages: ['fr-fr'], is: 'a' },
    { what: 'an empty en-us name as it is', set: { 'en-us': '' }, languages: ['en-us'], is: '' },
    { what: 'an empty name of the first language as it is', set: { 'fr-fr': '' }, languages: ['fr-fr'], is: '' },
    { what: 'the code when nothing is set', set: {}, languages: ['en-us'], is: 'code' },
  ]
  for (const { what, set, languages, is } of cases) {
    test(`is ${what}`, () => {
      assert.equal(nameOf(set, languages, 'code'), is)
    })
  }
})

describe('nameIn', () => {
  const names = { 'fr-fr': 'Bulletin', 'fr-ca': 'Relevé', de: 'Abrechnung' }
  const cases: [language: string | null, is: string][] = [
    ['fr-fr', 'Bulletin'],
    ['FR-CA', 'Relevé'],
    ['fr-be', 'Relevé'],
    ['de-at', 'Abrechnung'],
    ['es-es', 'Payslip'],
    ['f', 'Payslip'],
    [null, 'Payslip'],
  ]
  for (const [language, is] of cases) {
    test(`is ${is} for ${language}`, () => {
      assert.equal(nameIn(names, language, 'Payslip'), is)
    })
  }
})
