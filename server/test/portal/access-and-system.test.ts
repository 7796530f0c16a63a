import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { APPLICATION_RESOURCES } from '#kernel/access/resources.ts'
import { recordingMailer } from '#modules/mails/index.ts'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'

const portal = await startPortal()
// Of the demo, whose HR manager reads French; the team lead may administer nothing.
const HR = 'manager:M-1'

async function tokenStatus(id: string, secret: string): Promise<number> {
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials&scope=client&client_id=demo',
  })
  return answer.statusCode
}

describe('applications', () => {
  test('are issued with what they need, shown once, given a new secret, and revoked', async () => {
    const page = await portal.openPage('/portal/admin/applications', { as: HR })
    await page.getByRole('row', { name: /Demo application/ }).waitFor()

    await page.getByRole('button', { name: 'New application' }).click()
    await page.getByLabel('Name').fill('Payroll run')
    await page.keyboard.press('Tab')
    await page.getByLabel('Employees', { exact: true }).selectOption({ label: 'Read' })
    await expect(page.getByRole('textbox', { name: 'ID' })).toHaveValue('payroll-run')
    await expectAccessible(page, OVERLAYS)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const secret = await page.getByLabel('Application secret').inputValue()
    assert.equal(await tokenStatus('payroll-run', secret), 200)
    await page.getByRole('figure', { name: 'A call with curl' }).getByText('client_id=demo').waitFor()
    assert.ok(!(await page.getByRole('figure').textContent())?.includes(secret))
    await expectAccessible(page, OVERLAYS)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.reload()
    await page.getByRole('row', { name: /Payroll run.*employees:read/ }).waitFor()
    assert.ok(!(await page.content()).includes(secret))

    await page.getByRole('button', { name: 'Actions for Payroll run' }).click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    const renewed = await page.getByLabel('Application secret').inputValue()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    assert.deepEqual([await tokenStatus('payroll-run', secret), await tokenStatus('payroll-run', renewed)], [401, 200])

    await page.getByRole('button', { name: 'Actions for Payroll run' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Payroll run was revoked.').waitFor()
    assert.equal(await tokenStatus('payroll-run', renewed), 401)
    await page.getByRole('button', { name: 'Show revoked' }).click()
    await page.waitForURL('**revoked=yes**')
    await page.getByRole('row', { name: /Payroll run/ }).waitFor()
    await page.done()
  })
})

test('applications can be issued for everything that the server lists', async () => {
  const page = await portal.openPage('/portal/admin/applications', { as: HR })
  await page.getByRole('button', { name: 'New application' }).click()
  await page.getByLabel('Signatures', { exact: true }).waitFor()
  const offered = page.getByRole('dialog').getByRole('group').getByRole('combobox')
  await expect(offered).toHaveCount(Object.keys(APPLICATION_RESOURCES).length)
  await expect(page.getByRole('group', { name: 'Other' }), 'every resource has a word and a group').toHaveCount(0)

  await page.getByLabel('Name').fill('Signing')
  await page.keyboard.press('Tab')
  await page.getByLabel('Requests', { exact: true }).selectOption({ label: 'Read' })
  await page.getByLabel('Signatures', { exact: true }).selectOption({ label: 'Read and write' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()

  const { rows } = await portal.pool.query(`SELECT permissions FROM applications WHERE id = 'signing'`)
  assert.deepEqual(rows, [{ permissions: ['requests:read', 'signatures:*'] }])
  await page.done()
})

/** The second half of a double click, right after the answer to the first. */
const PRESS_AGAIN_AFTER_REFUSAL = `new MutationObserver((_, observer) => {
  if (!document.body.innerText.includes('neither an IP address nor a range')) return
  observer.disconnect()
  document.querySelector('[role=dialog] [type=submit]').click()
  document.body.dataset.pressedAgain = 'yes'
}).observe(document, { childList: true, subtree: true })`

describe('API keys', () => {
  test('are issued for addresses, and revoked, on a phone', async () => {
    const page = await portal.openPage('/portal/admin/applications?tab=keys', { as: HR, width: 360, height: 740 })
    await page.getByText('demo-key').waitFor()

    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Intranet')
    await page.getByRole('combobox', { name: 'Allowed addresses' }).fill('somewhere')
    // As long as a finger takes: the tag must not move the button away from under it.
    await page.getByRole('button', { name: 'Create', exact: true }).click({ delay: 300 })
    await page.getByText('One of these is neither an IP address nor a range.').waitFor()
    await page.getByRole('combobox', { name: 'Allowed addresses' }).focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('127.0.0.0/8')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
    const call = () => portal.app.inject({ url: '/api/forms/', headers: { 'x-api-key': key } })
    assert.equal((await call()).statusCode, 200)
    await page.getByRole('button', { name: 'I have saved it' }).click()

    await page.getByRole('listitem').filter({ hasText: 'Intranet' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Intranet was revoked.').waitFor()
    assert.equal((await call()).statusCode, 403)
    await page.done()
  })

  test('still say why they were refused when the button is pressed once more', async () => {
    const page = await portal.openPage('/portal/admin/applications?tab=keys', { as: HR })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Kiosk')
    await page.getByRole('combobox', { name: 'Allowed addresses' }).fill('nowhere')
    await page.keyboard.press('Enter')
    await page.evaluate(PRESS_AGAIN_AFTER_REFUSAL)

    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('[data-pressed-again]').waitFor()

    await page.waitForTimeout(200)
    await expect(page.getByText('One of these is neither an IP address nor a range.')).toHaveCount(1)
    await page.done()
  })
})

describe('mails', () => {
  test('say to whom what was sent, and what failed', async () => {
    const mailer = recordingMailer(
      {
        ...portal.mailer,
        transport: 'smtp',
        send: ({ to }) => (to.startsWith('lost') ? Promise.reject(new Error('No such mailbox')) : Promise.resolve()),
      },
      portal,
    )
    const about = { clientId: 'demo', kind: 'request' }
    await mailer.send({ to: 'emma@demo.example', subject: 'Your request', text: '' }, about)
    await mailer.send({ to: 'lost@demo.example', subject: 'Never there', text: '' }, about).catch(() => {})
    const page = await portal.openPage('/portal/admin/mails', { as: HR, colorScheme: 'dark' })

    await page.getByRole('row', { name: /emma@demo.example Your request Request Sent/ }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('combobox', { name: 'Result' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await page.waitForURL('**status=failed**')
    await page.getByText('No such mailbox').waitFor()
    await expect(page.getByText('emma@demo.example')).toHaveCount(0)
    await page.done()
  })
})

describe('the system', () => {
  test('says first what needs attention, in French too', async () => {
    const page = await portal.openPage('/portal/admin/system', { as: HR, language: 'fr-FR' })

    const problems = page.getByRole('region', { name: 'À surveiller' })
    await problems.getByText('1 e-mail n’a pas pu être envoyé').waitFor()
    await page.getByRole('region', { name: 'Les données de Demo company' }).getByText('Salariés').waitFor()
    await page.getByRole('row', { name: /mails\.forget/ }).waitFor()
    await problems.getByRole('link', { name: 'Voir' }).click()
    await page.waitForURL('**/portal/admin/mails?status=failed')
    await page.done()
  })

  test('is not for those who may not', async () => {
    const page = await portal.openPage('/portal/admin/system', { as: 'manager:M-2' })

    await page.getByRole('heading', { level: 1, name: 'You do not have access to this page' }).waitFor()
    // The page complains of the refusal too, which is what is wanted here.
    await page.context().close()
  })
})
