import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { eventually } from '#test/harness/eventually.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startPortal()
const { openPage, credentials, publicUrl } = service
const { manager, employee } = credentials.people
const hr = portalCalls(service).as('manager:M-1', 'demo')

async function mailTo(email: string, subject: RegExp): Promise<string> {
  const mail = await eventually(async () => {
    const mails = await service.mails()
    return mails.findLast((one) => one.to?.[0]?.address === email && subject.test(one.subject ?? ''))
  })
  return mail.text ?? ''
}

async function confirmationFor(email: string): Promise<string> {
  const [link = ''] = /https?:\S+\/login\/address\/[\w-]+/.exec(await mailTo(email, /Confirm/)) ?? []
  return link.replace(publicUrl, '')
}

/** Nothing in the dialog is cut off or reaches beyond it. */
async function expectNarrow(page: Page, dialog: Locator): Promise<void> {
  const { x, width } = (await dialog.boundingBox()) ?? assert.fail('The dialog is not there.')
  assert.ok(x >= 0 && x + width <= (page.viewportSize()?.width ?? 0))
  const cut = await dialog.evaluate((shown) =>
    [...shown.querySelectorAll('*')].flatMap((one) =>
      one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 ? [one.textContent] : [],
    ),
  )
  assert.deepEqual(cut, [])
}

describe('the log-ins of a person', () => {
  test('are linked by the password of the other, switched between, and unlinked', async () => {
    const page = await openPage('/portal/profile', { as: 'employee:E-1001' })
    await page.getByRole('button', { name: 'Link another log-in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link your manager log-in' })
    await dialog.getByLabel('Address of the other log-in').fill(manager.email)
    await dialog.getByLabel('Password of the other log-in').fill('not the password')
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()
    await dialog.getByText('The address or password is incorrect.').waitFor()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByLabel('Password of the other log-in').fill(manager.password)
    await dialog.getByRole('button', { name: 'Link', exact: true }).click()

    await page.getByText('The log-ins are linked.').waitFor()
    assert.match(await mailTo(manager.email, /were linked/), /Ada Moreau/)
    await page.getByRole('button', { name: 'Account of Ada Moreau' }).click()
    await page.getByRole('menuitem', { name: 'Switch to my manager space' }).click()
    await page.waitForURL('**/portal/manager')
    await page.goto(`${service.url}/portal/profile`)
    await page.getByText('Employee log-in').waitFor()
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()

    // The session was switched to, and ends with the link.
    await page.waitForURL('**/login*')
    await page.done()
  })

  test('keep their address until both mailboxes have confirmed, on a phone', async () => {
    const page = await openPage('/portal/profile', { as: 'employee:E-1001', width: 390, height: 844 })
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByLabel('New log-in address').fill('ada@home.example')
    await page.getByLabel('Your password').fill(employee.password)
    await page.getByRole('button', { name: 'Send the two links' }).click()
    await page.getByText('Waiting for confirmation').waitFor()
    await expectAccessible(page, CONTENT)

    const old = await confirmationFor(employee.email)
    const next = await confirmationFor('ada@home.example')
    await page.goto(`${service.url}${next}`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('One of two steps done').waitFor()
    await page.goto(`${service.url}${old}`)
    await page.getByText('You have confirmed from the other inbox.', { exact: false }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('From now on, you log in with ada@home.example.').waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()

    await page.waitForURL('**/login*')
    await page.done()
  })

  test('get another address from an administrator, who sees it apart from the contact address', async () => {
    const page = await openPage('/portal/admin/people/employee:E-1002', { as: 'manager:M-1' })
    await page.getByRole('button', { name: 'Send an invitation' }).click()
    await page.getByRole('button', { name: 'Change log-in address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New log-in address').fill('bela@home.example')
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('button', { name: 'Change log-in address' }).click()
    await page.getByText('The log-in address was changed.').waitFor()
    await page.getByText('bela@home.example').waitFor()
    await page.done()
  })

  test('are linked by a mailed code when the other has no password, in French and on a phone', async () => {
    await hr('PUT', '/admin/users/M-SSO', {
      body: { first_name: 'Ada', last_name: 'Moreau', email: 'ada@sso.example', language: 'fr-fr', profiles: [] },
    })
    await hr('PUT', '/admin/accounts/manager:M-SSO', { body: {} })
    const page = await openPage('/portal/profile', {
      as: 'employee:E-1003',
      language: 'fr-FR',
      colorScheme: 'dark',
      width: 360,
      height: 740,
    })
    await page.getByRole('button', { name: 'Lier un autre accès' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lier votre accès gestionnaire' })
    await dialog.getByText('Authentification unique').click()
    await dialog.getByRole('button', { name: 'M’envoyer un code' }).click()
    await dialog.getByText('Saisissez l’adresse de l’autre accès.').waitFor()
    await dialog.getByLabel('Adresse de l’autre accès').fill('ada@sso.example')
    await dialog.getByRole('button', { name: 'M’envoyer un code' }).click()
    const [code = ''] = /\b\d{6}\b/.exec(await mailTo('ada@sso.example', /code/)) ?? []
    await dialog.getByLabel('Code reçu par e-mail').fill(code === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: 'Lier', exact: true }).click()
    await dialog.getByText('Ce n’est pas le code envoyé par e-mail.').waitFor()
    await expectNarrow(page, dialog)
    await dialog.getByLabel('Code reçu par e-mail').fill(code)
    await dialog.getByRole('button', { name: 'Lier', exact: true }).click()

    await page.getByText('ada@sso.example').waitFor()
    await page.done()
  })

  test('are linked by an administrator, who is told what is wrong, and unlinked', async () => {
    await hr('PUT', '/admin/accounts/manager:M-2', { body: {} })
    const page = await openPage('/portal/admin/people/employee:E-1004', { as: 'manager:M-1' })
    await page.getByRole('button', { name: 'Send an invitation' }).click()
    await page.getByRole('button', { name: 'Link to another log-in' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link to another log-in' })
    await dialog.getByLabel('Technical ID of the manager').fill('nobody')
    await dialog.getByRole('button', { name: 'Link to another log-in' }).click()
    await dialog.getByText('nobody', { exact: false }).waitFor()
    await dialog.getByLabel('Technical ID of the manager').fill('M-2')
    await dialog.getByRole('button', { name: 'Link to another log-in' }).click()
    await page.getByText('The log-ins are linked.').waitFor()
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('The log-ins are no longer linked.').waitFor()
    await page.done()
  })
})
