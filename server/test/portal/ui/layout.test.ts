import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { putUser } from '#modules/directory/index.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { demoCaller } from '#test/harness/browser/demo-managers.ts'
import { signingCalls } from '#test/harness/browser/demo-signing.ts'
import { below, boxOf, clippedOn, isDrawn, overlap } from '#test/harness/browser/layout.ts'
import { eventually } from '#test/harness/eventually.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { openPage } = portal
const ADMIN = 'manager:M-1'
const ADA = 'employee:E-1001'
const call = portalCalls(portal).as(ADMIN, 'demo')
const LONG_ADDRESS = 'marguerite.vandenbroucke-delacroix@demo.example'
await portal.doWork(demoCaller, (work) =>
  putUser(work, 'M-LONG', {
    first_name: 'Marguerite',
    last_name: 'Vandenbroucke-Delacroix',
    email: LONG_ADDRESS,
    language: 'fr-fr',
    profiles: [{ role: 'hr', organizations: ['FR'], include_below: true }],
  }),
)
const { aStartedProcess } = await signingCalls(portal)
await aStartedProcess('Avenant au contrat de travail', [{ type: 'employee', technical_id: 'E-1001' }])

const OF_MANAGERS = [
  '',
  '/requests',
  '/to-sign',
  '/employees',
  '/employees/E-1001/documents',
  '/documents',
  '/documents/upload',
  '/articles',
  '/articles/new',
  '/distributions',
  '/distributions/new',
  '/signatures',
  '/signatures/new',
  '/imports',
  '/imports/new',
  '/bulk-actions',
].map((path) => `/portal/manager${path}`)
/** Never two of the same route in a row: `follow` waits for another heading. */
const OF_ADMINISTRATORS = [
  'document-types',
  'document-types/payslip',
  'signature-types',
  'signature-types/~new',
  'forms',
  'forms/mobility',
  'datasets',
  'datasets/offices',
  'organizations',
  'people',
  'people/manager%3AM-LONG',
  'forms/mobility?tab=settings',
  'people/employee%3AE-1001',
  'datasets/offices?tab=structure',
  'roles',
  'identity-providers',
  'custom-fields',
  'identity-providers?new=1',
  'applications',
  'webhooks',
  'events',
  'system',
  'mails',
].map((path) => `/portal/admin/${path}`)
const OF_EMPLOYEES = [
  '',
  '/requests',
  '/requests/new',
  '/requests/new/mobility',
  '/documents',
  '/documents/upload',
  '/vault',
  '/documents/company',
  '/signatures',
  '/articles',
  '/articles/paid-leave',
  '/profile',
  '/help',
].map((path) => `/portal${path}`)

/** Goes to a page as a link does, without the whole portal being loaded again. */
async function follow(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  await page.evaluate(`document.querySelector('main h1').dataset.left = true
    history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))`)
  await page.locator('main h1:not([data-left])').waitFor()
}

/** What is still found after the page had the time to follow a new width. */
async function lastingly(look: () => Promise<string[]>): Promise<string[]> {
  for (let tries = 0; tries < 5; tries++) {
    if ((await look()).length === 0) return []
    await setTimeout(100)
  }
  return look()
}

async function cutOffOn(page: Page, paths: string[], widths: number[]): Promise<string[]> {
  const found: string[] = []
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  for (const path of paths) {
    await follow(page, path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await isDrawn(page)
      found.push(...(await lastingly(() => clippedOn(page))).map((one) => `${path} at ${width}: ${one}`))
    }
  }
  return found
}

/**
 * Every page in every language that is longer than English. German has the longest words, which do not wrap; French and
 * Spanish have the longest sentences. Which label is the longest differs from page to page, so none of them stands for the
 * others. Pages follow one another in one window, which costs little more than drawing them.
 */
const LANGUAGES = ['de-DE', 'fr-FR', 'es-ES']

for (const language of LANGUAGES) {
  describe(`nothing is cut off, in ${language}`, () => {
    test('on the pages of managers and administrators', async () => {
      const page = await openPage('/portal/manager', { as: ADMIN, language })
      const pages = [...OF_MANAGERS, ...OF_ADMINISTRATORS]
      assert.deepEqual(await cutOffOn(page, pages, [1280, 360]), [])
      assert.equal(await page.evaluate('document.documentElement.lang'), language.slice(0, 2))
      await page.done()
    })

    test('on the pages of employees', async () => {
      const page = await openPage('/portal', { as: ADA, language })
      assert.deepEqual(await cutOffOn(page, OF_EMPLOYEES, [1280, 360]), [])
      assert.equal(await page.evaluate('document.documentElement.lang'), language.slice(0, 2))
      await page.done()
    })
  })
}

