import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { sendRequest } from '#test/harness/browser/demo-requests.ts'
import { follow } from '#test/harness/browser/pages.ts'
import { eventually } from '#test/harness/eventually.ts'

const portal = await startPortal()
const { openPage, url, credentials } = portal

/** A call of group C on the demo. */
async function api<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'x-api-key': credentials.api_key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  assert.ok(answer.ok, await answer.clone().text())
  return answer.json() as Promise<T>
}

type Made = { id: string; status: string; origin: string; body_json: Record<string, unknown> }
const read = (id: string) =>
  api<Made & { managers_assigned: { technical_id: string }[]; employee: { technical_id: string } }>(
    'GET',
    `/requests/${id}/`,
  )
async function idIn(page: Page): Promise<string> {
  await page.waitForURL(/requests\/\d+/)
  return /requests\/(\d+)/.exec(page.url())?.[1] ?? ''
}

const aRequest = (subject: string, employee?: string) => sendRequest({ url, credentials }, subject, employee)

describe('an employee', () => {
  test('finds a form, fills in fields that depend on one another, and sees it sent', async () => {
    const page = await openPage('/portal/requests', { as: 'employee:E-2001' })
    await page.getByRole('heading', { name: 'My requests', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'New request' }).first().click()
    await page.getByRole('searchbox', { name: 'Search for a form or an answer' }).fill('mobi')
    await page.getByText('1 form found').waitFor()
    await page.getByRole('link', { name: /Mobility request/ }).click()

    await page.getByRole('combobox', { name: 'Country' }).waitFor()
    await page.getByRole('button', { name: 'Send the request' }).click()
    await page.getByText('3 fields need your attention').waitFor()
    await page.getByRole('combobox', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'United Kingdom' }).click()
    await page.getByRole('combobox', { name: 'Office' }).click()
    await page.getByRole('option', { name: 'London' }).click()
    await expect(page.getByRole('option', { name: 'Paris' })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'From' }).fill('01/05/2027')
    await page.getByRole('textbox', { name: 'From' }).press('Enter')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'letter.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Dear all'),
      })
    await expectAccessible(page, CONTENT)
    await page.getByRole('textbox', { name: 'From' }).fill('01/06/2027')
    await page.getByRole('textbox', { name: 'From' }).press('Enter')
    await page.reload()
    await page.getByText('Your draft was restored').waitFor()
    await expect(page.getByRole('combobox', { name: 'Office' })).toHaveValue('London')
    await page.getByRole('button', { name: 'Send the request' }).click()

    await page.getByText('Your request was sent').waitFor()
    await page.getByText('United Kingdom › London').waitFor()
    const request = await read(await idIn(page))
    const { office, start } = request.body_json
    assert.deepEqual([request.origin, office, start], ['PORTAL', 'gb.london', '2027-01-06'])
    await expectAccessible(page, CONTENT)
    await page.done()
  })

  test('writes, reopens with a reason, and reads all of it in French on a phone, in the dark', async () => {
    const id = await aRequest('Attestation pour la banque', 'E-1001')
    await api('POST', `/requests/${id}/comments/`, { body: 'Entre nous', internal: true, author_technical_id: 'M-1' })
    await api('PATCH', `/requests/${id}/`, { status: 'closed', actor_technical_id: 'M-1' })
    const page = await openPage('/portal/requests?state=closed', {
      as: 'employee:E-1001',
      width: 360,
      height: 740,
      colorScheme: 'dark',
      language: 'fr-FR',
    })

    await page.getByRole('link', { name: /Attestation pour la banque/ }).click()
    await page.getByRole('button', { name: 'Rouvrir' }).click()
    await page.getByRole('textbox', { name: 'Que manque-t-il encore' }).fill('Le tampon <manque>')
    await page.getByRole('dialog').getByRole('button', { name: 'Rouvrir' }).click()
    await page.getByText('La demande est rouverte').waitFor()
    await page.getByText('Le tampon <manque>').waitFor()
    await page.getByRole('textbox', { name: 'Écrire un message' }).fill('Merci !')
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click()
    await page.getByText('Votre message a été envoyé').waitFor()

    await expect(page.getByText('Entre nous')).toHaveCount(0)
    assert.equal((await read(id)).status, 'open')
    const width = await page.locator('html').evaluate((html) => html.scrollWidth)
    assert.ok(width <= 360, `the page is ${width} wide`)
    await page.done()
  })
})

