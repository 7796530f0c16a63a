import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { putUser } from '#modules/directory/index.ts'
import { CONTENT, expectAccessible } from './accessibility.ts'
import { startPortal } from './browser.ts'
import { demoCaller } from './demo-managers.ts'
import { signingCalls } from './demo-signing.ts'
import { clippedOn, isDrawn } from './layout.ts'
import { follow, PAGES_OF_ADMINISTRATORS, PAGES_OF_EMPLOYEES, PAGES_OF_MANAGERS } from './pages.ts'

type Look = {
  language: string
  colorScheme?: 'light' | 'dark'
  /** At which width it is also tried whether everybody can use the page. */
  accessibleAt?: number
}

const WHOSE = [
  ['managers and administrators', 'manager:M-1', [...PAGES_OF_MANAGERS, ...PAGES_OF_ADMINISTRATORS]],
  ['employees', 'employee:E-1001', PAGES_OF_EMPLOYEES],
] as const

/**
 * Tests that nothing is cut off on any page, on a laptop and on a phone. Pages follow one another in one window, which costs
 * little more than drawing them. Whether everybody can use a page depends on its colours and on how it is laid out, not on
 * the language.
 */
export async function lookAtEveryPage(look: Look): Promise<void> {
  const { language, colorScheme = 'light' } = look
  const portal = await startFullPortal()
  describe(`nothing is cut off, and everybody can use it, in ${language}`, () => {
    for (const [whose, as, paths] of WHOSE) {
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

/** With a long name and something to sign. */
async function startFullPortal() {
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
  return portal
}

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
