import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const hr = portalCalls(portal).as('manager:M-1', 'demo')

/** Like Hélène, who speaks French; Nora does not. */
await hr('PUT', '/admin/users/M-3', {
  body: {
    first_name: 'Nora',
    last_name: 'Quinn',
    email: 'nora@demo.example',
    language: 'en-us',
    profiles: [{ role: 'hr', organizations: ['GROUP'], include_below: true }],
  },
})

async function file(data: object): Promise<string> {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(aPdf())], 'scan.pdf'))
  const { headers, payload } = await asPayload(form)
  const answer = await hr('POST', '/manager/documents', { headers, body: payload })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().id
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const pdf = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: aPdf() }

describe('the home page of a manager', () => {
  test('leads to the note of a reminder, in French', async () => {
    const description = 'Entretien annuel à préparer'
    const remind_date = new Date(portal.clock.now().getTime() + 86_400_000).toISOString()
    await hr('POST', '/manager/notes', { body: { employee_technical_id: 'E-1002', description, remind_date } })

    const page = await portal.openPage('/portal/manager', { as: 'manager:M-1', language: 'fr-FR' })
    await heading(page, 'Bonjour Hélène')
    await page.getByRole('heading', { name: 'Rappels' }).waitFor()
    await page.getByRole('link', { name: description }).waitFor()
    await page.getByText('Aucune distribution n’attend de validation.').waitFor()
    await expect(page.getByRole('link', { name: /Non affectées/ })).toHaveText(/^\d+/, { useInnerText: true })
    await page.getByRole('link', { name: description }).click()

    await heading(page, 'Béla Fekete')
    await page.getByText('Tous les gestionnaires qui voient ce dossier').waitFor()
    await page.done()
  })
})

describe('employees', () => {
  test('are found and opened with the keyboard alone', async () => {
    const page = await portal.openPage('/portal/manager/employees', { as: 'manager:M-2' })
    await page.getByRole('link', { name: 'Farid Haddad' }).waitFor()
    await tabTo(page, 'Search by name, number or e-mail')
    await page.keyboard.type('emma')
    await page.getByText('1 result', { exact: true }).waitFor()
    await tabTo(page, /^Emma Clarke/)
    await page.keyboard.press('Enter')

    await heading(page, 'Emma Clarke')
    await page.getByText('221 Baker Street').waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })

  test('are narrowed by filters that stay in the address', async () => {
    const page = await portal.openPage('/portal/manager/employees?field.grade=lead', { as: 'manager:M-3' })
    await page.getByRole('link', { name: /Chloé Lefèvre/ }).waitFor()
    await expect(page.getByRole('link', { name: /Ada Moreau/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'All organizations' }).click()
    await page.getByRole('treeitem', { name: 'Demo company' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('treeitem', { name: 'United Kingdom' }).click()

    await page.getByText('Nobody found').waitFor()
    await expect(page).toHaveURL(/\?field\.grade=lead&organization=GB$/)
    await page.done()
  })

  test('of other managers are not there', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-1001', { as: 'manager:M-2' })
    await page.getByText('It does not exist, or no longer exists.').waitFor()
    await page.done()
  })
})

describe('the navigation', () => {
  /** One entry alone is marked as the place where one is. */
  async function expectPlace(page: Page, name: string): Promise<void> {
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toContainText([name])
  }

  test('marks the place of each page, and folder and person lead to one another', async () => {
    const id = await file({ document_type_code: 'contract', employee_technical_id: 'E-1002', title: 'Marked contract' })
    const page = await portal.openPage('/portal/manager/employees/E-1002/documents', { as: 'manager:M-3' })
    await page.getByRole('link', { name: 'Marked contract' }).first().click()
    await heading(page, 'Marked contract')
    await expect(page).toHaveURL(new RegExp(id))
    await expectPlace(page, 'Employees')

    await page.getByRole('link', { name: 'Béla Fekete' }).first().click()
    await page.getByRole('link', { name: 'Profile and log-in' }).click()
    await page.getByRole('heading', { name: 'Registrations' }).waitFor()
    await expectPlace(page, 'People')
    await page.getByRole('link', { name: 'Open the folder' }).click()
    await page.getByRole('link', { name: 'Upload documents' }).click()
    await heading(page, 'Upload documents')
    await expectPlace(page, 'Employees')
    await page.goto(`${portal.url}/portal/manager/documents/upload?kind=company`)
    await expectPlace(page, 'Company documents')
    await page.done()
  })

  test('offers the person to those only who may open it', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-2001', { as: 'manager:M-2' })
    await heading(page, 'Emma Clarke')
    await expect(page.getByRole('link', { name: 'Profile and log-in' })).toHaveCount(0)
    await page.done()
  })
})

/** What the element with the focus is called. */
const FOCUSED = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"

/** Goes on with the Tab key until what is called so has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate<string>(FOCUSED)
    // Initials stand before the name of a person.
    if (typeof name === 'string' ? label === name : name.test(label.replace(/^[A-Z]{1,2}(?=[A-Z])/, ''))) return
  }
  assert.fail(`The Tab key does not lead to ${name}.`)
}

/** Drags a file over a place of the page, or drops it there. */
function drag(page: Page, event: 'dragover' | 'drop', name: string, onto = 'body'): Promise<unknown> {
  return page.evaluate(`{
    const held = new DataTransfer()
    held.items.add(new File(['%PDF-1.7'], '${name}', { type: 'application/pdf' }))
    const event = new DragEvent('${event}', { bubbles: true, cancelable: true, dataTransfer: held })
    document.querySelector('${onto}').dispatchEvent(event)
  }`)
}

describe('the folder of an employee', () => {
  test('takes files that are dropped on it, and the form takes more', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-1004/documents', { as: 'manager:M-3' })
    await page.getByText('No documents yet').waitFor()
    await drag(page, 'dragover', 'one.pdf')
    await page.getByText('Drop the files to add them to this folder').waitFor()
    await drag(page, 'drop', 'one.pdf')

    await heading(page, 'Upload documents')
    await page.getByRole('textbox', { name: 'Title of one.pdf' }).waitFor()
    await drag(page, 'drop', 'two.pdf', 'fieldset > div')
    await page.getByRole('textbox', { name: 'Title of two.pdf' }).waitFor()
    await page.done()
  })

  test('takes a document that was uploaded, and counts it', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-1003/documents', { as: 'manager:M-3' })
    await page.getByText('No documents yet').waitFor()
    await page.getByRole('link', { name: 'Upload documents' }).first().click()
    await heading(page, 'Upload documents')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([pdf, { ...pdf, name: 'second.pdf' }])
    await page.getByRole('textbox', { name: 'Title of scan.pdf' }).fill('Payslip of May')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Payslip' }).click()
    await page.getByRole('button', { name: 'File 2 documents' }).click()
    await page.getByText('This is required for documents of this type.').first().waitFor()
    await page.getByRole('textbox', { name: 'Period' }).fill('2025-05')
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Retry 2' }).click()
    await page.getByText('2 of 2 filed').waitFor()
    await page.getByRole('link', { name: 'Open the folder' }).click()

    await page.getByRole('link', { name: 'Payslip of May' }).waitFor()
    await page.getByRole('navigation', { name: 'Documents by type' }).getByText('Payslip', { exact: true }).waitFor()
    const filed = (await hr('GET', '/manager/employees/E-1003/documents')).json()
    assert.deepEqual(
      filed.map((one: { api_uploader_name: string; origin: string }) => [one.api_uploader_name, one.origin]),
      [
        ['Nora Quinn', 'portal'],
        ['Nora Quinn', 'portal'],
      ],
    )
    await page.done()
  })

  test('keeps notes, and gives one back that was deleted by mistake', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-2001/notes', { as: 'manager:M-2' })
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings')
    await page.getByRole('textbox', { name: 'Remind on' }).fill('01/02/2030')
    await page.getByLabel('Time', { exact: true }).fill('09:30')
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Save the note' }).click()
    await page.getByText('Prefers mornings').waitFor()
    await page.reload()
    await page.getByText('Reminder on Jan 2, 2030').waitFor()
    await page.getByRole('button', { name: 'Delete the note' }).click()
    await page.getByText('No notes yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()

    await page.getByText('Prefers mornings').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('Note written').waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })
})

