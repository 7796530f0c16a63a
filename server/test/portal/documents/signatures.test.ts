import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aPageWithHiddenLayer } from '#platform/pdf/samples/stamp-samples.conformance.ts'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { managerSignatureCalls } from '#test/harness/browser/manager-signatures.ts'
import { goTo } from '#test/harness/browser/pages.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const LIST = '/portal/manager/signatures'
const TYPES = '/portal/admin/signature-types'

const service = await startPortal()
const { openPage } = service
const hr = portalCalls(service).as('manager:M-1', 'demo')
await addNora(service)
await hr('PUT', '/admin/signature_types/simple', {
  body: { name: 'Simple electronic signature', expiry_days: 30 },
})
const { call, aDraft, mailed } = managerSignatureCalls(service, NORA)
const english = { as: NORA } as const
const phone = { as: 'manager:M-1', language: 'fr-FR', width: 360, height: 740, colorScheme: 'dark' } as const
const contract = aPdfOf(['Contract', 'Signatures'])
const ada = { type: 'employee', technical_id: 'E-1001' }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const next = (page: Page) => button(page, 'Next').click()
const inSection = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor()

/** Chooses a file as a person does, with the button of the page. */
async function chooseFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByText('Drop a file here').waitFor()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose a file').click()])
  await chooser.setFiles({ name, mimeType, buffer })
}

async function findPerson(page: Page, field: string, typed: string, name: string): Promise<void> {
  await page.getByRole('textbox', { name: field }).fill(typed)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

async function addExternal(page: Page, first: string, last: string, email: string): Promise<void> {
  await page.getByText('External', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'First name' }).fill(first)
  await page.getByRole('textbox', { name: 'Last name' }).fill(last)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await button(page, 'Add').click()
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Signers' }).getByRole('listitem').filter({ hasText: name })

/** Opens a step of a draft, and waits until it is there. */
async function openStep(id: string, step: string, title: string, options: Parameters<typeof openPage>[1] = english) {
  const page = await openPage(`${LIST}/${id}/edit?step=${step}`, options)
  await inSection(page, title)
  return page
}

/** Signs a document that is before somebody, with their name. */
async function signOn(page: Awaited<ReturnType<typeof openPage>>, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('checkbox', { name: /^I have read this document/ }).check()
  await button(page, 'Sign').click()
  await page.getByRole('heading', { name: /^(You have signed|Everyone has signed|Signed and sealed)$/ }).waitFor()
  await page.done()
}

/** Signs as an external: by the link of a mail, and the code of another. */
async function signByMail(email: string, name: string): Promise<void> {
  const page = await openPage(await mailed(email, 'link'), { width: 360, height: 740 })
  await button(page, 'Send me the code').click()
  await page.getByLabel('Code').fill(await mailed(email, 'code'))
  await page.keyboard.press('Enter')
  await signOn(page, name)
}

const stateOf = async (id: string) => (await call('GET', `/manager/signatures/${id}`)).json()

async function expectNarrow(page: Page): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= 360, `the page is ${width} wide`)
}

