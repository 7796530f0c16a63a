import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { openPage } = portal
const asHr = portalCalls(portal).as('manager:M-1', 'demo')

type Field = { code: string; type: string; required: boolean; choices?: string[] }
const fieldsOf = async (code: string): Promise<Field[]> => (await asHr('GET', `/admin/forms/${code}`)).json().fields

test('an administrator makes a form, orders its fields by keyboard, tries it out and saves it', async () => {
  const page = await openPage('/portal/admin/forms', { as: 'manager:M-1' })
  await page.getByRole('link', { name: /Mobility request/ }).waitFor()

  await page.getByRole('button', { name: 'New form' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Parking space')
  await page.getByRole('button', { name: 'Create and build' }).click()
  await page.getByRole('heading', { name: 'Parking space', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add: Short text' }).click()
  await page.getByRole('textbox', { name: 'Label' }).fill('Number plate')
  await page.getByRole('textbox', { name: 'Code' }).fill('subject')
  await page.getByRole('button', { name: 'Add: One choice' }).click()
  await page.getByRole('button', { name: 'Add: Data set value' }).click()
  await page.getByRole('combobox', { name: 'Data set' }).click()
  await page.getByRole('option', { name: 'offices' }).click()
  await page.getByRole('button', { name: 'Move One choice: press the arrow keys' }).press('ArrowUp')
  await page.getByText('One choice is now number 1 of 3').waitFor()
  await expectAccessible(page, CONTENT)

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 error prevents the form from being saved').waitFor()
  assert.deepEqual(await fieldsOf('parking_space'), [])
  await page.getByRole('button', { name: /^Number plate/ }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('plate')
  await page.getByRole('switch', { name: 'Required' }).click()
  await page.getByRole('link', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Simulate sending' }).click()
  await page.getByText('This field is required.').waitFor()
  await page.getByRole('textbox', { name: 'Number plate' }).fill('AB 123')
  await page.getByRole('button', { name: 'Simulate sending' }).click()
  await page.getByText('Everything is filled in').waitFor()
  await expectAccessible(page, CONTENT)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Employees can use this form' }).click()
  await page.getByRole('textbox', { name: 'Due after (days)' }).fill('4')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The form was saved as version 2').waitFor()

  const fields = await fieldsOf('parking_space')
  assert.deepEqual(
    fields.map(({ code, required }) => [code, required]),
    [
      ['one_choice', false],
      ['plate', true],
      ['data_set_value', false],
    ],
  )
  await page.done()
})

test('what somebody else saved meanwhile is not written over', async () => {
  const page = await openPage('/portal/admin/forms/certificate?tab=settings', { as: 'manager:M-1' })
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Certificate of mine')

  await asHr('PATCH', '/admin/forms/certificate', { body: { due_in_days: 9 } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else has saved this form in the meantime').waitFor()

  const form = (await asHr('GET', '/admin/forms/certificate')).json()
  assert.deepEqual([form.title, form.due_in_days], ['Employment certificate', 9])
  await page.done()
})
