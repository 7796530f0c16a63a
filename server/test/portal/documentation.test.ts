import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPortal } from '#test/harness/browser.ts'

const { openPage } = await startPortal()

test('the documentation is shown under its content policy, and complains about nothing', async () => {
  const page = await openPage('/docs/')

  await page.getByRole('heading', { name: 'Dossier', exact: true }).first().waitFor()
  await page.getByText('Employees', { exact: true }).first().waitFor()

  assert.match(await page.locator('body').innerText(), /An application exchanges its/)
  await page.done()
})
