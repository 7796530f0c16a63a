import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPortal } from '#test/harness/browser/browser.ts'

const { openPage } = await startPortal()

test('the documentation is shown under its content policy, and complains about nothing', async () => {
  const page = await openPage('/docs/')

  await page.getByRole('heading', { name: 'Dossier', exact: true }).first().waitFor()
  await page.getByText('Employees', { exact: true }).first().waitFor()

  assert.match(await page.locator('body').innerText(), /An application exchanges its/)
  await page.done()
})

test('the documentation is called Dossier, and its chapters are subjects of the published API', async () => {
  const page = await openPage('/docs/')

  await page.getByText('Data sets', { exact: true }).first().waitFor()

  assert.match(await page.title(), /^Dossier/)
  assert.doesNotMatch(await page.locator('body').innerText(), /\(portal\)|\(administration\)|\/portal\/api/)
  await page.done()
})
