import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words as de } from '#ui/words/de/ui.ts'
import { words as en } from '#ui/words/en/ui.ts'
import { words as es } from '#ui/words/es/ui.ts'
import { words as fr } from '#ui/words/fr/ui.ts'
import { formatFor } from './format.ts'
import { translate } from './translate.ts'

const WORDS = { 'en-US': en, 'fr-FR': fr, 'de-DE': de, 'es-ES': es }
type Locale = keyof typeof WORDS
const formatIn = (locale: Locale) =>
  formatFor(locale, (key, values) => translate(WORDS[locale], locale.slice(0, 2), key, values))
/** Some languages separate by narrow or unbreakable blanks. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')
const SECOND_MS = 1000

describe('formats', () => {
  const written: [locale: Locale, date: string, number: string, percent: string][] = [
    ['en-US', 'Nov 3, 2026', '1,234,567.8', '13%'],
    ['fr-FR', '3 nov. 2026', '1 234 567,8', '13 %'],
    ['de-DE', '03.11.2026', '1.234.567,8', '13 %'],
    ['es-ES', '3 nov 2026', '1.234.567,8', '13 %'],
  ]
  for (const [locale, date, number, percent] of written) {
    test(`of ${locale}: dates, numbers and percentages`, () => {
      const format = formatIn(locale)

      assert.equal(plain(format.date('2026-11-03')), date)
      assert.equal(plain(format.number(1_234_567.8)), number)
      assert.equal(plain(format.percent(0.125)), percent)
    })
  }

  test('a date without a time is the same day in every zone', () => {
    const zone = process.env.TZ
    try {
      for (const TZ of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
        process.env.TZ = TZ
        assert.equal(formatIn('en-US').date('2026-01-01'), 'Jan 1, 2026', TZ)
      }
      process.env.TZ = 'Pacific/Pago_Pago'
      assert.equal(formatIn('en-US').date('2026-01-01T00:30:00Z'), 'Dec 31, 2025')
      assert.equal(plain(formatIn('en-US').dateTime('2026-01-01T00:30:00Z')), 'Dec 31, 2025, 1:30 PM')
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
  })

  test('sizes in the largest unit that leaves at least one, with one digit', () => {
    const { bytes } = formatIn('en-US')
    const sizes = [0, 1, 999, 1000, 1_250_000, 3_000_000_000, 4e12, 5e15].map((size) => plain(bytes(size)))

    assert.deepEqual(sizes, ['0 B', '1 B', '999 B', '1 KB', '1.3 MB', '3 GB', '4 TB', '5,000 TB'])
    assert.equal(plain(formatIn('fr-FR').bytes(1_500_000)), '1,5 Mo')
  })

  test('moments by their distance, and by their date beyond a month', ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: new Date('2026-11-18T12:00:00Z') })
    const at = (seconds: number, locale: Locale = 'en-US') =>
      formatIn(locale).relative(Date.now() + seconds * SECOND_MS)

    assert.equal(at(0), 'now')
    assert.equal(at(-100), '2 minutes ago')
    assert.equal(at(2 * 3600 + 60), 'in 2 hours')
    assert.equal(at(-24 * 3600), 'yesterday')
    assert.equal(at(-3 * 24 * 3600, 'fr-FR'), 'il y a 3 jours')
    assert.equal(at(-24 * 3600, 'de-DE'), 'gestern')
    assert.equal(at(-60 * 24 * 3600), 'Sep 19, 2026')
  })
})
