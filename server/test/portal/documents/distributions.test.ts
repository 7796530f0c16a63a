import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { addManager, addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const SAMPLES = join(import.meta.dirname, '../../../../docs/guides/samples')
const LIST = '/portal/manager/distributions'

const service = await startPortal()
const { openPage } = service
await addNora(service)
await addManager(service, { id: 'M-FR', firstName: 'Claire', language: 'fr-fr' })
const call = portalCalls(service).as(NORA, 'demo')
const english = { as: NORA } as const
const french = { as: 'manager:M-FR', language: 'fr-FR' } as const

/** Chooses a file as a person does, with the button of the page. */
async function chooseFile(page: Page, button: string, path: string): Promise<void> {
  await page.getByText('Drop files here').waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(path)
}

const status = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true }).first().waitFor()

/** A project whose file was read: two documents are recognised, one is not. */
async function aProject(name: string): Promise<number> {
  const { id } = (await call('POST', '/manager/distributions', { body: { name } })).json()
  const page = await openPage(`${LIST}/${id}`, english)
  await chooseFile(page, 'Choose files', join(SAMPLES, 'payslips.pdf'))
  await page.getByRole('button', { name: 'Send 1 file' }).click()
  await status(page, 'To validate')
  await page.done()
  return id
}

describe('distributions', () => {
  test('a file goes from the form to the vaults, by way of a look at what was not recognised', async () => {
    const page = await openPage(LIST, english)
    await page.getByText('No distributions yet').waitFor()
    await page.getByRole('link', { name: 'New distribution' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Payslips of January')
    await page.getByRole('combobox', { name: 'Paper configuration' }).click()
    await page.getByRole('option', { name: 'Standard mail', exact: true }).click()
    await chooseFile(page, 'Choose files', join(SAMPLES, 'payslips.pdf'))
    await page.getByRole('button', { name: 'Create and send 1 file' }).waitFor()
    await page.getByRole('button', { name: 'Create and send 1 file' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payslips of January' }).waitFor()
    await status(page, 'To validate')
    await expectAccessible(page, CONTENT)

    await page.getByRole('button', { name: 'Check documents' }).click()
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('img', { name: /page 1 of 1/ }).waitFor()
    await page.getByText('It names “9999”, but no employee has this number.').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Exclude' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The decision was undone.').waitFor()

    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Validate…' }).click()
    const recap = page.getByRole('dialog')
    await recap.getByText('2 documents for 2 people').waitFor()
    await recap.getByText('2 envelopes').waitFor()
    await recap.getByText('1 document is unresolved').waitFor()
    await expectAccessible(page, OVERLAYS)
    await recap.getByRole('button', { name: 'Deliver' }).click()
    await status(page, 'Completed')
    await page.getByRole('link', { name: 'Paper', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the envelopes' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^packages-\d+\.zip$/)
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await page.getByRole('link', { name: 'Download the report' }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()

    const [made] = (await call('GET', '/manager/distributions?q=January')).json()
    assert.deepEqual([made.status, made.counts.delivered, made.packages_count], ['completed', 2, 2])
  })

  test('an employee is found by typing and assigned, with nothing but the keyboard', async () => {
    const id = await aProject('By keyboard')
    const page = await openPage(`${LIST}/${id}?tab=parts`, english)
    await page
      .getByRole('link', { name: /Payslip/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('2 of 3').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByText('3 of 3').waitFor()
    await page.getByRole('textbox', { name: 'Assign' }).focus()
    await page.keyboard.type('Okaf')
    await page.getByRole('option', { name: /David Okafor/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Assigned to David Okafor.').waitFor()
    await page.done()

    const [part] = (await call('GET', `/manager/distributions/${id}/parts?outcome=assigned`)).json()
    assert.equal(part.employee_technical_id, 'E-1004')
  })

  test('a file that cannot be read is told and removed, and a project is canceled', async () => {
    const { id } = (await call('POST', '/manager/distributions', { body: { name: 'Broken' } })).json()
    const page = await openPage(`${LIST}/${id}`, english)
    await chooseFile(page, 'Choose files', join(SAMPLES, 'payslips-names.zip'))
    await page.getByRole('button', { name: 'Send 1 file' }).click()
    await page.getByText('Choose a type.').waitFor()
    await page.getByRole('combobox', { name: 'Type of payslips-names.zip' }).click()
    await page.getByRole('option', { name: /with an index/ }).click()
    await page.getByRole('button', { name: 'Send 1 file' }).click()
    await page.getByText('The ZIP file has no index.').waitFor()
    await page.getByRole('button', { name: 'Remove payslips-names' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await status(page, 'Empty')
    await page.getByRole('button', { name: 'Cancel the project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the project' }).click()
    await status(page, 'Canceled')
    await page.done()

    assert.equal((await call('GET', `/manager/distributions/${id}`)).json().status, 'canceled')
  })

  test('on a phone, in French and in the dark, the same document can be left out', async () => {
    const id = await aProject('Bulletins de février')
    const options = { as: 'manager:M-1', language: 'fr-FR', width: 360, height: 740, colorScheme: 'dark' } as const
    const page = await openPage(LIST, options)
    await page.getByRole('link', { name: 'Bulletins de février' }).click()
    await page.getByRole('button', { name: 'Vérifier les documents' }).click()
    await page.getByRole('list', { name: 'Documents du projet' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Écarter' }).waitFor()
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 360, `the page is ${width} wide`)
    await page.getByRole('button', { name: 'Écarter' }).click()
    await page.getByText('Tout est traité').waitFor()
    await page.done()

    const { counts, next_step } = (await call('GET', `/manager/distributions/${id}`)).json()
    assert.deepEqual([counts.left_out, next_step], [1, 'validate'])
  })
})

describe('Spec 304 and 310 in the portal', () => {
  test('two people validate a project that waited for its files, each after ticking the warnings', async () => {
    const page = await openPage(LIST, english)
    await page.getByRole('link', { name: 'New distribution' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Payslips of March')
    await page.getByRole('combobox', { name: 'Validation' }).click()
    await page.getByRole('option', { name: 'Two people validate' }).click()
    await page.getByText('Two different people validate. Each warning must be confirmed.').waitFor()
    await expect(page.getByRole('checkbox', { name: /^Validate automatically/ })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Files expected' }).fill('2')
    await chooseFile(page, 'Choose files', join(SAMPLES, 'payslips.pdf'))
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Create and send 1 file' }).click()
    await page.getByText('1 of 2 files have arrived. The project is waiting for the others.').waitFor()
    await page.getByRole('button', { name: 'Continue without the others' }).click()
    await status(page, 'To validate')
    await page.getByText('2 validations by different people are missing.').waitFor()

    await page.getByRole('button', { name: 'Validate…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Confirm that you have checked:').waitFor()
    const submit = dialog.getByRole('button', { name: 'Validate', exact: true })
    await expect(submit).toBeDisabled()
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('checkbox', { name: '1 document is unresolved and will not be delivered.' }).check()
    await submit.click()
    await page.getByText('You have validated. Another person must validate too.').waitFor()
    await page.getByRole('button', { name: 'Validate…' }).waitFor({ state: 'detached' })
    const path = new URL(page.url()).pathname
    await page.done()

    const second = await openPage(path, french)
    await second.getByText(/Nora Blake a validé le/).waitFor()
    await second.getByText('Il manque 1 validation.').waitFor()
    await second.getByRole('button', { name: 'Valider…' }).click()
    await second.getByRole('dialog').getByRole('checkbox').check()
    await second.getByRole('dialog').getByRole('button', { name: 'Remettre' }).click()
    await status(second, 'Terminé')
    await second.done()
  })
})

describe('Spec 308 in the portal', () => {
  test('an administrator gives an organization an address, and a missing one shows as a problem of its envelope', async () => {
    const page = await openPage('/portal/admin/organizations', english)
    await page.getByRole('treeitem', { name: /Demo company/ }).waitFor()
    await page.getByRole('button', { name: 'Expand all' }).click()
    await page.getByText('Paris office').first().click()
    await page.getByText('18 rue de Londres, 75009 Paris, France').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Street' }).fill('')
    await dialog.getByRole('textbox', { name: 'City' }).fill('')
    await expectAccessible(page, OVERLAYS)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('75009, France').waitFor()
    await page.done()

    const body = { name: 'Letters', delivery_paper_conf: 'standard-mail', package_sent_to_orgs: true }
    const { id } = (await call('POST', '/manager/distributions', { body })).json()
    const project = await openPage(`${LIST}/${id}`, english)
    await chooseFile(project, 'Choose files', join(SAMPLES, 'letters.txt'))
    await project.getByRole('button', { name: 'Send 1 file' }).click()
    await status(project, 'To validate')
    await project.getByText('The envelopes of 2 people have no complete address.').waitFor()
    await project.getByRole('button', { name: 'Validate…' }).click()
    await project.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click()
    await status(project, 'Completed')
    await project.getByRole('link', { name: 'Paper', exact: true }).click()
    await project.getByText('2 envelopes have a problem').waitFor()
    await expectAccessible(project, CONTENT)
    await project.getByRole('button', { name: 'Show them' }).click()
    await project.getByText('The organization’s address has no street, postcode or city.').first().waitFor()
    await project.done()
    const inFrench = await openPage(`${LIST}/${id}?tab=paper`, french)
    await inFrench.getByText('2 plis présentent une anomalie').waitFor()
    await inFrench.done()
  })
})
