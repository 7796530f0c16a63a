import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { putUser } from '#modules/directory/index.ts'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { demoCaller } from '#test/harness/browser/demo-managers.ts'
import { signingCalls } from '#test/harness/browser/demo-signing.ts'
import { clippedOn, isDrawn } from '#test/harness/browser/layout.ts'
import { follow, PAGES_OF_ADMINISTRATORS, PAGES_OF_EMPLOYEES, PAGES_OF_MANAGERS } from '#test/harness/browser/pages.ts'

const portal = await startPortal()
await portal.doWork(demoCaller, (work) =>
  putUser(work, 'M-LONG', {
    first_name: 'Marguerite',
    last_name: 'Vandenbroucke-Delacroix',
    email: 'marguerite.vandenbroucke-delacroix@demo.example',
    language: 'fr-fr',
    profiles: [{ role: 'hr', organizations: ['FR'], include_below: true }],
  }),
)
const { aStartedProcess } = await signingCalls(portal)
await aStartedProcess('Avenant au contrat de travail', [{ type: 'employee', technical_id: 'E-1001' }])

type Look = {
  language: string
  colorScheme?: 'light' | 'dark'
  /** At which width it is also tried whether everybody can use the page. */
  accessibleAt?: number
}

/**
 * Every page in every language that is longer than English. German has the longest words, which do not wrap; French and
 * Spanish have the longest sentences. Which label is the longest differs from page to page, so none of them stands for the
 * others. Pages follow one another in one window, which costs little more than drawing them. Whether everybody can use a
 * page depends on its colours and on how it is laid out, not on the language.
 */
const LOOKS: Look[] = [
  { language: 'de-DE', accessibleAt: 1280 },
  { language: 'fr-FR', accessibleAt: 360, colorScheme: 'dark' },
  { language: 'es-ES' },
]

/** What is still found after the page had the time to follow a new width. */
async function lastingly(look: () => Promise<string[]>): Promise<string[]> {
  for (let tries = 0; tries < 5; tries++) {
    if ((await look()).length === 0) return []
    await setTimeout(100)
  }
  return look()
}

async function problemsOf(page: Page, paths: string[], { accessibleAt }: Look): Promise<string[]> {
  const found: string[] = []
  if (accessibleAt !== undefined) await expectAccessible(page)
  let widths = [1280, 360]
  for (const path of paths) {
    await follow(page, path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await isDrawn(page)
      found.push(...(await lastingly(() => clippedOn(page))).map((one) => `${path} at ${width}: ${one}`))
      if (width !== accessibleAt) continue
      await expectAccessible(page, CONTENT).catch((error: Error) => found.push(`${path}: ${error.message}`))
    }
    // The next page begins as wide as this one ends: each change of the width draws all of it anew.
    widths = widths.toReversed()
  }
  return found
}

for (const look of LOOKS) {
  const { language, colorScheme = 'light' } = look
  describe(`nothing is cut off, and everybody can use it, in ${language}`, () => {
    for (const [whose, as, paths] of [
      ['managers and administrators', 'manager:M-1', [...PAGES_OF_MANAGERS, ...PAGES_OF_ADMINISTRATORS]],
      ['employees', 'employee:E-1001', PAGES_OF_EMPLOYEES],
    ] as const) {
      test(`on the pages of ${whose}`, async () => {
        const page = await portal.openPage(paths[0] ?? '', { as, language, colorScheme })
        await isDrawn(page)
        assert.deepEqual(await problemsOf(page, [...paths], look), [])
        assert.equal(await page.evaluate('document.documentElement.lang'), language.slice(0, 2))
        await page.done()
      })
    }
  })
}
