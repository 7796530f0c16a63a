import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const SAMPLES = join(import.meta.dirname, '../../../../docs/guides/samples')
const LIST = '/portal/manager/distributions'

const service = await startPortal()
const { openPage } = service
await addNora(service)
const call = portalCalls(service).as(NORA, 'demo')
const english = { as: NORA } as const

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
