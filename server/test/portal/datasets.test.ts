import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { openPage } = portal
await addNora(portal)
const call = portalCalls(portal).as(NORA, 'demo')
const namesOf = async (path: string): Promise<(string | null)[]> => {
  const answer = await call('GET', `/admin/datasets/${path}`)
  return answer.json().localized_names.map((one: { value: string | null }) => one.value)
}

describe('an administrator looks after data sets', () => {
  test('makes one with two levels', async () => {
    const page = await openPage('/portal/admin/datasets', { as: NORA })
    await page.getByRole('link', { name: /Offices/ }).waitFor()

    await page.getByRole('button', { name: 'New data set' }).click()
    const dialog = page.getByRole('dialog', { name: 'New data set' })
    await dialog.getByRole('textbox', { name: 'ID' }).first().fill('jobs')
    await dialog.getByRole('textbox', { name: 'ID' }).nth(1).fill('family')
    await dialog.getByRole('button', { name: 'Add a level' }).click()
    await dialog.getByRole('textbox', { name: 'ID' }).nth(2).fill('job')
    await dialog.getByRole('button', { name: 'Create the data set' }).click()
    await page.getByRole('heading', { level: 1, name: 'jobs' }).waitFor()

    const { dimensions } = (await call('GET', '/admin/datasets/jobs')).json()
    assert.deepEqual(
      dimensions.map((one: { id: string }) => one.id),
      ['family', 'job'],
    )
    await page.done()
  })

  test('goes through the tree by keyboard, and renames a value', async () => {
    const page = await openPage('/portal/admin/datasets/offices', { as: NORA })
    const tree = page.getByRole('tree', { name: 'Values of offices' })
    await tree.getByRole('treeitem', { name: /France/ }).waitFor()

    await tree.focus()
    await page.keyboard.press('ArrowRight')
    await tree.getByRole('treeitem', { name: /Lyon/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'French' }).fill('Lyon Part-Dieu')
    await page.keyboard.press('Enter')
    await page.getByText('The names of Lyon were saved.').waitFor()

    assert.deepEqual(await namesOf('offices/values/fr.lyon'), ['Lyon', 'Lyon Part-Dieu'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('textbox', { name: 'French' }).and(page.locator('[value="Lyon"]')).waitFor()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'French' })).toHaveValue('Lyon')
    await page.done()
  })

  test('adds a value, marks what is missing, finds it, and deletes it', async () => {
    const page = await openPage('/portal/admin/datasets/offices?value=gb', { as: NORA, colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Add to City below United Kingdom' }).click()
    const form = page.getByRole('form', { name: 'Add to City below United Kingdom' })
    await form.getByRole('textbox', { name: 'Code' }).fill('leeds')
    await form.getByRole('textbox', { name: 'English' }).fill('Leeds')
    await form.getByRole('button', { name: 'Add a value' }).click()
    await page.getByText('Leeds was added.').waitFor()

    await page.getByRole('searchbox', { name: 'Search all values' }).fill('leed')
    await page.getByText('1 value found').waitFor()
    await page.getByRole('button', { name: /Leeds/ }).click()
    await page.getByRole('heading', { name: 'Leeds' }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Delete this value' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this value' }).click()
    await page.getByText('Leeds was deleted.').waitFor()

    assert.equal((await call('GET', '/admin/datasets/offices/values/gb.leeds')).statusCode, 404)
    await page.done()
  })

  test('checks a file, imports it, and sees the report', async () => {
    const page = await openPage('/portal/admin/datasets/offices?tab=import', { as: NORA })
    const csv = 'country,country.en-us,city,city.en-us\nfr,France,nice,Nice\nit,Italy,,\nd.e,Wrong,,\n'
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.getByRole('table', { name: 'The first 3 lines of the file' }).waitFor()
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('Nothing can be imported').waitFor()
    await page.getByRole('row', { name: /d\.e/ }).getByText('A code must have 1 to 255 characters').waitFor()
    await expectAccessible(page, CONTENT)

    await page.getByRole('radio', { name: 'Skip these rows' }).check()
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('Preview').waitFor()
    assert.equal((await call('GET', '/admin/datasets/offices/values/it')).statusCode, 404)
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('status').filter({ hasText: 'Result' }).waitFor()

    assert.deepEqual(await namesOf('offices/values/it'), ['Italy', null])
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the report' }).click()
    assert.match((await saved).suggestedFilename(), /^report-.*\.csv$/)
    await page.done()
  })

  test('reads in French on a phone, renames levels, and is told what uses it', async () => {
    const page = await openPage('/portal/admin/datasets/offices?tab=structure', {
      as: 'manager:M-1',
      language: 'fr-FR',
      width: 360,
    })
    await page.getByRole('heading', { level: 1, name: 'Bureaux' }).waitFor()
    await page.getByRole('heading', { name: 'Utilisé par' }).waitFor()
    await page
      .getByRole('group', { name: 'Nom du jeu de données' })
      .getByRole('textbox', { name: 'Français' })
      .fill('Nos bureaux')
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('heading', { level: 1, name: 'Nos bureaux' }).waitFor()

    assert.deepEqual(await namesOf('offices'), ['Offices', 'Nos bureaux'])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'))
    await page.done()
  })

  test('walks through more values than anybody can look at', async () => {
    await call('PUT', '/admin/datasets/many', { body: { dimensions: [{ id: 'thing', localized_names: [] }] } })
    const values = Array.from({ length: 5000 }, (_, index) => ({
      code: `v${String(index).padStart(5, '0')}`,
      localized_names: [],
    }))
    await call('POST', '/admin/datasets/many/values/bulk', { body: { values } })
    const page = await openPage('/portal/admin/datasets/many', { as: NORA })
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem', { name: 'v00000' }).waitFor()

    await tree.focus()
    await page.keyboard.press('End')
    await tree.getByRole('treeitem', { name: 'v00500' }).waitFor()
    await page.keyboard.press('End')
    await tree.getByRole('treeitem', { name: 'v00999' }).waitFor()

    assert.ok((await tree.getByRole('treeitem').count()) < 80)
    await page.done()
  })
})
