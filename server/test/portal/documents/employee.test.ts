import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { fileDocument } from '#test/harness/browser/demo-documents.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'

const portal = await startPortal()
const EMMA = 'employee:E-2001'
const ADA = 'employee:E-1001'

/** Files a PDF of two pages; answers its id. */
const file = (employee_technical_id: string, document_type_code: string, title: string, given: object = {}) =>
  fileDocument(
    portal,
    { title, document_type_code, employee_technical_id, ...given },
    { bytes: aPdfOf([title, 'Second page']), filename: `${title}.pdf` },
  )
const aPayslip = (employee: string, period: string) =>
  file(employee, 'payslip', `Payslip ${period}`, { date: `${period}-28`, document_type_metas: { period } })

await file('E-2001', 'contract', 'Employment contract', { date: '2023-02-01' })
for (const period of ['2025-12', '2026-01', '2026-02']) await aPayslip('E-2001', period)
await aPayslip('E-1001', '2026-02')

describe('the home of an employee', () => {
  test('greets, shows what came since the last visit, and searches', async () => {
    const page = await portal.openPage('/portal', { as: EMMA })
    const documents = page.getByRole('region', { name: 'Latest documents' })
    await documents.getByRole('link', { name: /Payslip 2026-02/ }).waitFor()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Emma/)
    await expect(documents.getByText('New')).toHaveCount(0)

    // An hour passes, and the company files something.
    await page.evaluate(`localStorage.setItem('dossier-visit-E-2001',
      JSON.stringify({ since: Date.now() - 3_600_000, seen: Date.now() - 3_600_000 }))`)
    await page.reload()
    await documents.getByText('New').first().waitFor()

    await page.getByRole('searchbox', { name: 'Search articles, forms, documents and requests' }).fill('leave')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portal/search?q=leave')
    await page.done()
  })

  test('is in French, on a phone, for who reads French', async () => {
    const page = await portal.openPage('/portal', { as: ADA, language: 'fr-FR', width: 360, height: 740 })

    await page.getByRole('heading', { level: 1, name: /^Bon(jour|soir) Ada$/ }).waitFor()
    await page.getByRole('region', { name: 'Derniers documents' }).getByText('Bulletin de paie').waitFor()
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), 'nothing is cut off')
    await page.done()
  })
})

describe('the folder', () => {
  test('is narrowed by type and words, and keeps that in its address', async () => {
    const page = await portal.openPage('/portal/documents', { as: EMMA })
    const rows = page.getByRole('table', { name: 'My documents' }).getByRole('row')

    await page.getByRole('link', { name: 'Payslip 3' }).click()
    await page.waitForURL('**/portal/documents?type=payslip')
    await page.getByRole('searchbox', { name: 'Search my documents' }).fill('2026')
    await page.waitForURL('**q=2026**')
    await page.reload()
    await rows.filter({ hasText: 'Payslip 2026-01' }).waitFor()

    await expect(rows, 'a head and two payslips').toHaveCount(3)
    await page.getByRole('searchbox', { name: 'Search my documents' }).fill('nothing like it')
    await page.getByRole('button', { name: 'Show all documents' }).click()
    await rows.filter({ hasText: 'Employment contract' }).waitFor()
    await page.done()
  })

  test('shows a document page by page, leads to the next one, and saves it', async () => {
    const page = await portal.openPage('/portal/documents?type=payslip', { as: EMMA, colorScheme: 'dark' })

    await page.getByRole('link', { name: 'Payslip 2026-02' }).click()
    const first = page.getByRole('img', { name: 'Payslip 2026-02, page 1 of 2' })
    await first.waitFor()
    await page.waitForFunction('[...document.images].some((one) => one.naturalWidth > 500)')
    await expectAccessible(page, CONTENT)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'Payslip 2026-02.pdf')
    await page.getByRole('link', { name: 'Next document' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payslip 2026-01' }).waitFor()
    await page.done()
  })

  test('tells that a document is not there', async () => {
    const page = await portal.openPage('/portal/documents/00000000-0000-4000-8000-000000000000', { as: EMMA })

    await page.getByRole('alert').getByText('It does not exist, or no longer exists.').waitFor()
    await page.done()
  })

  test('takes a document by keyboard alone', async () => {
    const page = await portal.openPage('/portal/documents/upload?type=id-card', { as: EMMA })
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }

    await page.getByRole('button', { name: 'Send' }).focus()
    await press('Enter')
    await page.getByText('Choose a file.').waitFor()
    await page.getByRole('button', { name: 'Choose files' }).focus()
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Enter')])
    await chooser.setFiles({ name: 'My card.pdf', mimeType: 'application/pdf', buffer: aPdf('card') })
    await page.getByRole('list', { name: 'Chosen files' }).getByText('My card.pdf').waitFor()
    await page.getByLabel('Title').focus()
    await page.keyboard.type('Identity card of Emma')
    await press('Enter')

    await page.getByRole('heading', { level: 1, name: 'Identity card of Emma' }).waitFor()
    await page.getByText('Sent in the portal').waitFor()
    const { rows } = await portal.pool.query(`SELECT origin FROM documents WHERE title = 'Identity card of Emma'`)
    assert.deepEqual(rows, [{ origin: 'portal' }])
    await page.done()
  })
})

describe('the vault', () => {
  test('says whose it is, goes by year, and is taken away as a ZIP', async () => {
    const page = await portal.openPage('/portal/vault', { as: EMMA })

    await page.getByText('Only you. HR and your managers cannot open it').waitFor()
    await page.getByRole('link', { name: /^2026 \d/ }).click()
    await page.waitForURL('**/portal/vault?year=2026')
    await page.getByRole('link', { name: 'Payslip 2026-01' }).waitFor()
    await expect(page.getByRole('link', { name: 'Employment contract' })).toHaveCount(0)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download 2026' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'vault-2026.zip')
    assert.equal((await readFile(await download.path())).subarray(0, 2).toString(), 'PK')
    await page.getByRole('link', { name: 'Payslip 2026-01' }).click()
    await page.getByRole('img', { name: 'Payslip 2026-01, page 1 of 2' }).waitFor()
    await page.done()
  })
})

describe('the profile', () => {
  test('shows where somebody works, keeps language and colours, and logs out everywhere', async () => {
    const other = await portal.openPage('/portal', { as: 'employee:E-2002' })
    const page = await portal.openPage('/portal/profile', { as: 'employee:E-2002' })

    await page.getByText('London office').waitFor()
    await page.getByText('Dark', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Français' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mon profil' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Mon profil' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.dataset.mantineColorScheme'), 'dark')
    await page.getByRole('button', { name: 'Se déconnecter partout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter partout' }).click()
    await page.waitForURL('**/login**')

    await other.reload()
    await other.waitForURL('**/login**')
    await page.done()
    await other.done()
  })

  test('shows a manager the roles, and where they count', async () => {
    const page = await portal.openPage('/portal/profile', { as: 'manager:M-2' })

    const roles = page.getByRole('region', { name: 'My roles' })
    await roles.getByText('Team lead').waitFor()
    await roles.getByText('London office', { exact: true }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })
})