describe('a document', () => {
  test('is looked at, changed, put into the trash and taken back', async () => {
    const contract = { title: 'Contract', document_type_code: 'contract', employee_technical_id: 'E-1004' }
    const id = await file(contract)
    const page = await portal.openPage(`/portal/manager/documents/${id}`, { as: 'manager:M-3', colorScheme: 'dark' })
    await heading(page, 'Contract')
    await page.locator('[data-state=shown] img').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Signed contract')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Signed contract')
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('In trash', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()

    await page.getByRole('button', { name: 'Move to trash' }).waitFor()
    const stored = (await hr('GET', `/manager/documents/${id}`)).json()
    assert.deepEqual([stored.title, stored.trashed], ['Signed contract', false])
    await page.done()
  })

  test('of the company is found on a phone', async () => {
    await file({ title: 'Code of conduct', document_type_code: 'policy', organization_codes: ['GROUP'] })
    const page = await portal.openPage('/portal/manager/documents', { as: 'manager:M-3', width: 360, height: 720 })
    await page.getByRole('link', { name: 'Code of conduct' }).waitFor()
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.equal(overflow, 0, 'the page is wider than the phone')
    await page.getByRole('link', { name: 'Code of conduct' }).click()

    await page.getByText('Demo company').last().waitFor()
    await page.done()
  })
})

describe('types of documents', () => {
  test('are added with what they ask of documents', async () => {
    const page = await portal.openPage('/portal/admin/document-types', { as: 'manager:M-3' })
    await page.getByRole('link', { name: 'Employment contract' }).waitFor()
    await page.getByRole('link', { name: 'Add a type' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('diploma')
    await page.getByRole('textbox', { name: 'English' }).fill('Diploma')
    await page.getByRole('button', { name: 'Add an attribute' }).click()
    await page.getByRole('textbox', { name: 'Code' }).last().fill('school')
    await page.getByRole('button', { name: 'Add an attribute' }).click()
    await page.getByRole('textbox', { name: 'Code' }).last().fill('year')
    await page.getByRole('button', { name: 'Move year up' }).click()
    await page.getByRole('button', { name: 'Create the type' }).click()

    await heading(page, 'Diploma')
    const type = (await hr('GET', '/admin/document_types/diploma')).json()
    assert.deepEqual([type.name, type.metas.map((one: { code: string }) => one.code)], ['Diploma', ['year', 'school']])
    await page.done()
  })
})

test('the search of the header finds employees and documents', async () => {
  await file({ title: 'Remote agreement', document_type_code: 'letter', employee_technical_id: 'E-1001' })
  const page = await portal.openPage('/portal/manager/employees', { as: 'manager:M-3' })
  await page.getByRole('link', { name: /Ada Moreau/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('remote agree')
  await page.getByRole('option', { name: /Remote agreement/ }).waitFor()
  await page.getByRole('dialog').getByRole('combobox').fill('haddad')
  await page.getByRole('option', { name: /Farid Haddad 2002 · London/ }).click()

  await heading(page, 'Farid Haddad')
  await page.done()
})
