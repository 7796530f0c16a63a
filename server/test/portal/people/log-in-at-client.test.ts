import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { expectAccessible } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'

const service = await startPortal()
const { openPage, credentials } = service
const { employee } = credentials.people
type Page = Awaited<ReturnType<typeof openPage>>

const PASSWORD = 'another long password'
await applySetup(
  service,
  parseSetup({
    clients: [
      {
        id: 'rival',
        name: 'Rival & Sons',
        employees: [
          { technical_id: 'R-1', first_name: 'Rita', last_name: 'R', email: employee.email, password: PASSWORD },
        ],
      },
    ],
  }),
)

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

describe('logging in where there are several clients', () => {
  test('the client is chosen after the address, by keyboard too, and its password counts', async () => {
    const page = await openPage('/login?next=%2Fportal%2Fdocuments', { width: 360 })
    await logIn(page, employee.email, PASSWORD)

    await page.getByRole('heading', { name: 'Choose your company' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Rival & Sons' }).press('Enter')

    await page.waitForURL('**/portal/documents')
    await page.done()
  })

  test('the page of a client names it, asks nothing else, and mails links for it alone', async () => {
    const page = await openPage('/login/rival')
    await page.getByRole('heading', { name: 'Log in to Rival & Sons' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.waitForURL('**/login/rival/forgot')
    await page.getByRole('link', { name: 'Back to the log-in' }).click()
    await page.waitForURL('**/login/rival')

    await logIn(page, employee.email, PASSWORD)

    await page.waitForURL('**/portal')
    await page.done()
  })

  test('a page of no client says so, in French on a phone, and leads to the one for all', async () => {
    const page = await openPage('/login/nowhere', { language: 'fr-FR', width: 360 })

    await page.getByRole('heading', { name: 'Page de connexion inconnue' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Se connecter autrement' }).click()

    await page.getByRole('heading', { name: 'Connexion' }).waitFor()
    await page.done()
  })
})