describe('the status of a request', () => {
  test('is the same word on all pages of both sides, and the sentence below it is true', async () => {
    const id = await aRequest('One word for it')
    const employees = await openPage(`/portal/requests/${id}`, { as: 'employee:E-2001' })
    await employees.getByText('HR has received your request and will get back to you.').waitFor()
    await api('POST', `/requests/${id}/comments/`, { body: 'Soon', internal: false, author_technical_id: 'M-2' })
    await employees.reload()
    await employees.getByText('HR has replied to your request.').waitFor()
    const managers = await openPage(`/portal/manager/requests/${id}`, { as: 'manager:M-2' })
    const places: [page: Page, path: string, row: Locator][] = [
      [employees, '/portal', employees.getByRole('listitem').filter({ hasText: 'One word for it' })],
      [employees, '/portal/requests', employees.getByRole('link', { name: /One word for it/ })],
      [employees, `/portal/requests/${id}`, employees.locator('header', { hasText: 'One word for it' })],
      [managers, `/portal/manager/requests/${id}`, managers.locator('header', { hasText: 'One word for it' })],
      [managers, '/portal/manager/requests?view=all', managers.getByRole('row', { name: /One word for it/ })],
      [managers, '/portal/manager/employees/E-2001/requests', managers.getByRole('row', { name: /One word for it/ })],
    ]

    for (const [status, word] of Object.entries({ created: 'Received', pending: 'On hold' })) {
      if (status !== 'created') await api('PATCH', `/requests/${id}/`, { status, actor_technical_id: 'M-2' })
      // What was read before the change is forgotten.
      for (const page of [employees, managers]) await page.goto(`${url}/portal/help`)
      for (const [page, path, row] of places) {
        await follow(page, path)
        await row.getByText(word, { exact: true }).first().waitFor()
      }
    }
    await employees.done()
    await managers.done()
  })
})

