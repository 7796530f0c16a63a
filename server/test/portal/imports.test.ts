import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const LIST = '/portal/manager/imports'
const HEADER = 'technical_id,email,first_name,last_name,language,role,organization_codes'
const FILE = [
  HEADER,
  'M-2,ian.walsh@demo.test,Ian,Walsh-Jones,en-us,team-lead,GB-LON',
  'M-7,maya.rossi@demo.test,Maya,Rossi,fr-fr,team-lead,FR-PAR|FR-LYO',
  'M-8,otto.kern@demo.test,Otto,Kern,en-us,nobody,FR-PAR',
].join('\n')

const service = await startPortal()
const { openPage } = service
await addNora(service)
const call = portalCalls(service).as(NORA, 'demo')
const english = { as: NORA } as const

async function choose(page: Awaited<ReturnType<typeof openPage>>, button: string, text: string | Buffer) {
  await page.getByText(/Drop a file here|Déposez un fichier ici/).waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles({ name: 'managers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
}

describe('imports', () => {
  test('a file shows what it would do, is imported, and hands back the rows that did not fit', async () => {
    const page = await openPage(LIST, english)
    await page.getByText('No imports yet').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('link', { name: 'Import managers' }).first().click()
    await choose(page, 'Choose a file', FILE)
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await page.getByText('Walsh-Jones', { exact: true }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Errors 1' }).click()
    await page.waitForURL(/show=errors/)
    await page.getByText('Role · Role nobody not found.').waitFor()
    assert.equal((await call('GET', '/admin/users/M-7')).statusCode, 404)

    await page.getByRole('button', { name: 'Import 2 managers' }).click()
    await page.getByRole('main').getByText('Partly successful', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Report' }).getByText('Role nobody not found.').waitFor()
    await expectAccessible(page, CONTENT)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the rows in error' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^errors-/)
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Imports' }).click()
    await page.getByRole('link', { name: 'managers.csv' }).waitFor()
    await page.done()

    const managers = (await call('GET', '/admin/users?per_page=100')).json() as {
      technical_id: string
      last_name: string
    }[]
    const names = new Map(managers.map((one) => [one.technical_id, one.last_name]))
    assert.deepEqual([names.get('M-2'), names.get('M-7'), names.get('M-8')], ['Walsh-Jones', 'Rossi', undefined])
  })

  test('what is wrong with a whole file is told in French, on a phone and in the dark', async () => {
    const options = { as: 'manager:M-1', language: 'fr-FR', width: 360, colorScheme: 'dark' } as const
    const page = await openPage(`${LIST}/new`, options)
    await choose(page, 'Choisir un fichier', `${HEADER}\n`)
    await page.getByText('Le fichier doit contenir un en-tête et au moins une ligne.').waitFor()
    await choose(page, 'Choisir un fichier', 'technical_id,email\nM,m@demo.test\n')
    await page.getByText('Ce fichier ne peut pas être importé').waitFor()
    await choose(page, 'Choisir un fichier', FILE)
    await page
      .getByRole('button', { name: /Importer/ })
      .or(page.getByText('rien à importer'))
      .waitFor()
    await expectAccessible(page, CONTENT)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 360, `the page is ${width} wide`)
    await page.done()
  })

  test('who does not hold everything is told why', async () => {
    const page = await openPage(`${LIST}/new`, { as: 'manager:M-2' })
    await page.getByText('You cannot import managers').waitFor()
    await page.done()
  })
})
