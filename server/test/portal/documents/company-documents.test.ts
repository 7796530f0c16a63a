import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

const portal = await startPortal()
/** Of Paris. */
const ADA = 'employee:E-1001'
/** Of London. */
const EMMA = 'employee:E-2001'

async function file(title: string, organization: string) {
  const form = new FormData()
  form.append('data', JSON.stringify({ title, document_type_code: 'policy', organization_codes: [organization] }))
  form.append('file', new File([new Uint8Array(aPdfOf([title, 'Second page']))], `${title}.pdf`))
  const { headers, payload } = await asPayload(form)
  const url = '/api/v1/enterprise/documents/'
  const key = { 'x-api-key': portal.credentials.api_key }
  const answer = await portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...key } })
  assert.equal(answer.statusCode, 201, answer.body)
}

describe('Spec 287, 293: shortcuts', () => {
  test('the upload has a company type filled in, after a log-in whose next is the absolute address of the shortcut', async () => {
    const shortcut = `${portal.url}/api/v1/url/manager/documents/upload/?doc_type=policy`
    const page = await portal.openPage(`/login?next=${encodeURIComponent(shortcut)}`, { as: 'manager:M-1' })

    await page.waitForURL('**/portal/manager/documents/upload?type=policy')
    await page.getByRole('combobox', { name: 'Type' }).waitFor()
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Company policy')
    await page.getByText('Organizations').first().waitFor()
    await page.done()
  })

  test('a next of another site leads to the first page', async () => {
    for (const next of [
      'https://evil.test/',
      `${portal.url.replace('//', '//me@')}/portal/documents`,
      '//evil.test/',
    ]) {
      const page = await portal.openPage(`/login?next=${encodeURIComponent(next)}`, { as: EMMA })

      await page.getByRole('heading', { level: 1, name: /Emma/ }).waitFor()
      assert.equal(new URL(page.url()).origin, portal.url)
      await page.done()
    }
  })
})

describe('company documents of an employee', () => {
  test('are empty at first, then list what the organizations publish, found by words and read', async () => {
    const page = await portal.openPage('/portal/documents', { as: EMMA })
    await page.getByRole('link', { name: 'Company documents' }).click()
    await page.getByText('No company documents yet').waitFor()
    await file('Travel policy', 'GROUP')
    await file('Fire safety in London', 'GB-LON')
    await file('Parking in Paris', 'FR-PAR')
    await page.reload()
    const rows = page.getByRole('table', { name: 'Company documents' }).getByRole('row')
    await rows.filter({ hasText: 'Fire safety in London' }).waitFor()
    await expect(rows, 'a head and two documents').toHaveCount(3)

    await page.getByRole('searchbox', { name: 'Search company documents' }).fill('travel')
    await page.waitForURL('**q=travel**')
    await page.getByRole('link', { name: 'Travel policy' }).click()
    await page.getByRole('img', { name: 'Travel policy, page 1 of 2' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'Travel policy.pdf')
    await page.done()
  })

  test('are in French, on a phone', async () => {
    await file('Accord de télétravail', 'FR-PAR')
    const page = await portal.openPage('/portal/documents/company', {
      as: ADA,
      language: 'fr-FR',
      width: 360,
      height: 740,
    })

    await page.getByRole('heading', { level: 1, name: 'Documents d’entreprise' }).waitFor()
    await page.getByText('Accord de télétravail').first().waitFor()
    await expect(page.getByText('Fire safety in London')).toHaveCount(0)
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), 'nothing is cut off')
    await page.done()
  })
})
