import { test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'

const { openPage, url, credentials } = await startPortal()

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

  const roles = await openPage('/portal/admin/roles', { as: 'manager:M-1' })
  const name = 'Team lead: Read hidden Requests'
  await roles.getByRole('checkbox', { name }).check()
  await roles.getByRole('button', { name: 'Review and save' }).click()
  await roles.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await roles.getByText('The role Team lead was saved.').waitFor()
  await roles.reload()
  await expect(roles.getByRole('checkbox', { name })).toBeChecked()
})