describe('a toast', () => {
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ] as const) {
    test(`covers no field, no save bar and no last row, ${width} wide`, async () => {
      const page = await openPage('/portal/admin/people/employee%3AE-1002', { as: ADMIN, width, height })
      const toast = page.getByRole('alert').filter({ hasText: 'Saved' })
      await page.getByRole('textbox', { name: 'First name' }).fill(`Béla ${width}`)
      const save = page.locator('[data-form-actions]').first()
      await save.getByRole('button', { name: 'Save' }).click()
      await toast.waitFor()
      const box = await boxOf(toast)
      const { height: header } = await boxOf(page.getByRole('banner'))
      for (const other of [save, ...(await page.getByRole('main').getByRole('textbox').all())]) {
        assert.ok(!overlap(box, below(header, await boxOf(other))), `the toast covers ${other}`)
      }

      await page.goto(`${portal.url}/portal/admin/custom-fields`)
      await page.getByRole('button', { name: 'Add a field' }).first().click()
      await page.getByRole('textbox', { name: 'Name' }).fill(`Shoe size ${width}`)
      await page.getByRole('textbox', { name: 'Code' }).fill(`shoe_${width}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      const made = page.getByRole('alert').filter({ hasText: 'Shoe size' })
      await made.waitFor()
      const row = page.getByRole(width > 1000 ? 'row' : 'listitem').filter({ hasText: 'Shoe size' })
      await row.last().scrollIntoViewIfNeeded()
      assert.ok(!overlap(await boxOf(made), await boxOf(row.last())), 'the toast covers the last row')
      await page.done()
    })
  }
})

describe('the menu of an administrator', () => {
  test('fits on a laptop, folds by keyboard, and stays as it was left', async () => {
    const page = await openPage('/portal/manager', { as: ADMIN })
    const menu = page.getByRole('navigation', { name: 'Main' })
    const fold = menu.getByRole('button', { name: 'Administration' })
    const entries = menu.getByRole('link')
    await fold.waitFor()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    const last = await boxOf(entries.last())
    assert.ok(
      (await entries.count()) > 20 && last.y + last.height <= 800,
      `the last entry ends at ${last.y + last.height}`,
    )

    await fold.focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Roles' }).waitFor({ state: 'hidden' })
    await page.reload()
    await fold.waitFor()
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await page.goto(`${portal.url}/portal/admin/roles`)
    await menu.getByRole('link', { name: 'Roles' }).waitFor()
    await expect(fold, 'a page of it is open').toHaveAttribute('aria-expanded', 'true')
    await page.done()
  })
})

describe('a phone', () => {
  const phone = { width: 360, height: 740 }

  test('shows the company, and what waits for a signature among the shortcuts', async () => {
    const page = await openPage('/portal', { as: ADA, language: 'fr-FR', ...phone })
    const tabs = page.getByRole('navigation', { name: 'Raccourcis' })
    await tabs.getByRole('link', { name: 'À signer' }).waitFor()
    await page.getByRole('banner').getByText('Demo company').waitFor()
    assert.deepEqual(await clippedOn(page), [])
    const last = await boxOf(tabs.getByRole('link').last())
    assert.ok(last.x + last.width <= 360)
    await page.done()
  })

  test('shows figures side by side', async () => {
    const page = await openPage('/portal/manager', { as: ADMIN, ...phone })
    const figures = page.getByRole('region', { name: 'Request figures' }).getByRole('link')
    await figures.first().waitFor()
    // Measured one after the other: what arrives above them meanwhile moves both.
    await page.waitForLoadState('networkidle')
    const one = await boxOf(figures.nth(0))
    const other = await boxOf(figures.nth(1))
    assert.equal(one.y, other.y)
    await page.done()
  })

  test('brings what was tapped into view below the list, and leads back', async () => {
    const page = await openPage('/portal/admin/organizations', { as: ADMIN, ...phone })
    await page.getByRole('treeitem', { name: /Paris office/ }).click()
    const heading = page.getByRole('heading', { name: 'Paris office' })
    await heading.waitFor()
    await eventually(() => page.evaluate<boolean>(`document.activeElement?.textContent === 'Paris office'`))
    const list = await boxOf(page.getByRole('tree'))
    const detail = await boxOf(heading)
    assert.ok(detail.y > list.y + list.height && detail.y < 740, `the heading is at ${detail.y}`)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await eventually(() => page.evaluate<boolean>(`document.activeElement?.getAttribute('role') === 'treeitem'`))
    await page.done()
    assert.equal((await call('GET', '/admin/organizations/FR-PAR')).statusCode, 200)
  })
})
