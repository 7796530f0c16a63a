import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { signingToken } from '#modules/signatures/signing/signing-link.ts'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { signingCalls } from '#test/harness/browser/demo-signing.ts'
import { eventually } from '#test/harness/eventually.ts'

const portal = await startPortal()
const { v2, aStartedProcess, cancel, linkTo, codeTo, isMailed } = await signingCalls(portal)
const { openPage, url } = portal
type Page = Awaited<ReturnType<typeof openPage>>

const EMMA = 'employee:E-2001'
const emma = { type: 'employee', technical_id: 'E-2001' } as const
const farid = { type: 'employee', technical_id: 'E-2002' } as const
const anExternal = (email: string, given: object = {}) =>
  ({ type: 'external', first_name: 'Nora', last_name: 'Blake', email, ...given }) as const
const AGREED = /^I have read this document/

/** The first page of the document is before somebody. */
const pageIsShown = (page: Page) => comesTrue(page, '[...document.images].some((one) => one.naturalWidth > 500)')
/** The policy of our pages lets nothing be evaluated there that looks again by itself. */
const comesTrue = (page: Page, expression: string) => eventually(() => page.evaluate<boolean>(expression))
const isWhole = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
const signButton = (page: Page) => page.getByRole('button', { name: 'Sign', exact: true })

async function drawn(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Draw' }).click()
  const pad = page.getByRole('img', { name: /^Draw your signature here/ })
  await pad.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  for (const line of [0.2, 0.5]) {
    await page.mouse.move(x + width * line, y + height * 0.7)
    await page.mouse.down()
    for (let step = 1; step <= 10; step++) {
      await page.mouse.move(x + width * (line + step * 0.02), y + height * (step % 2 ? 0.3 : 0.6))
    }
    await page.mouse.up()
  }
}

async function enterWithCode(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Send me the code' }).click()
  await page.getByLabel('Code').waitFor()
  await page.getByLabel('Code').fill(await codeTo(email))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Enter the code' }).waitFor()
}

const storedDrawings = (id: string) =>
  portal.pool
    .query('SELECT drawing FROM signature_signers WHERE process_id = $1 ORDER BY signing_order', [id])
    .then(({ rows }) =>
      rows.map((row: { drawing: { kind: string; strokes?: number[][]; text?: string } }) => row.drawing),
    )

