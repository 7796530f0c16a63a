import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { after, describe, test } from 'node:test'
import { systemActor } from '#kernel/work.ts'
import { decryptSharedToken } from '#modules/clients/index.ts'
import { patchEmployee, putAccount } from '#modules/directory/index.ts'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { eventually } from '#test/harness/eventually.ts'
import { answerOf, IDP_ENTITY_ID, readQuestion } from '#test/harness/features/directory/identity-provider.ts'
import { IDP_CERTIFICATE } from '#test/harness/features/directory/identity-provider-key.ts'

const service = await startPortal()
const { openPage, url, credentials, db, keyring, publicUrl } = service
const { manager, employee } = credentials.people
type Page = Awaited<ReturnType<typeof openPage>>

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** The path of the link in the last mail to somebody. */
async function linkMailedTo(email: string, subject: RegExp): Promise<string> {
  const mail = await eventually(async () => {
    const mails = await service.mails()
    return mails.findLast((one) => one.to?.[0]?.address === email && subject.test(one.subject ?? ''))
  })
  const [link = ''] = /https?:\S+\/password\/[\w-]+/.exec(mail.text ?? '') ?? []
  return link.replace(publicUrl, '')
}

async function signedLink(externalId: string, next: string): Promise<string> {
  const client = await db.selectFrom('clients').selectAll().where('id', '=', 'demo').executeTakeFirstOrThrow()
  const timestamp = (Date.now() / 1000).toFixed(3)
  const token = decryptSharedToken(keyring, client.id, client.sealed_shared_token)
  const hash = createHmac('sha256', token).update(`${externalId}${timestamp}${next}`).digest('hex')
  return `/sso/access/?${new URLSearchParams({ external_id: externalId, timestamp, hash, next })}`
}

