import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { fileDocument } from '#test/harness/browser/demo-documents.ts'
import { clippedOn } from '#test/harness/browser/layout.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { as } = portalCalls(portal)
const hr = as('manager:M-1', 'demo')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const filed = (title: string, date = '2026-03-28T10:00:00Z') =>
  fileDocument(
    portal,
    {
      title,
      date,
      document_type_code: 'payslip',
      document_type_metas: { period: '2026-03' },
      employee_technical_id: 'E-1001',
    },
    { bytes: aPdf(), filename: 'payslip.pdf' },
  )

describe('legal holds', () => {
  test('one is placed with its counts, keeps a document, and is released', async () => {
    const document = await filed('Payslip of March')
    const page = await portal.openPage('/portal/admin/legal-holds', { as: 'manager:M-1' })
    await page.getByRole('link', { name: 'Place a hold' }).first().click()
    await page.getByRole('button', { name: 'Place the hold' }).click()
    await page.getByText('Choose at least one employee, organization, document type or document.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Moreau v. Demo')
    await page.getByRole('textbox', { name: 'Reason' }).fill('Claim before the labour court')
    await page.getByRole('combobox', { name: 'Employees' }).fill('more')
    await page.getByRole('option', { name: 'Ada Moreau · E-1001' }).click()
    await page.keyboard.press('Escape')
    await page.getByText('Payslip of March').waitFor()
    await page.getByRole('status').getByText('Employee documents').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Place the hold' }).click()

    await heading(page, 'Moreau v. Demo')
    await page.getByRole('link', { name: 'Payslip of March' }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('link', { name: 'Payslip of March' }).click()
    await page.getByRole('link', { name: 'Legal hold: Moreau v. Demo' }).waitFor()
    const trash = page.getByRole('button', { name: 'Move to trash' })
    await trash.hover()
    await page.getByRole('tooltip').getByText('until the hold is released').waitFor()
    await trash.click({ force: true })
    assert.equal((await hr('GET', `/manager/documents/${document}`)).json().trashed, false)

    await page.getByRole('link', { name: 'Legal hold: Moreau v. Demo' }).click()
    await heading(page, 'Moreau v. Demo')
    await page.getByRole('button', { name: 'Release' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('can be deleted again').waitFor()
    await dialog.getByRole('button', { name: 'Release the hold' }).click()
    await dialog.getByText('Say why the hold ends.').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Settled')
    await dialog.getByRole('button', { name: 'Release the hold' }).click()
    await page.getByText('The legal hold was released.').waitFor()
    await page.getByText('Settled').waitFor()

    assert.equal((await hr('GET', `/manager/documents/${document}`)).json().legal_hold, false)
    await page.done()
  })

  test('its name is a secret of those who may read holds, and fits on a phone', async () => {
    const document = await filed('Payslip of April')
    const scope = { document_ids: [document] }
    const name = 'Procédure prud’homale Moreau contre Société Démo, section encadrement'
    await hr('POST', '/admin/legal_holds', { body: { name, reason: 'x', scope } })
    await hr('PUT', '/admin/roles/folders', {
      body: { name: 'Folders', permissions: ['employees:read', 'employee_documents:read'] },
    })
    await hr('PUT', '/admin/users/M-4', {
      body: {
        first_name: 'Ola',
        last_name: 'Berg',
        email: 'ola@demo.example',
        profiles: [{ role: 'folders', organizations: ['GROUP'], include_below: true }],
      },
    })
    const path = `/portal/manager/documents/${document}`
    const theirs = await portal.openPage(path, { as: 'manager:M-4' })
    await theirs.getByText('Under legal hold').first().waitFor()
    assert.equal(await theirs.getByText('Moreau contre').count(), 0)
    await theirs.done()

    const page = await portal.openPage(path, { as: 'manager:M-1', language: 'fr-FR', width: 360 })
    await page.getByRole('link', { name: `Conservation légale : ${name}` }).waitFor()
    assert.deepEqual(await clippedOn(page), [])
    await page.done()
  })
})

describe('retention', () => {
  test('a policy is described with what it would do, decides, and is told of where something is kept', async () => {
    const document = await filed('Payslip of May', '2020-05-28T10:00:00Z')
    const page = await portal.openPage('/portal/admin/retention', { as: 'manager:M-1' })
    await page.getByRole('link', { name: 'Payslip', exact: true }).click()
    await heading(page, 'New retention policy')
    await page.getByRole('textbox', { name: 'Name' }).fill('Payslips (France)')
    await page.getByRole('textbox', { name: 'Legal basis' }).fill('Article L3243-4')
    await page.getByRole('combobox', { name: 'Beginning with' }).click()
    await page.getByRole('option', { name: 'The date of the document' }).click()
    const years = page.getByRole('textbox', { name: 'Years' })
    await years.fill('5')
    await page.getByRole('img', { name: /^Chart: \d/ }).waitFor()
    await page.getByRole('link', { name: 'Payslip of May' }).waitFor()
    await page.getByRole('button', { name: 'As a table' }).click()
    await page.getByRole('table', { name: 'Fall due' }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Add the policy' }).click()

    await heading(page, 'Payslips (France)')
    assert.ok(page.url().endsWith('/retention/payslips-france'))
    await page.getByRole('link', { name: 'Payslip of May' }).waitFor()
    await page.goto(`${portal.url}/portal/manager/documents/${document}`)
    await page.getByText('Due since May 28, 2025').first().waitFor()
    await page.getByRole('link', { name: 'Payslips (France)' }).click()
    await heading(page, 'Payslips (France)')
    await page.done()

    const { delay, origin, filters } = (await hr('GET', '/admin/retention_policies/payslips-france')).json()
    assert.deepEqual([delay, filters.document_type_codes], ['P5Y', ['payslip']])
    assert.ok(['api', 'portal'].includes(origin))
  })

  test('the calendar sums what falls due, and a policy is switched off, on a phone', async () => {
    const body = {
      name: 'Lettres',
      resource_type: 'employee_document',
      trigger: { event: 'created' },
      delay: 'P0D',
      action: 'trash',
    }
    await hr('PUT', '/admin/retention_policies/everything', { body })
    await filed('Payslip of June')
    const page = await portal.openPage('/portal/admin/retention?tab=calendar', {
      as: 'manager:M-1',
      language: 'fr-FR',
      width: 360,
      colorScheme: 'dark',
    })
    await page.getByRole('img', { name: /à échéance/ }).waitFor()
    await page.getByText('Lettres').first().waitFor()
    assert.deepEqual(await clippedOn(page), [])
    await expectAccessible(page, CONTENT)
    await page.getByRole('link', { name: 'Règles', exact: true }).click()
    const toggle = page.getByRole('switch', { name: 'Lettres est active' })
    await toggle.press('Space')
    await page.getByRole('switch', { name: 'Lettres est active', checked: false }).waitFor()
    await page.done()

    assert.equal((await hr('GET', '/admin/retention_policies/everything')).json().enabled, false)
  })
})

describe('disposals', () => {
  test('what is due is gathered, one item is kept, and the rest goes once it is approved', async () => {
    const body = {
      name: 'Old payslips',
      resource_type: 'employee_document',
      filters: { document_type_codes: ['payslip'] },
      trigger: { event: 'fixed_date', date: '2026-01-01' },
      delay: 'P1D',
      action: 'delete',
    }
    await hr('PUT', '/admin/retention_policies/old-payslips', { body })
    const [kept, gone] = await Promise.all([filed('Payslip to keep'), filed('Payslip to delete')])
    for (const id of ['payslips-france', 'everything']) {
      await hr('DELETE', `/admin/retention_policies/${id}`)
    }
    const page = await portal.openPage('/portal/admin/disposals', { as: 'manager:M-1' })
    await page.getByRole('button', { name: 'Dispose now' }).click()
    await page.getByRole('combobox', { name: 'Policy' }).click()
    await page.getByRole('option', { name: 'Old payslips' }).click()
    await page.getByRole('button', { name: 'Gather' }).click()

    await heading(page, 'Old payslips')
    await page.getByRole('checkbox', { name: 'Select Payslip to keep' }).click()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Reject…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await dialog.getByText('Say why it has to be kept.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A question of the auditor')
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByText('The items are kept.').waitFor()
    await page.getByRole('link', { name: /^Disposals \d+ waiting$/ }).waitFor()
    await page.getByRole('button', { name: 'Approve all' }).click()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Your approval is recorded.').waitFor()

    await page.getByText('Completed').first().waitFor()
    await page.getByText('A question of the auditor').waitFor()
    await page.getByRole('button', { name: 'Certificate' }).click()
    const pdf = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Certificate as PDF' }).click()
    assert.match((await pdf).suggestedFilename(), /^certificate-.+\.pdf$/)
    await page.done()
    assert.equal((await hr('GET', `/manager/documents/${kept}`)).statusCode, 200)
    assert.equal((await hr('GET', `/manager/documents/${gone}`)).statusCode, 404)
  })
})