describe('a manager', () => {
  test('assigns several requests at once to a colleague, who is searched by name', async () => {
    const ids = [await aRequest('Many at once: first'), await aRequest('Many at once: second')]
    const other = await aRequest('Many at once: third')
    for (const id of [...ids, other]) await api('PATCH', `/requests/${id}/`, { managers_assigned: ['M-1'] })
    const page = await openPage('/portal/manager/requests?view=all&q=Many+at+once', { as: 'manager:M-1' })
    for (const subject of ['first', 'second']) {
      await page
        .getByRole('row', { name: new RegExp(subject) })
        .getByRole('checkbox')
        .check()
    }
    await page.getByText('2 selected').waitFor()

    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /Assign/ })
    await expect(dialog.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Assigned to' }).fill('wals')
    await page.getByRole('option', { name: 'Ian Walsh' }).click()
    await dialog.getByText('2 are assigned').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    const assigneesOf = async (id: string) => (await read(id)).managers_assigned.map((one) => one.technical_id)
    for (const id of ids) await eventually(async () => (await assigneesOf(id)).join() === 'M-2')
    assert.deepEqual(await assigneesOf(other), ['M-1'])
    await page.done()
  })

  test('takes a request on, replies, notes something, and closes it', async () => {
    const id = await aRequest('Certificate for a flat')
    await api('PATCH', `/requests/${id}/`, { managers_assigned: [], processing_date_due: '2020-01-01' })
    const page = await openPage('/portal/manager/requests?view=overdue', { as: 'manager:M-2' })
    await page.getByText('Overdue since').first().waitFor()

    await page.getByRole('link', { name: /Certificate for a flat/ }).click()
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('textbox', { name: 'Reply' }).fill('On its way')
    await page.getByRole('button', { name: 'Send to Emma Clarke' }).click()
    await page.getByText('Your reply was sent to Emma Clarke').waitFor()
    await page.getByText('Internal note', { exact: true }).first().click()
    await page.getByRole('textbox', { name: 'Internal note' }).fill('Second this year')
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Save the internal note' }).click()
    await page.getByText('The internal note was saved').waitFor()
    await page.getByRole('button', { name: 'Close request' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close this request?' })
    await dialog.getByText(/e-mail will be sent to emma/).waitFor()
    await dialog.getByText('Certificate for a flat (#').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.notEqual((await read(id)).status, 'closed')
    await page.getByRole('button', { name: 'Close request' }).click()
    await dialog.getByRole('button', { name: 'Close request' }).click()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()

    const request = await read(id)
    assert.deepEqual([request.status, request.managers_assigned[0]?.technical_id], ['closed', 'M-2'])
    const comments = await api<{ internal: boolean }[]>('GET', `/requests/${id}/comments/`)
    assert.deepEqual(
      comments.map((one) => one.internal),
      [false, true],
    )
    await page.done()
  })

  test('is not asked before closing what mails nobody', async () => {
    const id = await aRequest('Kept among managers')
    await api('PATCH', `/requests/${id}/`, { visible_to_employee: false, managers_assigned: ['M-2'] })
    const page = await openPage(`/portal/manager/requests/${id}`, { as: 'manager:M-2' })

    await page.getByRole('button', { name: 'Close request' }).click()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()

    assert.equal((await read(id)).status, 'closed')
    await page.done()
  })

  test('closes several at once, by keyboard only', async () => {
    const ids = [await aRequest('Bulk one', 'E-2002'), await aRequest('Bulk two', 'E-2002')]
    const page = await openPage('/portal/manager/requests?view=all&q=bulk', { as: 'manager:M-2' })

    await page.getByRole('checkbox', { name: 'Select all rows shown' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Close', exact: true }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Close 2 requests?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Close requests: Finished').waitFor()
    await page.getByText('Done: 2', { exact: true }).waitFor()

    for (const id of ids) assert.equal((await read(id)).status, 'closed')
    await page.done()
  })

  test('sees nothing of other places, and is told so', async () => {
    const id = await aRequest('In Paris', 'E-1001')
    const page = await openPage(`/portal/manager/requests/${id}`, { as: 'manager:M-2' })

    await page.getByText('Request not found').waitFor()
    await page.done()
  })

  test('enters what an employee said on the phone', async () => {
    const page = await openPage('/portal/manager/requests/new?employee=E-2001&form=certificate', { as: 'manager:M-2' })

    const whom = page.getByRole('combobox', { name: 'Employee' })
    await page.locator('input[value*="Emma Clarke"]').waitFor()
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route(/employees\?.*q=Farid/, async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    })
    await whom.fill('Farid')
    await asked.promise
    // The list stays as it was until the answer is there.
    await expect(page.getByRole('option', { name: /Farid Haddad/ })).toHaveCount(1)
    answered.resolve()
    await page.getByRole('option', { name: /Emma Clarke/ }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: /Farid Haddad/ }).click()
    await page.getByRole('textbox', { name: 'Copies' }).fill('3')
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Create request' }).click()
    await page.getByText('The request was created').waitFor()

    const request = await read(await idIn(page))
    assert.deepEqual([request.origin, request.body_json.copies, request.employee.technical_id], ['PHONE', 3, 'E-2002'])
    await page.done()
  })
})

test('Spec 386: the page of a hidden request says who sees it, and roles can be given the right to see all', async () => {
  const form = new FormData()
  const fields = { form_code: 'default', creator_technical_id: 'M-1', employee_technical_id: 'E-2001', body: 'Quiet' }
  for (const [name, value] of Object.entries({ ...fields, subject: 'A quiet matter' })) form.set(name, value)
  const headers = { 'x-api-key': credentials.api_key }
  const answer = await fetch(`${url}/api/requests/`, { method: 'POST', headers, body: form })
  const { id } = (await answer.json()) as { id: string }

  const page = await openPage(`/portal/manager/requests/${id}`, { as: 'manager:M-1' })
  await page.getByRole('alert').getByText('Only the managers assigned to this request see it.').waitFor()
  await page.getByText('Until a manager is assigned').waitFor()
  await expectAccessible(page, CONTENT)
  await page.done()

  const roles = await openPage('/portal/admin/roles', { as: 'manager:M-1' })
  const name = 'Team lead: Read hidden Requests'
  await roles.getByRole('checkbox', { name }).check()
  await roles.getByRole('button', { name: 'Review and save' }).click()
  await roles.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await roles.getByText('The role Team lead was saved.').waitFor()
  await roles.reload()
  await expect(roles.getByRole('checkbox', { name })).toBeChecked()
  await roles.done()
})
