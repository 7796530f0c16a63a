import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
await addNora(portal)
const call = portalCalls(portal).as(NORA, 'demo')

/** Somebody looks after things in dialogs: each opens, saves, says so, and closes. */
async function openAt(path: string) {
  const page = await portal.openPage(path, { as: NORA })
  const dialog = page.getByRole('dialog')
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  return {
    page,
    dialog,
    press,
    fill: (label: string, text: string) => dialog.getByRole('textbox', { name: label, exact: true }).fill(text),
    /** Presses the last button of the dialog; only what is told then was told. */
    async save(action: string, told: string) {
      await dialog.getByRole('button', { name: action, exact: true }).click()
      await page.getByText(told, { exact: true }).waitFor()
      await dialog.waitFor({ state: 'detached' })
      // At this moment: a notice goes away by itself.
      assert.equal(await page.getByText('Something went wrong').count(), 0)
    },
    choose: (menu: string | RegExp, entry: string) => chooseFrom(page, menu, entry),
  }
}

async function chooseFrom(page: Page, menu: string | RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const AT_LYON = { employee_technical_id: 'E-1004' }
const status = async (path: string) => (await call('GET', path)).statusCode

describe('people', () => {
  test('a manager is added, which leads to the page of theirs, and deleted, which leads to the list', async () => {
    const { page, choose, fill, save, press, dialog } = await openAt('/portal/admin/people')

    await choose('Add a person', 'Add a manager')
    await fill('First name', 'Mona')
    await fill('Last name', 'New')
    await fill('E-mail address', 'mona.new@demo.example')
    await fill('Technical ID', 'M-1')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('This ID is already in use.').waitFor()
    await fill('Technical ID', 'M-NEW')
    await save('Add', 'Mona New was added.')
    await page.getByRole('heading', { level: 1, name: 'Mona New' }).waitFor()
    await page.waitForURL('**/portal/admin/people/manager%3AM-NEW')

    await press('Delete')
    await save('Delete', 'Mona New was deleted.')
    await page.getByRole('heading', { level: 1, name: 'People and log-ins' }).waitFor()
    assert.equal(await status('/admin/users/M-NEW'), 404)
    await page.done()
  })

  test('an employee is added, deleted and restored', async () => {
    const { page, choose, fill, save, press, dialog } = await openAt('/portal/admin/people')

    await choose('Add a person', 'Add an employee')
    await fill('First name', 'Ella')
    await fill('Last name', 'New')
    await fill('Technical ID', 'E-NEW')
    await fill('Employee number', '7001')
    await dialog.getByRole('combobox', { name: 'Organization' }).fill('paris')
    await page.getByRole('option', { name: /Paris office/ }).click()
    await save('Add', 'Ella New was added.')
    await page.getByRole('heading', { level: 1, name: 'Ella New' }).waitFor()

    await press('Delete')
    await save('Delete', 'Ella New was deleted.')
    await page.goto(`${portal.url}/portal/admin/people?status=deleted`)
    await page.getByRole('link', { name: /Ella New/ }).click()
    await press('Restore')
    await page.getByText('Ella New was restored.').waitFor()
    assert.equal((await call('GET', '/admin/employees/E-NEW')).json().registrations[0].employee_number, '7001')
    await page.done()
  })

  test('a log-in is switched off and on, and its sessions are ended', async () => {
    const { page, save, press } = await openAt('/portal/admin/people/employee:E-1001')

    await press('Switch off')
    await save('Switch off', 'The log-in is switched off.')
    await press('Switch on')
    await page.getByText('The log-in is switched on.').waitFor()
    await press('End all sessions')
    await save('End all sessions', 'All sessions were ended.')
    await page.done()
  })
})

describe('organizations', () => {
  test('one is added at the top, edited and deleted', async () => {
    const { page, fill, save, press } = await openAt('/portal/admin/organizations')

    await press('Add an organization')
    await fill('Name', 'Foundation')
    await fill('Code', 'FOUND')
    await save('Add', 'Foundation was added.')
    await page.getByRole('heading', { name: 'Foundation' }).waitFor()

    await press('Edit')
    await fill('City', 'Lille')
    await save('Save', 'Foundation was saved.')
    assert.equal((await call('GET', '/admin/organizations/FOUND')).json().city, 'Lille')

    await press('Delete')
    await save('Delete', 'Foundation was deleted.')
    await page.getByText('Choose an organization', { exact: true }).waitFor()
    assert.equal(await status('/admin/organizations/FOUND'), 404)
    await page.done()
  })

  test('a group is added and changed', async () => {
    const { page, fill, save, press, dialog } = await openAt('/portal/admin/organizations?tab=groups')

    await press('Add a group')
    await fill('Name', 'Canteens')
    await fill('Code', 'canteens')
    await dialog.getByRole('combobox', { name: 'Organizations' }).fill('lyon')
    await page.getByRole('option', { name: /Lyon office/ }).click()
    await page.keyboard.press('Tab')
    await save('Save', 'The group Canteens was saved.')

    await press('Canteens')
    await fill('Name', 'With a canteen')
    await save('Save', 'The group With a canteen was saved.')
    await page.getByRole('button', { name: 'With a canteen' }).waitFor()
    await page.done()
  })
})

describe('roles and custom fields', () => {
  test('a role is duplicated, renamed and deleted', async () => {
    const { page, choose, fill, save } = await openAt('/portal/admin/roles')

    await choose('Actions for Team lead', 'Duplicate')
    await fill('Code', 'deputy')
    await save('Save', 'The role Team lead (copy) was saved.')
    await choose('Actions for Team lead (copy)', 'Rename')
    await fill('Name', 'Deputy')
    await save('Save', 'The role Deputy was saved.')
    const { name, permissions } = (await call('GET', '/admin/roles/deputy')).json()
    assert.deepEqual([name, permissions], ['Deputy', (await call('GET', '/admin/roles/team-lead')).json().permissions])

    await choose('Actions for Deputy', 'Delete')
    await save('Delete', 'The role Deputy was deleted.')
    assert.equal(await status('/admin/roles/deputy'), 404)
    await page.done()
  })

  test('a field is added, renamed and deleted', async () => {
    const { page, fill, save, press } = await openAt('/portal/admin/custom-fields')

    await press('Add a field')
    await fill('Name', 'Locker')
    await fill('Code', 'locker')
    await save('Save', 'The field Locker was saved.')
    await press(/^Locker/)
    await fill('Name', 'Locker number')
    await save('Save', 'The field Locker number was saved.')

    await press('Delete Locker number')
    await save('Delete', 'The field Locker number was deleted.')
    assert.equal(await status('/admin/custom_fields/locker'), 404)
    await page.done()
  })
})

describe('documents and set-up', () => {
  test('a document is held, released, put into the trash and deleted, which leads to the list', async () => {
    const form = new FormData()
    form.append('data', JSON.stringify({ title: 'Warning', document_type_code: 'contract', ...AT_LYON }))
    form.append('file', new File([new Uint8Array(aPdf())], 'scan.pdf'))
    const { headers, payload } = await asPayload(form)
    const { id } = (await call('POST', '/manager/documents', { headers, body: payload })).json()
    const { page, choose, save, press } = await openAt(`/portal/manager/documents/${id}`)

    await choose('More actions', 'Put under legal hold')
    await save('Put under legal hold', 'Saved.')
    await page.getByText('Saved.', { exact: true }).waitFor({ state: 'detached' })
    await choose('More actions', 'Lift the legal hold')
    await save('Lift the legal hold', 'Saved.')
    await press('Move to trash')
    await page.getByText('“Warning” was moved to trash.').waitFor()
    await choose('More actions', 'Delete permanently')
    await save('Delete permanently', 'The document was deleted.')
    await page.waitForURL('**/portal/manager/employees/E-1004/documents')
    assert.equal(await status(`/manager/documents/${id}`), 404)
    await page.done()
  })

  test('a data set and a form are deleted, which leads to their lists', async () => {
    await call('PUT', '/admin/datasets/colours', { body: { dimensions: [{ id: 'colour', localized_names: [] }] } })
    const datasets = await openAt('/portal/admin/datasets/colours')
    await datasets.press('Delete')
    await datasets.save('Delete', 'The data set was deleted.')
    await datasets.page.getByRole('heading', { level: 1, name: 'Data sets' }).waitFor()
    assert.equal(await status('/admin/datasets/colours'), 404)
    await datasets.page.done()

    const forms = await openAt('/portal/admin/forms/certificate')
    await forms.press('Delete the form')
    await forms.save('Delete the form', 'The form was deleted')
    await forms.page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor()
    await forms.page.done()
  })
})
