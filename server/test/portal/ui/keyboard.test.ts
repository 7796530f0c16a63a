import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { signingCalls } from '#test/harness/browser/demo-signing.ts'
import { keyboardOf } from '#test/harness/browser/keyboard.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const PAYSLIPS = join(import.meta.dirname, '../../../../docs/guides/samples/payslips.pdf')
const EMMA = 'employee:E-2001'

const portal = await startPortal()
await addNora(portal)
const call = portalCalls(portal).as(NORA, 'demo')
const { aStartedProcess } = await signingCalls(portal)

/** Sends a form as a program of the company does; answers what it reads back. */
async function send<T>(path: string, form: FormData): Promise<T> {
  const { headers, payload } = await asPayload(form)
  const key = { 'x-api-key': portal.credentials.api_key }
  const answer = await portal.app.inject({ method: 'POST', url: path, payload, headers: { ...headers, ...key } })
  assert.ok(answer.statusCode < 300, answer.body)
  return answer.json()
}

async function openFor(as: typeof EMMA | typeof NORA, path: string) {
  const page = await portal.openPage(path, { as })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, ...keyboardOf(page) }
}

describe('an employee, with nothing but the keyboard', () => {
  test('finds a payslip and downloads it', async () => {
    const form = new FormData()
    const payslip = { title: 'Payslip 2026-02', document_type_code: 'payslip', employee_technical_id: 'E-2001' }
    form.append('data', JSON.stringify({ ...payslip, document_type_metas: { period: '2026-02' } }))
    form.append('file', new File([new Uint8Array(aPdfOf(['Payslip']))], 'payslip.pdf'))
    await send('/api/v1/enterprise/documents/', form)

    const { page, activate, tabTo, press } = await openFor(EMMA, '/portal')
    await activate('link', 'Documents')
    await page.getByRole('heading', { level: 1, name: 'My documents' }).waitFor()
    await activate('link', /^Payslip 2026-02/)
    await page.getByRole('heading', { level: 1, name: 'Payslip 2026-02' }).waitFor()
    await tabTo('link', 'Download')
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')])
    assert.equal(download.suggestedFilename(), 'payslip.pdf')
    await page.done()
  })

  test('makes a request', async () => {
    const { page, activate, fill } = await openFor(EMMA, '/portal/requests')
    await activate('link', 'New request')
    await activate('link', /^Employment certificate/)
    await fill('textbox', /^Copies/, '2')
    await activate('button', 'Send the request')
    await page.getByText('Your request was sent').waitFor()
    await page.done()
  })

  test('signs', async () => {
    await aStartedProcess('Contract of Emma', [{ type: 'employee', technical_id: 'E-2001' }])
    const { page, activate, fill, tabTo, press } = await openFor(EMMA, '/portal')
    await activate('link', /^To sign/)
    await activate('link', 'Contract of Emma')
    await fill('textbox', 'Your name', 'Emma Clarke')
    await tabTo('checkbox', /^I have read this document/)
    await press('Space')
    await activate('button', 'Sign')
    await page.getByRole('heading', { name: /You have signed|Signed and sealed/ }).waitFor()
    await page.done()
  })
})

describe('a manager, with nothing but the keyboard', () => {
  test('answers a request and closes it', async () => {
    const form = new FormData()
    const given = {
      form_code: 'certificate',
      creator_technical_id: 'M-1',
      employee_technical_id: 'E-2001',
      copies: '1',
    }
    for (const [name, value] of Object.entries({ ...given, subject: 'For the bank' })) form.set(name, value)
    form.set('visible_to_employee', 'true')
    await send('/api/requests/', form)

    const { page, activate, fill } = await openFor(NORA, '/portal/manager')
    await activate('link', 'Requests')
    await activate('link', /^All open/)
    await activate('link', /^For the bank/)
    await fill('textbox', 'Reply', 'Here it is')
    await activate('button', 'Send to Emma Clarke')
    await page.getByText('Your reply was sent to Emma Clarke').waitFor()
    await activate('button', 'Close request')
    await page.getByRole('dialog', { name: 'Close this request?' }).waitFor()
    await activate('button', 'Close request')
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    await page.done()
  })

  test('uploads a document', async () => {
    const { page, activate, fill, choose, chooseFiles } = await openFor(
      NORA,
      '/portal/manager/employees/E-1003/documents',
    )
    await activate('link', 'Upload documents')
    await page.getByRole('heading', { level: 1, name: 'Upload documents' }).waitFor()
    await choose('Type', 'Employment contract')
    await chooseFiles('Choose files', { name: 'scan.pdf', mimeType: 'application/pdf', buffer: aPdf('scan') })
    await fill('textbox', 'Title of scan.pdf', 'Contract of Chloé')
    await activate('button', 'File 1 document')
    await page.getByText('1 of 1 filed').waitFor()
    await page.done()
  })

  test('distributes payslips', async () => {
    const { page, activate, fill, chooseFiles } = await openFor(NORA, '/portal/manager/distributions')
    await activate('link', 'New distribution')
    await fill('textbox', 'Name', 'Payslips of May')
    await chooseFiles('Choose files', PAYSLIPS)
    await activate('button', 'Create and send 1 file')
    await page.getByRole('main').getByText('To validate', { exact: true }).first().waitFor()
    await activate('button', 'Validate…')
    await page.getByRole('dialog').getByText('2 documents for 2 people').waitFor()
    await activate('button', 'Deliver')
    await page.getByRole('main').getByText('Completed', { exact: true }).first().waitFor()
    await page.done()
  })
})

describe('an administrator, with nothing but the keyboard', () => {
  test('creates a role', async () => {
    const { page, activate, fill, tabTo, press } = await openFor(NORA, '/portal/admin/roles')
    await activate('button', 'Add a role')
    await fill('textbox', 'Name', 'Archivist')
    await fill('textbox', 'Code', 'archivist')
    await activate('button', 'Save')
    await page.getByText('The role Archivist was saved.').waitFor()
    await tabTo('checkbox', 'Archivist: Read Articles', 400)
    await press('Space')
    await activate('button', 'Review and save')
    await activate('button', 'Save')
    await page.getByRole('button', { name: 'Review and save' }).waitFor({ state: 'detached' })
    const { permissions } = (await call('GET', '/admin/roles/archivist')).json()
    assert.deepEqual(permissions, ['articles:read'])
    await page.done()
  })

  test('creates a form', async () => {
    const { page, activate, fill } = await openFor(NORA, '/portal/admin/forms')
    await activate('button', 'New form')
    await fill('textbox', 'Title', 'Parking space')
    await activate('button', 'Create and build')
    await page.getByRole('heading', { name: 'Parking space', level: 1 }).waitFor()
    await activate('button', 'Add: Short text')
    await fill('textbox', 'Label', 'Number plate')
    await activate('button', 'Save')
    await page.getByText('The form was saved as version 2').waitFor()
    const { fields } = (await call('GET', '/admin/forms/parking_space')).json()
    assert.equal(fields.length, 1)
    await page.done()
  })
})
