import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { follow } from '#test/harness/browser/pages.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { openPage } = portal
await addNora(portal)
const call = portalCalls(portal).as(NORA, 'demo')
const webhook = await call('POST', '/admin/webhooks', {
  body: {
    name: 'Payroll',
    callback_url: 'https://payroll.example/hook',
    events: ['employee.created'],
    is_active: true,
  },
})
assert.equal(webhook.statusCode, 201, webhook.body)
const signatureType = await call('PUT', '/admin/signature_types/contract', { body: { name: 'Contract' } })
assert.ok(signatureType.statusCode < 300, signatureType.body)

const questionOn = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

async function stay(page: Page): Promise<void> {
  await questionOn(page).getByRole('button', { name: 'Cancel' }).click()
  await questionOn(page).waitFor({ state: 'detached' })
}

/** The browser's own question when the tab is about to be closed; the answer is to stay. */
async function questionOnClosing(page: Page): Promise<string> {
  const asked = page.waitForEvent('dialog')
  void page.evaluate('location.reload()').catch(() => undefined)
  const dialog = await asked
  await dialog.dismiss()
  return dialog.type()
}

describe('a page with unsaved changes', () => {
  test('asks when it is left by a link, by the back button and with the tab, and not once it is saved', async () => {
    const page = await openPage('/portal/admin/document-types', { as: NORA })
    await page.getByRole('link', { name: /Payslip/ }).click()
    const name = page.getByRole('group', { name: 'Name' }).getByRole('textbox').first()
    await name.fill('Pay statement')

    await page.getByRole('link', { name: 'Document types' }).first().click()
    await questionOn(page).waitFor()
    await stay(page)
    await page.goBack()
    await questionOn(page).waitFor()
    await stay(page)
    assert.equal(await questionOnClosing(page), 'beforeunload')
    await expect(name).toHaveValue('Pay statement')

    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await page.getByRole('link', { name: 'Document types' }).first().click()
    await page.waitForURL('**/portal/admin/document-types')
    await expect(questionOn(page)).toHaveCount(0)
    await page.done()
  })

  test('asks once for all its forms', async () => {
    const page = await openPage('/portal/admin/people/employee%3AE-1002', { as: NORA })
    await page.getByRole('textbox', { name: 'First name' }).fill('Béla II')
    await page.getByRole('button', { name: 'Add a registration' }).click()
    await page.getByRole('link', { name: 'Data sets' }).click()
    await questionOn(page).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/portal/admin/datasets')
    await questionOn(page).waitFor({ state: 'detached' })
    await page.done()
  })

  test('does not ask about what was deleted', async () => {
    const page = await openPage('/portal/admin/signature-types/contract', { as: NORA })
    await page.getByRole('group', { name: 'Name' }).getByRole('textbox').first().fill('Agreement')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/portal/admin/signature-types')
    await expect(questionOn(page)).toHaveCount(0)
    await page.done()
  })
})

const PAGES = [
  ['/portal/admin/document-types/~new', 'Code'],
  ['/portal/admin/signature-types/~new', 'Code'],
  ['/portal/admin/forms/certificate?tab=settings', 'Title'],
  ['/portal/admin/identity-providers?new=1', 'Name'],
  ['/portal/admin/datasets/offices?tab=structure', 'English'],
  [`/portal/admin/webhooks/${webhook.json().id}/settings`, 'Name'],
  ['/portal/admin/people/manager%3AM-EN', 'First name'],
  ['/portal/manager/articles/new', 'Title'],
  ['/portal/manager/distributions/new', 'Name'],
] as const

test('every page that is a form asks, also when only its search parameters choose what it shows', async () => {
  const page = await openPage('/portal/help', { as: NORA })
  for (const [path, label] of PAGES) {
    await follow(page, path)
    const field = page.getByRole('main').getByRole('textbox', { name: label }).first()
    const parent = page.getByRole('navigation', { name: 'You are here' }).getByRole('link').last()
    await field.fill('Changed')
    await parent.click()
    await questionOn(page).waitFor()
    await stay(page)
    await expect(field, path).toHaveValue('Changed')

    await parent.click()
    await questionOn(page).getByRole('button', { name: 'Leave' }).click()
    await questionOn(page).waitFor({ state: 'detached' })
    await expect(page, `${path} is left`).not.toHaveURL(new URL(path, page.url()).href)
  }
  await page.done()
})