describe('a signature', () => {
  test('goes from a file through all signers into the folder of an employee', async () => {
    const page = await openPage(LIST, english)
    await page.getByText('No signatures yet').waitFor()
    await page.getByRole('link', { name: 'New signature' }).first().click()

    await chooseFile(page, 'Contract of Ada.pdf', 'application/pdf', contract)
    await page.getByText('2 pages').waitFor()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Contract of Ada')
    await expectAccessible(page, CONTENT)
    await next(page)

    await findPerson(page, 'Find an employee', 'Ada', 'Ada Moreau')
    await addExternal(page, 'Eve', 'Stone', 'eve@outside.test')
    await page.getByText('One after the other').click()
    await row(page, 'Eve Stone').locator('[draggable]').dragTo(row(page, 'Ada Moreau'))
    await page.getByText('Eve Stone is now 1 of 2.').waitFor()
    await button(page, 'Move Eve Stone down').click()
    await page.getByText('Eve Stone is now 2 of 2.').waitFor()
    await expectAccessible(page, CONTENT)
    await next(page)

    await page.getByRole('img', { name: 'Contract of Ada, page 1 of 2' }).waitFor()
    await button(page, 'Next page').click()
    const picture = page.getByRole('img', { name: 'Contract of Ada, page 2 of 2' })
    await picture.click({ position: { x: 100, y: 150 } })
    const box = button(page, /^Box 1 of Ada Moreau/)
    await box.waitFor()
    await dragBy(page, box, 60, 40)
    await button(page, 'Add a box for Eve Stone').click()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowRight')
    await expectAccessible(page, CONTENT)
    await next(page)

    await page.getByText('30 days after the start').waitFor()
    await page.getByRole('textbox', { name: 'Message to the signers' }).fill('Welcome!')
    await page.getByRole('switch', { name: 'Send the signed document' }).click()
    await page.getByRole('combobox', { name: 'Document type' }).click()
    await page.getByRole('option', { name: 'Employment contract' }).click()
    await expectAccessible(page, CONTENT)
    await next(page)

    await page.getByText('Signs in 1 place, on page 2').first().waitFor()
    await expectAccessible(page, CONTENT)
    await button(page, 'Start').click()
    await page.getByText(/^Waiting for Ada Moreau, until/).waitFor()
    await page.getByRole('img', { name: /page 1 of 2/ }).waitFor()
    await expectAccessible(page, CONTENT)
    const id = page.url().split('/').at(-1) ?? ''
    const [first, second] = (await stateOf(id)).signers
    assert.deepEqual([first.signing_order, second.signing_order, second.status], [1, 2, 'waiting'])
    assert.equal(first.positions[0].page, 2)
    assert.ok(second.positions[0].width > 0.3, 'Shift and an arrow made the box wider')

    await button(page, 'Remind Ada Moreau').click()
    await page.getByText('Ada Moreau will get a reminder by e-mail.').waitFor()
    await page.getByText(/^Reminded/).waitFor()
    await signOn(await openPage(`/portal/sign/${id}`, { as: 'employee:E-1001' }), 'Ada Moreau')
    await page.getByText(/^Waiting for Eve Stone/).waitFor()
    await page.getByRole('link', { name: 'Signatures', exact: true }).first().click()
    await page.getByText('1 of 2 signed').waitFor()
    await page.getByRole('link', { name: 'Contract of Ada' }).click()
    await signByMail('eve@outside.test', 'Eve Stone')

    await button(page, 'Send to the signers').click()
    await page.getByText('The signed document is being sent.').waitFor()
    await page.getByRole('img', { name: /page 1 of [3-9]/ }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Signed document' }).click(),
    ])
    assert.match(download.suggestedFilename(), /\.pdf$/)
    await button(page, 'File in a folder').click()
    await page.getByRole('dialog').getByText('E-1001').waitFor()
    await expectAccessible(page, OVERLAYS)
    await page.getByRole('dialog').getByRole('button', { name: 'File', exact: true }).click()
    await page.getByText('The sealed document is in the folder of Ada Moreau.').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('Right code').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('link', { name: 'Open the filed document' }).click()
    await page.getByRole('link', { name: 'Ada Moreau' }).first().click()
    await page.getByRole('link', { name: 'Signatures' }).last().click()
    await page.getByRole('link', { name: 'Contract of Ada' }).waitFor()
    await page.done()

    const [filed] = (await call('GET', '/manager/employees/E-1001/documents')).json()
    assert.deepEqual([filed.id, filed.title], [(await stateOf(id)).document_id, 'Contract of Ada'])
  })

  test('is kept as a draft, gone on with later, started and canceled', async () => {
    const page = await openPage(`${LIST}/new`, english)
    await chooseFile(page, 'notice.pdf', 'application/pdf', contract)
    await page.getByRole('textbox', { name: 'Title' }).fill('Notice')
    await next(page)
    await page.getByText('Manager', { exact: true }).click()
    await findPerson(page, 'Find a manager', 'Ian', 'Ian Walsh')
    await button(page, 'Save as draft').click()
    await page.getByText('The draft was saved.').waitFor()
    await page.getByText('Nobody has been asked yet.').waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await button(page, 'Signers').click()
    await page.getByText('Manager · ian.walsh@demo.example').waitFor()
    await next(page)
    await page.getByText('at the bottom of the last page').waitFor()
    await button(page, 'Review').click()
    await page.getByText('Signs at the bottom of the last page').waitFor()
    await button(page, 'Save as draft').click()
    await button(page, 'Start').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.getByText(/^Waiting for Ian Walsh/).waitFor()
    await button(page, 'Cancel signature').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel signature' }).click()
    await page.getByText('The signature was canceled.').first().waitFor()
    await button(page, 'Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The signature was deleted.').waitFor()
    await heading(page, 'Signatures')
    await page.done()
  })

  test('is refused with words beside what is wrong', async () => {
    const page = await openPage(`${LIST}/new`, english)
    await page.getByText('Drop a file here').waitFor()
    await next(page)
    await page.getByText('Choose a document.').waitFor()
    await page.getByText('Enter a title.').waitFor()
    await chooseFile(page, 'notes.txt', 'text/plain', Buffer.from('hello'))
    await page.getByText('notes.txt is not an accepted file type.').waitFor()
    await chooseFile(page, 'fake.pdf', 'application/pdf', Buffer.from('hello'))
    await page.getByText(/Only a PDF can be signed|The PDF is damaged/).waitFor()
    await chooseFile(page, 'layers.pdf', 'application/pdf', aPageWithHiddenLayer())
    await page.getByText('The PDF has hidden layers').waitFor()
    await chooseFile(page, 'real.pdf', 'application/pdf', contract)
    await next(page)
    await inSection(page, 'Signers')
    await next(page)
    await page.getByText('Add a signer.').waitFor()
    await addExternal(page, 'Eve', 'Stone', 'Eve@outside.test')
    await addExternal(page, 'Eve', 'Again', 'eve@outside.test')
    await page.getByText('Eve Again is already on the list.').waitFor()
    await next(page)
    await inSection(page, 'Signature positions')
    await next(page)
    await page.getByRole('textbox', { name: 'To be signed by' }).fill('01/05/2024')
    await page.getByRole('textbox', { name: 'Message to the signers' }).click()
    await next(page)
    await page.getByText('This date is in the past.').waitFor()
    await expectAccessible(page, CONTENT)

    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/portal/manager')
    await page.done()
  })

  test('leads back to the step of what the server refuses', async () => {
    const person = { first_name: 'Zoe', last_name: 'Gone', email: 'zoe@demo.test', profiles: [] }
    await hr('PUT', '/admin/users/M-9', { body: person })
    const id = await aDraft(contract, 'Refused', [{ type: 'user', technical_id: 'M-9' }, ada])
    const page = await openStep(id, 'details', 'Filing')
    const deleted = await hr('DELETE', '/admin/users/M-9')
    assert.equal(deleted.statusCode, 204, deleted.body)
    await page.getByRole('textbox', { name: 'Message to the signers' }).fill('Soon')
    await next(page)
    await page.getByText('This manager does not exist, or no longer exists.').waitFor()
    await inSection(page, 'Signers')
    await button(page, 'Remove Zoe Gone').click()
    await next(page)
    await inSection(page, 'Signature positions')
    await page.done()
  })
})

