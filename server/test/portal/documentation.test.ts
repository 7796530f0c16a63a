import { test } from 'node:test'
import { expect, startPortal } from '#test/harness/browser/browser.ts'

const { openPage } = await startPortal()

test('the documentation is shown under its content policy, and complains about nothing', async () => {
  const page = await openPage('/docs/')

  await page.getByRole('heading', { name: 'Dossier', exact: true }).first().waitFor()
  await page.getByText('Employees', { exact: true }).first().waitFor()

  await expect(page.locator('body')).toHaveText(/An application exchanges its/, { useInnerText: true })
  await page.done()
})

test('the documentation is called Dossier, and its chapters are subjects of the published API', async () => {
  const page = await openPage('/docs/')

  await page.getByText('Data sets', { exact: true }).first().waitFor()

  await expect(page).toHaveTitle(/^Dossier/)
  await expect(page.locator('body')).not.toHaveText(/\(portal\)|\(administration\)|\/portal\/api/, {
    useInnerText: true,
  })
  await page.done()
})
