import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { signingCalls } from '#test/harness/browser/demo-signing.ts'
import { below, boxOf, clippedOn, overlap } from '#test/harness/browser/layout.ts'
import { eventually } from '#test/harness/eventually.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { openPage } = portal
const ADMIN = 'manager:M-1'
const ADA = 'employee:E-1001'
const call = portalCalls(portal).as(ADMIN, 'demo')
const { aStartedProcess } = await signingCalls(portal)
await aStartedProcess('Avenant au contrat de travail', [{ type: 'employee', technical_id: 'E-1001' }])

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