describe('a manager who is to sign', () => {
  test('finds the way there on the page of the process', async () => {
    const id = await aDraft(contract, 'My own', [{ type: 'user', technical_id: 'M-EN' }])
    await call('POST', `/manager/signatures/${id}/start`)
    const page = await openPage(`${LIST}/${id}`, english)
    const link = page.getByRole('main').getByRole('link', { name: 'Sign', exact: true })
    await expect(link).toHaveAttribute('href', `/portal/sign/${id}`)
    await page.done()
  })
})

async function dragBy(page: Page, box: ReturnType<Page['getByRole']>, dx: number, dy: number): Promise<void> {
  const before = await box.boundingBox()
  assert.ok(before)
  await page.mouse.move(before.x + 20, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(before.x + 20 + dx, before.y + 10 + dy, { steps: 4 })
  await page.mouse.up()
  const moved = async () => {
    const after = await box.boundingBox()
    return after && [Math.round(after.x - before.x), Math.round(after.y - before.y)]
  }
  await expect.poll(moved).toEqual([dx, dy])
}

describe('places of signatures', () => {
  test('are chosen with nothing but the keyboard', async () => {
    const id = await aDraft(contract, 'By keyboard', [ada])
    const page = await openStep(id, 'positions', 'Signature positions')
    await button(page, 'Add a box for Ada Moreau').focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 box · p. 1').waitFor()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowLeft', 'Shift+ArrowDown']) {
      await page.keyboard.press(key)
    }
    await button(page, 'Add a box for Ada Moreau').focus()
    await page.keyboard.press('Enter')
    await page.getByText('2 boxes · p. 1').waitFor()
    await page.keyboard.press('Delete')
    await page.getByText('1 box · p. 1').waitFor()
    await expect(button(page, 'Add a box for Ada Moreau')).toBeFocused()
    await button(page, 'Next').focus()
    await page.keyboard.press('Enter')
    await inSection(page, 'Filing')
    await page.done()

    const [{ positions }] = (await stateOf(id)).signers
    assert.deepEqual(positions, [{ page: 1, x: 0.1, y: 0.84, width: 0.29, height: 0.08 }])
  })

  test('and orders by number are kept', async () => {
    const id = await aDraft(contract, 'Mixed', [
      ada,
      { type: 'user', technical_id: 'M-1' },
      { type: 'user', technical_id: 'M-2' },
    ])
    const page = await openStep(id, 'signers', 'Signers')
    await page.getByText('By number').click()
    await page.getByRole('textbox', { name: 'Turn of Ian Walsh' }).fill('2')
    await next(page)
    await inSection(page, 'Signature positions')
    await page.done()

    const { signers } = await stateOf(id)
    assert.deepEqual(
      signers.map((one: { signing_order: number }) => one.signing_order),
      [1, 1, 2],
    )
  })
})

