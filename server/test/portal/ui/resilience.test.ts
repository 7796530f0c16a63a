import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { sendRequest } from '#test/harness/browser/demo-requests.ts'

const portal = await startPortal()
const EMMA = 'employee:E-2001'
const MANAGER = 'manager:M-1'

describe('without a connection', () => {
  test('a page that was never opened waits, and what is typed stays', async () => {
    const page = await portal.openPage('/portal/documents/upload', { as: EMMA })
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Proof of address')
    await page.context().setOffline(true)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Articles' }).click()
    const banner = page.getByText('No connection to the server')
    await banner.waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await banner.waitFor()
    await expect(title).toHaveValue('Proof of address')

    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor()
    await banner.waitFor({ state: 'detached' })
    await page.done()
  })

  test('a language that is chosen is spoken once the connection is back', async () => {
    const page = await portal.openPage('/login')
    await page.getByRole('heading', { level: 1, name: /^Log in/ }).waitFor()
    await page.getByRole('button', { name: /Language/ }).click()
    const french = page.getByRole('menu').getByText('Français')
    await french.waitFor()
    await page.context().setOffline(true)
    await french.click()
    const banner = page.getByText('No connection to the server')
    await banner.waitFor()
    await page.getByRole('heading', { level: 1, name: /^Log in/ }).waitFor()

    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: /^Connexion/ }).waitFor()
    await banner.waitFor({ state: 'detached' })
    await page.done()
  })

  test('a call that is not answered says so, and can be repeated', async () => {
    const id = await sendRequest(portal, 'Without a connection')
    const page = await portal.openPage(`/portal/requests/${id}`, { as: EMMA })
    const reply = page.getByRole('textbox', { name: 'Write a message' })
    await reply.fill('Here it is')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor()
    await expect(reply).toHaveValue('Here it is')

    await page.context().setOffline(false)
    // A press right after a failure is taken for the second half of a double click.
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'Here it is' }).waitFor()
    await page.done()
  })
})

describe('a form that was not sent', () => {
  test('is there again for who filled it in, and for nobody else who logs in here', async () => {
    const path = `${portal.url}/portal/requests/new/certificate`
    const page = await portal.openPage('/portal/requests/new/certificate', { as: EMMA })
    const copies = page.getByRole('textbox', { name: 'Copies' })
    await copies.fill('3')
    await page.logIn('employee:E-1001')
    await page.goto(path)
    await copies.waitFor()
    await expect(copies).toHaveValue('')

    await page.logIn(EMMA)
    await page.goto(path)
    await page.getByRole('status').filter({ hasText: 'draft' }).waitFor()
    await expect(copies).toHaveValue('3')
    await page.done()
  })
})

describe('a reply that was not sent', () => {
  test('is there again after another page was looked at, for who wrote it', async () => {
    const id = await sendRequest(portal, 'First')
    const other = await sendRequest(portal, 'Second')
    const page = await portal.openPage(`/portal/manager/requests/${id}`, { as: MANAGER })
    const reply = page.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Half of an answer')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Employees' }).click()
    await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor()

    await page.goto(`${portal.url}/portal/manager/requests/${other}`)
    await reply.waitFor()
    await expect(reply).toHaveValue('')
    await page.goto(`${portal.url}/portal/manager/requests/${id}`)
    await reply.waitFor()
    await expect(reply).toHaveValue('Half of an answer')

    await reply.press('Control+Enter')
    await page.getByRole('listitem').filter({ hasText: 'Half of an answer' }).waitFor()
    await page.reload()
    await reply.waitFor()
    await expect(reply).toHaveValue('')
    await page.done()
  })
})

/** A press at the last moment before React puts the menu that has arrived in the place of its button. */
const PRESS_BEFORE_RENDER = `(() => {
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (...given) {
    MessagePort.prototype.postMessage = postMessage
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent.includes('Account of'))
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    this.postMessage(...given)
  }
})()`

describe('a menu that is loaded when a pointer comes near', () => {
  test('opens for a press between its arrival and its being shown', async () => {
    const page = await portal.openPage('/portal', { as: EMMA })
    await page.waitForLoadState('networkidle')
    await page.evaluate(PRESS_BEFORE_RENDER)
    await page.getByRole('button', { name: /Account of/ }).dispatchEvent('pointerover')

    await page.getByRole('menuitem', { name: 'Log out', exact: true }).waitFor()
    await page.done()
  })
})

describe('an address that is not there', () => {
  test('shows a page with a way out to browsers, and an error body to programs', async () => {
    const page = await portal.openPage('/login')
    const shown = await page.goto(`${portal.url}/nowhere`)
    assert.equal(shown?.status(), 404)
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL('**/login')
    await page.done()

    const html = { accept: 'text/html,application/xhtml+xml' }
    for (const [path, headers] of [
      ['/nowhere', { accept: '*/*' }],
      ['/api/v2/nowhere', html],
      ['/api/v1/nowhere', html],
      ['/api/nowhere', html],
      ['/portal/api/nowhere', html],
    ] as const) {
      const answer = await fetch(portal.url + path, { headers })
      assert.match(answer.headers.get('content-type') ?? '', /json/, path)
    }
    const posted = await fetch(`${portal.url}/nowhere`, { method: 'POST', headers: html })
    assert.match(posted.headers.get('content-type') ?? '', /json/)
  })

  test('is said within the shell to who is logged in', async () => {
    const page = await portal.openPage('/portal/manager/nowhere', { as: MANAGER })
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor()
    await page.done()
  })
})

describe('the home of the other scope', () => {
  test('leads to one’s own', async () => {
    const manager = await portal.openPage('/portal', { as: MANAGER })
    await manager.waitForURL('**/portal/manager')
    await manager.done()
    const employee = await portal.openPage('/portal/manager', { as: EMMA })
    await employee.waitForURL('**/portal')
    await employee.getByRole('heading', { level: 1, name: /Emma/ }).waitFor()
    await employee.done()
  })
})
