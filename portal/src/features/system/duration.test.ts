import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { durationIn } from './duration.ts'

describe('a duration', () => {
  const inEnglish: [seconds: number, text: string][] = [
    [0, '0 seconds'],
    [0.4, '0 seconds'],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '1 minute 1 second'],
    [3600, '1 hour'],
    [3659, '1 hour'],
    [3660, '1 hour 1 minute'],
    [86_399, '23 hours 59 minutes'],
    [86_400, '1 day'],
    [90_000, '1 day 1 hour'],
    [86_400 * 400 + 59, '400 days'],
  ]
  for (const [seconds, text] of inEnglish) {
    test(`of ${seconds} seconds is ${text}: two units at most, and no empty one`, () => {
      assert.equal(durationIn('en-US', seconds), text)
    })
  }

  test('is written as the language does', () => {
    const plain = (locale: string) => durationIn(locale, 3 * 86_400 + 4 * 3600).replaceAll(/\s/gu, ' ')

    assert.equal(plain('fr-FR'), '3 jours 4 heures')
    assert.equal(plain('de-DE'), '3 Tage 4 Stunden')
    assert.equal(plain('es-ES'), '3 días 4 horas')
  })
})