describe('a document of a folder', () => {
  test('is taken to be signed, with its title, its type, and its employee as signer', async () => {
    const form = new FormData()
    const filing = { document_type_code: 'letter', employee_technical_id: 'E-1004', title: 'Warning letter' }
    form.append('data', JSON.stringify(filing))
    form.append('file', new File([new Uint8Array(aPdf())], 'letter.pdf'))
    const { headers, payload } = await asPayload(form)
    const { id } = (await call('POST', '/manager/documents', { headers, body: payload })).json()
    const page = await openPage(`/portal/manager/documents/${id}`, english)
    await page.getByRole('link', { name: 'Have it signed' }).click()
    await page.getByText('letter.pdf').waitFor()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Warning letter')
    const type = page.getByRole('combobox', { name: 'Signature type' })
    await expect(type).toHaveValue('Simple electronic signature')
    await button(page, 'Choose another').click()
    await page.getByText('From a folder').click()
    await findPerson(page, 'Employee', 'Okafor', 'David Okafor')
    await page.getByRole('button', { name: /Warning letter/ }).click()
    await page.getByText('letter.pdf').waitFor()
    await next(page)
    await page.getByText('David Okafor').waitFor()
    await next(page)
    await inSection(page, 'Signature positions')
    await button(page, 'Details').click()
    await page.getByText('David Okafor').waitFor()
    await expect(page.getByRole('combobox', { name: 'Document type' })).toHaveValue('Letter')
    await button(page, 'Save as draft').click()
    await page.getByText('The draft was saved.').waitFor()
    await page.done()

    const [made] = (await call('GET', '/manager/signatures?employee=E-1004')).json()
    assert.deepEqual([made.title, made.status], ['Warning letter', 'draft'])
    const { signers } = (await call('GET', `/manager/signatures/${made.id}`)).json()
    assert.deepEqual(
      signers.map((one: { type: string; technical_id: string }) => [one.type, one.technical_id]),
      [['employee', 'E-1004']],
    )
  })
})

describe('on a phone, in French and in the dark', () => {
  test('every step and the page of a process can be used', async () => {
    const eve = { type: 'external', first_name: 'Eve', last_name: 'Stone', email: 'eve@outside.test', signing_order: 2 }
    const id = await aDraft(contract, 'Avenant au contrat', [ada, eve], { employee_technical_id: 'E-1001' })
    const steps = { document: 'Document', signers: 'Signataires', positions: 'Emplacement des signatures' }
    const page = await openPage('/portal/help', phone)
    await heading(page, 'Aide')
    for (const [step, title] of Object.entries({ ...steps, details: 'Classement', review: 'Détails' })) {
      await goTo(page, `${LIST}/${id}/edit?step=${step}`)
      await inSection(page, title)
      await expectNarrow(page)
    }
    await goTo(page, `${LIST}/${id}/edit?step=positions`)
    await inSection(page, 'Emplacement des signatures')
    await button(page, 'Ajouter un cadre pour Eve Stone').click()
    await button(page, /^Cadre 1 de Eve Stone/).waitFor()
    await button(page, 'Enregistrer le brouillon').click()
    await button(page, 'Lancer').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Lancer' }).click()
    await page.getByText(/^En attente de Ada Moreau/).waitFor()
    await expectNarrow(page)
    await page.getByRole('link', { name: 'Historique' }).click()
    await page.getByText('Demande de signature').waitFor()
    await expectNarrow(page)
    await page.goto(`${service.url}${LIST}?state=signing&mine=true`)
    await page.getByText('Aucun résultat').waitFor()
    await page.getByRole('switch', { name: 'Créées par moi' }).click()
    await page.getByRole('link', { name: 'Avenant au contrat' }).waitFor()
    await expectNarrow(page)
    await page.done()
  })
})

describe('signature types', () => {
  test('are made, changed and deleted; one that is in use stays', async () => {
    await aDraft(contract, 'In use', [ada])
    const page = await openPage(TYPES, english)
    await page.getByRole('link', { name: 'Simple electronic signature' }).waitFor()
    await page.getByRole('link', { name: 'Add a type' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill('board')
    await page.getByRole('textbox', { name: 'English' }).first().fill('Board resolution')
    await page.getByRole('textbox', { name: 'English' }).last().fill('I have read it.')
    await page.getByRole('textbox', { name: 'To be signed within (days)' }).fill('10')
    await button(page, 'Create the type').click()
    await heading(page, 'Board resolution')
    const kept = (await call('GET', '/admin/signature_types/board')).json()
    assert.deepEqual([kept.expiry_days, kept.localized_consents[0].value], [10, 'I have read it.'])

    await button(page, 'Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The type was deleted.').waitFor()
    await page.getByRole('link', { name: 'Simple electronic signature' }).click()
    await button(page, 'Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('This type is used by signatures and cannot be deleted.').waitFor()
    await page.done()
  })
})
