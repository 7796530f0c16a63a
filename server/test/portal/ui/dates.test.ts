import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'

const portal = await startPortal()
const UPLOAD = '/portal/documents/upload'
const EMMA = 'employee:E-2001'

type Page = Awaited<ReturnType<typeof portal.openPage>>
const speakers = {
  American: { tag: 'en-us', locale: 'en-US', field: 'Date of the document', hint: 'mm/dd/yyyy' },
  British: { tag: 'en-gb', locale: 'en-GB', field: 'Date of the document', hint: 'dd/mm/yyyy' },
  French: { tag: 'fr-fr', locale: 'fr-FR', field: 'Date du document', hint: 'jj/mm/aaaa' },
} as const

async function openAs(name: keyof typeof speakers): Promise<{ page: Page; field: ReturnType<Page['getByRole']> }> {
  const { tag, locale, field } = speakers[name]
  await portal.pool.query(`UPDATE employees SET language = $1 WHERE technical_id = 'E-2001'`, [tag])
  const page = await portal.openPage(UPLOAD, { as: EMMA, language: locale })
  return { page, field: page.getByRole('textbox', { name: field }) }
}

/** These words and no others, in the order of whichever language. */
const inAnyOrder = (day: string) => {
  const words = day.split(/[ ,]+/)
  return new RegExp(
    `^${words.map((word) => `(?=(.*[ ,])?${word}([ ,]|$))`).join('')}[^ ,]+([ ,]+[^ ,]+){${words.length - 1}}$`,
    'i',
  )
}

describe('a date that is typed', () => {
  const readings: [who: keyof typeof speakers, days: Record<string, string | undefined>][] = [
    ['American', { '05/12/2026': 'May 12, 2026', '31/12/2026': undefined, '2026-12-31': 'December 31, 2026' }],
    ['British', { '05/12/2026': '5 December 2026' }],
    ['French', { '05/12/2026': '5 décembre 2026', '31/12/2026': '31 décembre 2026', '31/02/2026': undefined }],
  ]
  for (const [who, days] of readings) {
    test(`is read, or refused, as somebody ${who} means it`, async () => {
      const { page, field } = await openAs(who)
      const { hint } = speakers[who]
      await expect(field).toHaveAttribute('placeholder', hint)

      for (const [text, day] of Object.entries(days)) {
        await field.fill(text)
        await field.press('Tab')

        if (day === undefined) {
          await expect(field, text).toHaveAttribute('aria-invalid', 'true')
          await page.getByText(new RegExp(`${hint}\\.$`)).waitFor()
          await expect(field).toHaveValue(text)
        } else {
          await expect(field, text).not.toHaveAttribute('aria-invalid', 'true')
          await field.press('ArrowDown')
          const picked = page.locator('button[data-selected]')
          await expect(picked, text).toHaveAttribute('aria-label', inAnyOrder(day))
          await page.keyboard.press('Escape')
          await expect(picked).toHaveCount(0)
        }
      }
      await page.done()
    })
  }

  test('that is none keeps the form from being sent, whatever stood there before', async () => {
    const { page, field } = await openAs('American')
    const calls: string[] = []
    page.on('request', (one) => void (one.method() === 'POST' && calls.push(one.url())))
    await page.getByRole('combobox', { name: 'What is it?' }).click()
    await page.getByRole('option').first().click()
    const file = { name: 'card.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 card') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await field.fill('01/05/2026')
    await field.press('Tab')

    await field.fill('13/05/2026')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('This is not a valid date. Use the format mm/dd/yyyy.').waitFor()

    assert.deepEqual(calls, [])
    await expect(field).toBeFocused()
    await page.done()
  })

  test('can be picked, and cleared, by keyboard alone', async () => {
    const { page, field } = await openAs('American')

    await field.fill('03/10/2026')
    await field.press('ArrowDown')
    await page.locator('button[data-selected]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('03/11/2026')
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Clear the date' }).press('Enter')

    await expect(field).toHaveValue('')
    await page.done()
  })
})