describe('logging in', () => {
  test('with a password, by keyboard alone, to the page that was asked for', async () => {
    const page = await openPage('/portal/documents')
    await page.waitForURL('**/login?next=*')
    await expectAccessible(page)

    await page.getByLabel('E-mail address').focus()
    await page.keyboard.type(employee.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('The e-mail address or password is incorrect.').waitFor()
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(employee.password)
    await page.keyboard.press('Enter')

    await page.waitForURL('**/portal/documents')
    await page.done()
  })

  test('is slowed after many failures, and says for how long', async () => {
    const page = await openPage('/login')
    await logIn(page, 'guessed@demo.example', 'a guess')
    await page.getByText('The e-mail address or password is incorrect.').waitFor()
    // As after many more.
    await db
      .updateTable('login_failures')
      .set({ blocked_until: new Date(Date.now() + 120_000) })
      .execute()

    await logIn(page, 'guessed@demo.example', 'another guess')

    await page.getByText(/Too many attempts\. Try again in \d+ seconds?/).waitFor()
    await page.done()
    // The address of this machine is waited for no longer than this test.
    await db.deleteFrom('login_failures').execute()
  })

  test('a shortcut leads on after the log-in, and a wrong role is told', async () => {
    const page = await openPage('/api/v1/url/manager/employee/folder/?employee_id=E-1001', { as: 'employee:E-2002' })

    await page.getByText('This page needs another log-in').waitFor()
    await expectAccessible(page)
    await logIn(page, manager.email, manager.password)

    await page.waitForURL('**/portal/manager/employees/E-1001')
    await page.done()
  })

  test('by a signed link, once; then a page says that it does not log in, in French too', async () => {
    const link = await signedLink('E-1003', '/portal/vault')
    const page = await openPage(link)
    await page.waitForURL('**/portal/vault')

    const again = await openPage(link, { language: 'fr-FR', width: 360 })
    await again.getByRole('heading', { name: 'Ce lien ne permet pas de vous connecter' }).waitFor()
    await expectAccessible(again)
    await again.getByRole('link', { name: 'Aller à la page de connexion' }).click()
    await again.waitForURL('**/login')

    await page.done()
    await again.done()
  })

  test('logging out everywhere ends other windows', async () => {
    const one = await openPage('/login')
    const other = await openPage('/login')
    for (const page of [one, other]) {
      await logIn(page, manager.email, manager.password)
      await page.waitForURL('**/portal/manager')
    }

    await one.getByRole('button', { name: /Account of/ }).click()
    await one.getByRole('menuitem', { name: 'Log out everywhere' }).click()
    await one.waitForURL('**/login*')
    await other.goto(`${url}/portal/manager/employees`)
    await other.waitForURL('**/login?next=*')

    await one.done()
    await other.done()
  })
})

describe('passwords', () => {
  test('a forgotten one is chosen anew by a mailed link, in French, on a phone', async () => {
    const email = 'chloe.lefevre@demo.example'
    await service.doWork({ client: { id: 'demo', languages: [] }, actor: systemActor }, async (work) => {
      await patchEmployee(work, 'E-1003', { language: 'fr-fr' })
      await putAccount(work, { scope: 'employee', technicalId: 'E-1003' }, { password: 'an old password' })
    })
    const page = await openPage('/login', { language: 'fr-FR', width: 360 })

    await page.getByRole('link', { name: 'Mot de passe oublié' }).click()
    await page.getByRole('button', { name: 'Recevoir un lien' }).waitFor()
    await page.getByLabel('Adresse e-mail').fill(email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Recevoir un lien' }).click()
    await page.getByText(/un lien vient d’y être envoyé/).waitFor()
    const link = await linkMailedTo(email, /nouveau mot de passe/)
    await page.goto(url + link)
    await page.getByLabel('Nouveau mot de passe').fill('motdepasse')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
    await page.getByText(/Ce mot de passe est trop répandu/).waitFor()
    await page.getByLabel('Nouveau mot de passe').fill('quatre chevaux sous la pluie')
    await page.getByText('Difficile à deviner.').waitFor()
    await page.getByRole('button', { name: 'Enregistrer et se connecter' }).click()
    await page.waitForURL('**/portal')

    await page.goto(url + link)
    await page.getByRole('heading', { name: 'Ce lien ne fonctionne plus' }).waitFor()
    await page.done()
  })

  test('somebody who is invited chooses a first one', async () => {
    const answer = await (await openPage('/portal/admin/people', { as: 'manager:M-1' })).evaluate(async () => {
      const headers = { 'x-requested-with': 'dossier' }
      return (await fetch('/portal/api/admin/accounts/employee:E-2001/invitations', { method: 'POST', headers })).status
    })
    const page = await openPage(await linkMailedTo('emma.clarke@demo.example', /Your access/), { colorScheme: 'dark' })

    assert.equal(answer, 202)
    await page.getByRole('heading', { name: 'Welcome! Choose a password' }).waitFor()
    await page.getByLabel('New password').fill('three green bicycles')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.waitForURL('**/portal')
    await page.done()
  })
})

describe('an identity provider', async () => {
  /** A provider that knows who is in front of it, and posts its answer as providers do. */
  const email = 'emma.clarke@demo.example'
  const idp = createServer(async (request, response) => {
    // Browsers ask for an icon too.
    if (!request.url?.startsWith('/sso')) return void response.writeHead(404).end()
    const question = readQuestion(`http://idp.test${request.url}`)
    const answer = await answerOf(question, email)
    // The service is known by another address here than it listens on.
    const action = question.acsUrl.replace(publicUrl, url)
    response.setHeader('content-type', 'text/html')
    response.end(`<form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${answer}">
      <input type="hidden" name="RelayState" value="${question.relayState}"><button>Continue</button></form>`)
  })
  await new Promise<void>((done) => idp.listen(0, '127.0.0.1', done))
  after(() => {
    idp.close()
    idp.closeAllConnections()
  })
  const { port } = idp.address() as { port: number }
  const metadata = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${IDP_ENTITY_ID}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">
    <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${IDP_CERTIFICATE.replaceAll(/-----.*?-----|\s/g, '')}
    </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="http://127.0.0.1:${port}/sso"/>
    </md:IDPSSODescriptor></md:EntityDescriptor>`

  test('is added from its metadata, logs people in, and is switched off and deleted', async () => {
    const admin = await openPage('/portal/admin/identity-providers', { as: 'manager:M-1' })
    await admin.getByText('No identity provider yet').waitFor()
    await admin.getByRole('link', { name: 'Add an identity provider' }).first().click()
    await admin.getByRole('textbox', { name: 'Name' }).fill('Company account')
    await admin.getByRole('textbox', { name: 'Code' }).fill('company')
    await admin.getByRole('button', { name: 'Fill in from metadata' }).click()
    await admin.getByLabel('Metadata (XML)').fill('<nonsense/>')
    await admin.getByRole('button', { name: 'Fill in', exact: true }).click()
    await admin.getByText('This is not the metadata of an identity provider.').waitFor()
    await admin.getByLabel('Metadata (XML)').fill(metadata)
    await admin.getByRole('button', { name: 'Fill in', exact: true }).click()
    await admin.getByText('idp.test', { exact: true }).waitFor()
    await admin.getByText(/Valid until Oct 2\d, 2126/).waitFor()
    await expect(admin.getByLabel('ACS URL (reply URL)')).toHaveValue(`${publicUrl}/saml/demo/company/acs`)
    await expectAccessible(admin, CONTENT)
    await admin.getByRole('button', { name: 'Add an identity provider' }).click()
    await admin.waitForURL('**/identity-providers?code=company')

    const page = await openPage('/login?next=/portal/documents')
    await page.getByRole('link', { name: 'Log in with Company account' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/portal/documents')
    await page.done()

    await admin.getByLabel('People can log in with it').click()
    await admin.getByRole('button', { name: 'Save' }).click()
    await admin.getByText('Off', { exact: true }).waitFor()
    const without = await openPage('/saml/demo/company/login')
    await without.getByRole('heading', { name: 'This log-in option is not available' }).waitFor()
    await without.done()
    await admin.getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await admin.getByText('No identity provider yet').waitFor()
    await admin.done()
  })
})
