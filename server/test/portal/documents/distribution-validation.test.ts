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

const status = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true }).first().waitFor()

async function chooseFile(page: Page, path: string): Promise<void> {
  await page.getByText('Drop files here').waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles(path)
}

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
    await chooseFile(page, join(SAMPLES, 'payslips.pdf'))
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
    await chooseFile(project, join(SAMPLES, 'letters.txt'))
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
