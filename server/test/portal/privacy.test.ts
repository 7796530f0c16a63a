import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { fileDocument } from '#test/harness/browser/demo-documents.ts'
import { keyboardOf } from '#test/harness/browser/keyboard.ts'
import { clippedOn } from '#test/harness/browser/layout.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { as } = portalCalls(portal)
const hr = as('manager:M-1', 'demo')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const filed = (employee_technical_id: string, title: string) =>
  fileDocument(
    portal,
    { title, date: '2026-03-28', document_type_code: 'contract', employee_technical_id },
    { bytes: aPdf(), filename: 'contract.pdf' },
  )

describe('my data and privacy', () => {
  test('says what is kept, makes the package, and shows the download', async () => {
    await filed('E-2001', 'Contract of Emma')
    await hr('PUT', '/admin/retention_policies/contracts', {
      body: {
        name: 'Contracts of Emma',
        resource_type: 'employee_document',
        filters: { document_type_codes: ['contract'] },
        trigger: { event: 'document_date' },
        delay: 'P50Y',
        action: 'trash',
        legal_basis: 'Civil code',
      },
    })
    await hr('POST', '/admin/legal_holds', {
      body: { name: 'Secret matter', reason: 'x', scope: { document_ids: [await filed('E-2001', 'Amendment')] } },
    })
    const page = await portal.openPage('/portal', { as: 'employee:E-2001' })
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'My data and privacy' }).click()
    await heading(page, 'My data and privacy')
    const kept = page.getByRole('region', { name: 'What is kept about me' })
    await kept.getByText('1: until Mar 28, 2076').waitFor()
    await kept.getByText('1: for legal reasons').waitFor()
    await kept.getByText('Legal basis: Civil code').waitFor()
    assert.equal(await page.getByText('Secret matter').count(), 0)

    const mine = page.getByRole('region', { name: 'My data package' })
    await mine.getByRole('button', { name: 'Prepare my data package' }).click()
    await mine.getByText('Your package is ready').waitFor()
    await mine.getByText('Not downloaded yet').waitFor()
    await expectAccessible(page, CONTENT)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      mine.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.match(download.suggestedFilename(), /\.zip$/)
    assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK')
    await mine.getByText('Downloaded once').waitFor()
    await expect(mine.getByRole('button', { name: 'Prepare a new package' })).toHaveAttribute('aria-disabled', 'true')
    await mine.getByText('You can ask again from').last().waitFor()

    const views = page.getByRole('region', { name: 'Who opened my file' })
    await views.getByText('Downloaded the data package').waitFor()
    await views.getByRole('link', { name: 'Show everyone who opened my file' }).click()
    await heading(page, 'Who opened my file')
    await page.getByRole('table', { name: 'Who opened my file' }).getByText('You', { exact: true }).first().waitFor()
    await page.done()
  })

  test('a deletion is asked for with the keyboard, followed on a phone, and withdrawn', async () => {
    const held = await filed('E-2002', 'Contract of a dispute')
    await hr('POST', '/admin/legal_holds', {
      body: { name: 'Hidden matter', reason: 'x', scope: { document_ids: [held] } },
    })
    const page = await portal.openPage('/portal/my-data/deletion', { as: 'employee:E-2002' })
    await heading(page, 'Delete my data')
    await expectAccessible(page, CONTENT)
    const keys = keyboardOf(page)
    await keys.fill('textbox', 'Reason', 'I am leaving.')
    await keys.activate('button', 'Ask for deletion')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Until then you can withdraw your request').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('button', { name: 'Ask for deletion' }).click()
    await page.getByText('Waiting for HR').waitFor()
    await page.getByText('Your reason: I am leaving.').waitFor()
    await page.getByText('Kept for legal reasons.').waitFor()
    assert.equal(await page.getByText('Hidden matter').count(), 0)
    await page.done()

    const [asked] = (await as('employee:E-2002', 'demo')('GET', '/me/deletion_requests')).json()
    await hr('POST', `/admin/deletion_requests/${asked.id}/confirm`, { body: {} })
    const phone = await portal.openPage('/my-data', {
      as: 'employee:E-2002',
      language: 'fr-FR',
      width: 360,
      height: 740,
    })
    await phone.waitForURL('**/portal/my-data')
    await phone.getByRole('link', { name: 'Suivre ma demande' }).click()
    await phone.getByText('Suppression programmée').waitFor()
    assert.deepEqual(await clippedOn(phone), [])
    await phone.getByRole('button', { name: 'Retirer la demande' }).click()
    await phone.getByRole('dialog').getByRole('button', { name: 'Retirer la demande' }).click()
    await phone.getByText('Retirée', { exact: true }).waitFor()
    await phone.getByRole('button', { name: 'Demander la suppression' }).waitFor()
    await phone.done()
  })
})

describe('the mailed link of a package', () => {
  test('opens with a code, and gives the file to somebody without a log-in', async () => {
    const { email } = (await hr('GET', '/admin/employees/E-2003')).json()
    await hr('DELETE', '/admin/employees/E-2003')
    await hr('POST', '/admin/access_packages', { body: { employee_technical_id: 'E-2003' } })
    const mailed = (subject: RegExp) =>
      eventually(async () =>
        (await portal.mails()).findLast((one) => one.to?.[0]?.address === email && subject.test(one.subject ?? '')),
      )
    const { text = '' } = await mailed(/personal data|personenbezogen|personnelles|personales/)
    const [link = ''] = /https?:\S+\/my-data\/[\w-]+/.exec(text) ?? []
    const page = await portal.openPage(link.replace(portal.publicUrl, ''), { width: 360, height: 740 })
    await heading(page, 'Your personal data')
    await page.getByRole('button', { name: 'Send me the code' }).click()
    await page.getByLabel('Code').waitFor()
    const [code = ''] = /\b\d{6}\b/.exec((await mailed(/code/i)).text ?? '') ?? []
    await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
    await page.keyboard.press('Enter')
    await page.getByText('This is not the code from the e-mail').waitFor()
    await page.getByLabel('Code').fill(code)
    await page.keyboard.press('Enter')
    await heading(page, 'Your data package is ready')
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK')
    await page.done()

    const gone = await portal.openPage('/my-data/nothing', { language: 'de-DE' })
    await gone.getByRole('alert').getByText('Bitten Sie Ihre Personalabteilung').waitFor()
    await gone.done()
  })
})
