import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { fileDocument } from '#test/harness/browser/demo-documents.ts'
import { clippedOn } from '#test/harness/browser/layout.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { as } = portalCalls(portal)
const hr = as('manager:M-1', 'demo')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const filed = (title: string) =>
  fileDocument(
    portal,
    {
      title,
      date: '2026-03-28T10:00:00Z',
      document_type_code: 'payslip',
      document_type_metas: { period: '2026-03' },
      employee_technical_id: 'E-1001',
    },
    { bytes: aPdf(), filename: 'payslip.pdf' },
  )

describe('the audit trail', () => {
  test('who viewed a document stands beside it, leads to the entry, and the chain is verified in the browser', async () => {
    const document = await filed('Payslip of March')
    const path = `/portal/manager/documents/${document}`
    const page = await portal.openPage(path, { as: 'manager:M-1' })
    await heading(page, 'Payslip of March')
    const found = async () => (await hr('GET', `/admin/audit_entries?resource_id=${document}`)).json()
    await eventually(async () => (await found())[0]?.action === 'document.viewed')
    await page.getByRole('link', { name: 'Who viewed' }).click()
    await page.getByText('viewed a document of').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('link', { name: 'Open in the audit trail' }).click()

    await heading(page, 'Audit')
    await page
      .getByRole('row', { name: /viewed a document of Ada Moreau/ })
      .getByRole('link')
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('The fingerprints were made anew in this browser, and are right.').waitFor()
    await expectAccessible(page, OVERLAYS)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Make a checkpoint' }).click()
    await page.getByText(/^Sealed to entry/).waitFor()
    await page.getByRole('button', { name: 'Verify now' }).press('Enter')
    await page.getByText(/^Verified to entry/).waitFor()
    await page.getByRole('link', { name: 'Checkpoints and proof' }).click()
    await page
      .getByRole('button', { name: /^Copy the seal of entry/ })
      .first()
      .waitFor()
    await page.getByText('node verify.mjs audit.jsonl').waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })

  test('it is searched by action, on a phone, in the dark', async () => {
    const page = await portal.openPage('/portal/admin/audit?action=document.*', {
      as: 'manager:M-1',
      language: 'fr-FR',
      width: 360,
      colorScheme: 'dark',
    })
    await page.getByText('a consulté un document concernant').first().waitFor()
    await page.getByRole('button', { name: 'Plus de filtres' }).click()
    await page.getByRole('combobox', { name: 'Résultat' }).click()
    await page.getByRole('option', { name: 'Refusé' }).click()
    await page.getByText('Aucune entrée trouvée').waitFor()
    assert.ok(page.url().includes('outcome=refused'))
    assert.deepEqual(await clippedOn(page), [])
    await expectAccessible(page, CONTENT)
    await page.done()
  })
})

describe('deletion requests', () => {
  test('one is made, says what is kept and why, and is confirmed by typing the name, then canceled', async () => {
    const held = await filed('Payslip under hold')
    await hr('POST', '/admin/legal_holds', {
      body: { name: 'Moreau v. Demo', reason: 'Claim', scope: { document_ids: [held] } },
    })
    const page = await portal.openPage('/portal/admin/deletion-requests', { as: 'manager:M-1' })
    await page.getByRole('link', { name: 'New deletion request' }).first().click()
    await page.getByRole('button', { name: 'Look at what would go' }).click()
    await page.getByText('Choose what is to be erased.').waitFor()
    await page.getByRole('combobox', { name: 'Employee' }).fill('more')
    await page.getByRole('option', { name: /Ada Moreau/ }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Letter of 12 November')
    await page.getByRole('button', { name: 'Look at what would go' }).click()

    await heading(page, 'Ada Moreau')
    await page.getByText('To be confirmed').first().waitFor()
    await page.getByRole('link', { name: 'Moreau v. Demo' }).first().waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Confirm…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Ada')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await dialog.getByText('This is not the name.').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('textbox').fill('ada moreau')
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByText('The deletion request is confirmed.').waitFor()
    await page.getByText(/^on /).first().waitFor()

    await page.getByRole('button', { name: 'Cancel the request' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Withdrawn')
    await dialog.getByRole('button', { name: 'Cancel the request' }).click()
    await page.getByText('The deletion request was canceled.').waitFor()
    await page.getByText('Nothing was erased.').waitFor()
    await page.done()
    assert.equal((await hr('GET', '/admin/deletion_requests/counts')).json().canceled, 1)
  })
})

describe('access packages', () => {
  test('one is made at the folder of an employee, downloaded, and deleted', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-1002/data', { as: 'manager:M-1' })
    await page.getByRole('button', { name: 'New access package' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Can be downloaded for so many days' }).fill('31')
    await dialog.getByRole('button', { name: 'Make the package' }).click()
    await dialog.getByText('Enter a number from 1 to 30.').waitFor()
    await dialog.getByRole('textbox', { name: 'Can be downloaded for so many days' }).fill('7')
    await dialog.getByRole('button', { name: 'Make the package' }).click()
    await page.getByText('Ready').waitFor()
    await expectAccessible(page, CONTENT)
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    assert.match((await file).suggestedFilename(), /\.zip$/)
    await page.goto(`${portal.url}/portal/admin/access-packages`)
    await page
      .getByRole('row', { name: /E-1002/ })
      .getByRole('link')
      .first()
      .click()
    await dialog.getByText('Who downloaded it').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the package' }).click()
    await page.getByText('The access package was deleted.').waitFor()
    await dialog.getByText('The file is gone. This record stays.').waitFor()
    await page.done()
  })
})