describe('an employee and an external', () => {
  test('sign one after the other, by hand and by name, and both get the sealed document', async () => {
    const email = 'nora.blake@partner.example'
    const places = [
      { page: 1, x: 0.5, y: 0.8, width: 0.3, height: 0.06 },
      { page: 3, x: 0.1, y: 0.3, width: 0.3, height: 0.06 },
    ]
    const signers = [{ ...emma, positions: places }, anExternal(email, { signing_order: 2 })]
    const given = { message: 'As we said on Monday.', reason: 'New position', expiry_date: '2099-12-31' }
    const { id } = await aStartedProcess('Contract of Emma', signers, given)

    const page = await openPage('/portal', { as: EMMA })
    const home = page.getByRole('region', { name: 'Documents to sign' })
    await home.getByRole('link', { name: /Contract of Emma.*requests your signature by Dec 31, 2099/ }).waitFor()
    await page.getByRole('link', { name: /^To sign/ }).click()
    await page.getByRole('table', { name: 'Documents to sign' }).waitFor()
    await page.getByRole('link', { name: 'Contract of Emma' }).click()
    await page.getByText('asks you to sign this document by Dec 31, 2099').waitFor()
    await page.getByText('As we said on Monday.').waitFor()
    await pageIsShown(page)
    await page.getByText('Your signature will appear in 2 places.').waitFor()
    await page.getByRole('button', { name: 'Show me where' }).click()
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', /page 1/)

    await page.getByText('Tick the box to agree.').waitFor()
    await drawn(page)
    await page.getByRole('button', { name: 'Undo the last line' }).click()
    await page.getByText('1 line drawn').waitFor()
    await expect(signButton(page), 'nobody signs what they did not agree to').toBeDisabled()
    await page.getByRole('checkbox', { name: AGREED }).check()
    await expectAccessible(page, CONTENT)
    assert.equal(await isMailed(email), false, 'it is not their turn')
    await signButton(page).click()
    await page.getByRole('heading', { name: 'You have signed' }).waitFor()
    await expectAccessible(page, CONTENT)

    const other = await openPage(await linkTo(email, /Please sign/), { width: 360, height: 740 })
    await other.getByText('n•••@partner.example').waitFor()
    await other.getByText('Demo company asks you to sign a document.').waitFor()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Send me the code' }).click()
    await other.getByLabel('Code').fill('12 34')
    await other.keyboard.press('Enter')
    await other.getByText('Enter the six digits from the e-mail.').waitFor()
    const code = await codeTo(email)
    await other.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
    await other.keyboard.press('Enter')
    await other.getByText('This is not the code from the e-mail.').waitFor()
    await other.getByText(/^Another code in \d+\ss$/).waitFor()
    await other.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await other.keyboard.press('Enter')
    await other.getByText('Your signature will appear at the bottom of the last page.').waitFor()
    await comesTrue(other, `document.activeElement?.matches('h1')`)
    await pageIsShown(other)
    assert.ok(await isWhole(other), 'nothing is cut off')
    await other.getByLabel('Your name').fill('Nora M. Blake')
    await other.getByRole('checkbox', { name: AGREED }).check()
    await signButton(other).click()

    await other.getByRole('heading', { name: 'Signed and sealed' }).waitFor()
    const [download] = await Promise.all([
      other.waitForEvent('download'),
      other.getByRole('link', { name: 'Download the document' }).click(),
    ])
    const sealed = (await readFile(await download.path())).toString('latin1')
    assert.match(sealed, /\/ByteRange/)
    await page.reload()
    await page.getByRole('heading', { name: 'Signed and sealed' }).waitFor()
    await page.getByRole('img', { name: 'Contract of Emma, page 1 of 5' }).waitFor()
    const [byHand, byName] = await storedDrawings(id)
    assert.equal(byHand?.kind, 'drawn')
    assert.equal(byHand?.strokes?.length, 1)
    assert.deepEqual(byName, { kind: 'typed', text: 'Nora M. Blake' })
    const { rows } = await portal.pool.query(
      `SELECT count(*)::int AS views FROM signature_evidence WHERE process_id = $1 AND action = 'viewed'`,
      [id],
    )
    assert.deepEqual(rows, [{ views: 2 }])
    await page.done()
    await other.done()
  })

  test('by keyboard alone', async () => {
    const { id } = await aStartedProcess('Keyboard policy', [farid])
    const page = await openPage(`/portal/sign/${id}`, { as: 'employee:E-2002' })

    await page.getByRole('tab', { name: 'Type' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Draw your signature to sign.').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Farid H.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: /^(Everyone has signed|Signed and sealed)$/ }).waitFor()
    await comesTrue(page, `document.activeElement?.matches('h2')`)
    await page.getByRole('heading', { name: 'Signed and sealed' }).waitFor()
    assert.deepEqual(await storedDrawings(id), [{ kind: 'typed', text: 'Farid H.' }])
    await page.done()
  })
})

describe('a manager', () => {
  test('comes by the mailed link, through the log-in, and signs', async () => {
    const { manager } = portal.credentials.people
    await aStartedProcess('Board minutes', [{ type: 'user', technical_id: 'M-1' }])
    const page = await openPage(await linkTo(manager.email, /Board minutes/), { colorScheme: 'dark' })

    await page.waitForURL('**/login?next=*')
    await page.getByLabel('E-mail address').fill(manager.email)
    await page.getByLabel('Password', { exact: true }).fill(manager.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Board minutes' }).waitFor()
    await pageIsShown(page)

    await page.getByRole('link', { name: 'To sign' }).first().click()
    await page.getByRole('table', { name: 'Documents to sign' }).waitFor()
    await page.goto(`${url}/portal/manager`)
    await page.getByRole('link', { name: /1 document is waiting for your signature/ }).click()
    await page.getByRole('link', { name: 'Board minutes' }).click()
    await page.getByRole('checkbox', { name: AGREED }).check()
    await signButton(page).click()
    await page.getByRole('heading', { name: 'Signed and sealed' }).waitFor()
    await page.getByRole('link', { name: 'To sign' }).first().click()
    await page.getByText('Nothing to sign').waitFor()
    await page.getByRole('link', { name: 'Past' }).click()
    await page.getByRole('row', { name: /Board minutes.*Signed by everyone/ }).waitFor()
    await page.done()
  })
})

describe('what is not signed', () => {
  test('is refused with a reason, in French, on a phone', async () => {
    const { id } = await aStartedProcess('Avenant', [{ type: 'employee', technical_id: 'E-1001' }, farid])
    const options = { as: 'employee:E-1001', language: 'fr-FR', width: 360, height: 740 } as const
    const page = await openPage('/portal/signatures', options)

    await page.getByRole('link', { name: 'Avenant' }).click()
    await page.getByRole('checkbox', { name: /^J’ai lu ce document/ }).waitFor()
    await pageIsShown(page)
    assert.ok(await isWhole(page), 'nothing is cut off')
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Refuser de signer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refuser de signer ?' })
    await dialog.getByRole('button', { name: 'Refuser' }).click()
    await dialog.getByText('Indiquez le motif de votre refus.').waitFor()
    await dialog.getByLabel('Motif').fill('Ce n’est pas ce qui était convenu.')
    await dialog.getByRole('button', { name: 'Refuser' }).click()

    await page.getByRole('heading', { name: 'Vous avez refusé de signer' }).waitFor()
    await page.getByText('Ce n’est pas ce qui était convenu.').waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
    const other = await openPage(`/portal/sign/${id}`, { as: 'employee:E-2002' })
    await other.getByRole('heading', { name: 'Someone refused to sign' }).waitFor()
    await other.done()
  })

  test('was canceled while it lay open', async () => {
    const { id } = await aStartedProcess('Car policy', [emma])
    const page = await openPage(`/portal/sign/${id}`, { as: EMMA })
    await page.getByRole('checkbox', { name: AGREED }).check()

    await cancel(id)
    await signButton(page).click()

    await page.getByText('This document can no longer be signed.').waitFor()
    await page.getByRole('heading', { name: 'Signature canceled' }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })

  test('waits for those before: for an employee, and for an external who has the link', async () => {
    const email = 'later@partner.example'
    const later = { signing_order: 2 }
    const { id, signers } = await aStartedProcess('In order', [emma, { ...farid, ...later }, anExternal(email, later)])
    const external = signers.find((one) => one.email === email)

    const page = await openPage(`/portal/sign/${id}`, { as: 'employee:E-2002' })
    await page.getByText('Nothing to sign here').waitFor()
    await expectAccessible(page, CONTENT)
    const other = await openPage(`/sign/${signingToken(portal.keyring, external?.id ?? '')}`)
    await enterWithCode(other, email)
    await other.getByRole('heading', { name: 'It is not your turn yet' }).waitFor()
    await expect(other.getByRole('checkbox')).toHaveCount(0)
    await page.done()
    await other.done()
  })

  test('is over on the day after its last one', async () => {
    const { id } = await aStartedProcess('Too late', [emma], { expiry_date: '2099-12-31' })
    await portal.pool.query(`UPDATE signature_processes SET expiry_date = '2020-01-31' WHERE id = $1`, [id])

    const page = await openPage(`/portal/sign/${id}`, { as: EMMA })

    await page.getByRole('heading', { name: 'The deadline has passed' }).waitFor()
    await page.getByText('The deadline was Jan 31, 2020.').waitFor()
    await page.done()
  })
})

describe('what is agreed to', () => {
  test('is read again when it has changed', async () => {
    const consent = (value: string) => ({ localized_consents: [{ language_code: 'en-us', value }] })
    await v2('PUT', '/signature_types/changing', { name: 'Changing', ...consent('I agree to this.') })
    const { id } = await aStartedProcess('Changing', [emma], { signature_type_id: 'changing' })
    const page = await openPage(`/portal/sign/${id}`, { as: EMMA })
    await page.getByRole('checkbox', { name: 'I agree to this.' }).check()

    await v2('PUT', '/signature_types/changing', { name: 'Changing', ...consent('I agree to that.') })
    await signButton(page).click()

    await page.getByText('The consent text has changed in the meantime.').waitFor()
    const changed = page.getByRole('checkbox', { name: 'I agree to that.' })
    await expect(changed).not.toBeChecked()
    await changed.check()
    await signButton(page).click()
    await page.getByRole('heading', { name: 'Signed and sealed' }).waitFor()
    await page.done()
  })
})

describe('a mailed link', () => {
  test('leads nowhere when it is wrong, and says so in French too', async () => {
    const page = await openPage('/sign/of-nobody', { language: 'fr-FR', width: 360 })

    await page.getByRole('heading', { name: 'Ce lien ne fonctionne pas' }).waitFor()
    await expectAccessible(page)
    await page.done()
  })

  test('asks for the code again when the visit is over, and speaks the language that is chosen', async () => {
    const email = 'visitor@partner.example'
    const { signers } = await aStartedProcess('Visit', [anExternal(email)])
    const page = await openPage(await linkTo(email, /Please sign/))
    await enterWithCode(page, email)
    await page.getByRole('checkbox', { name: AGREED }).check()

    await page.getByRole('button', { name: /Language/ }).click()
    await page.getByRole('menu').getByText('Français').click()
    const inFrench = page.getByRole('checkbox', { name: /^J’ai lu ce document/ })
    await inFrench.waitFor()
    await expect(inFrench).not.toBeChecked()
    await inFrench.check()
    await portal.pool.query('UPDATE signature_signers SET visit_expires_at = now() WHERE id = $1', [signers[0]?.id])
    await page.getByRole('button', { name: 'Signer', exact: true }).click()

    await page.getByRole('button', { name: 'M’envoyer le code' }).waitFor()
    await page.done()
  })
})
