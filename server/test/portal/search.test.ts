import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { asBody } from '#test/harness/features/requests.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const EMMA = 'employee:E-2001'

/** Files a document as a program of the company does. */
async function file(title: string): Promise<void> {
  const form = new FormData()
  const data = { title, document_type_code: 'contract', employee_technical_id: 'E-2001' }
  form.append('data', JSON.stringify(data))
  form.append('file', new File([new Uint8Array(aPdfOf([title]))], `${title}.pdf`))
  const { headers, payload } = await asPayload(form)
  const url = '/api/v1/enterprise/documents/'
  const key = { 'x-api-key': portal.credentials.api_key }
  const answer = await portal.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...key } })
  assert.equal(answer.statusCode, 201, answer.body)
}
await file('Répartition of leave certificate')
for (let number = 1; number <= 24; number += 1) await file(`Quetzal contract ${String(number).padStart(2, '0')}`)
const emma = portalCalls(portal).as(EMMA, 'demo')
const asked = await emma('POST', '/me/requests', await asBody({ form_code: 'certificate', copies: '1' }))
assert.equal(asked.statusCode, 201, asked.body)

const FIELD = { name: 'Search pages and content' }
const CHOSEN = '[role="option"][aria-selected="true"]'

describe('the search of the header', () => {
  test('keeps every letter that follows the shortcut at once, and opens a document by keyboard', async () => {
    const page = await portal.openPage('/portal', { as: EMMA })
    await page.getByRole('region', { name: 'Latest documents' }).waitFor()
    // What shows the results comes late.
    await page.route(/SearchResults/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      await route.continue()
    })

    await page.keyboard.press('Control+K')
    await page.keyboard.type('REPARTITION')

    await expect(page.getByRole('combobox', FIELD)).toHaveValue('REPARTITION')
    const option = page.getByRole('option', { name: /Répartition of leave certificate/ })
    await option.waitFor()
    await expect(option.locator('mark')).toHaveText('Répartition')
    await expectAccessible(page, OVERLAYS)
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(CHOSEN)).toHaveText(/All results/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Répartition of leave certificate' }).waitFor()
    await page.done()
  })

  test('opens what the whole text finds, though Enter came before it was known', async () => {
    const page = await portal.openPage('/portal', { as: EMMA })
    await page.getByRole('region', { name: 'Latest documents' }).waitFor()

    await page.keyboard.press('Control+K')
    await page.keyboard.type('répartition')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'Répartition of leave certificate' }).waitFor()
    await page.done()
  })

  for (const [who, path] of [
    [EMMA, '/portal/documents'],
    ['manager:M-1', '/portal/manager'],
  ] as const) {
    test(`loses nothing when it is opened and closed again and again (${who})`, async () => {
      const page = await portal.openPage(path, { as: who })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const field = page.getByRole('combobox', FIELD)
      for (const word of ['first', 'second', 'third', 'fourth']) {
        await page.keyboard.press('Control+K')
        await page.keyboard.type(word)
        await expect(field).toHaveValue(word)
        await page.keyboard.press('Escape')
        await expect(field).toBeHidden()
      }
      await page.keyboard.press('/')
      await page.keyboard.type('a/b')
      await expect(field).toHaveValue('a/b')
      await page.keyboard.press('Control+K')
      await page.keyboard.type('again')
      await expect(field).toHaveValue('again')
      await page.done()
    })
  }

  test('finds employees for a manager, from within a field too', async () => {
    const page = await portal.openPage('/portal/manager/employees', { as: 'manager:M-1' })
    await page.getByRole('searchbox').first().focus()

    await page.keyboard.press('Control+K')
    await page.keyboard.type('Emma')

    await page.getByRole('group', { name: 'Employees' }).getByRole('option').first().waitFor()
    await page.done()
  })
})

describe('the search of the employee', () => {
  test('finds articles, forms, documents and requests, in tabs, with what was found marked', async () => {
    const page = await portal.openPage('/portal', { as: EMMA })
    await page.getByRole('searchbox', { name: 'Search articles, forms, documents and requests' }).fill('leave')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portal/search?q=leave')

    const marked = (kind: string) => page.getByRole('region', { name: kind }).locator('mark').first()
    for (const kind of ['Articles', 'Documents']) await expect(marked(kind)).toHaveText(/^leave$/i)
    await page.getByRole('searchbox').fill('certificate')
    await page.waitForURL('**/portal/search?q=certificate')
    for (const kind of ['Forms', 'Documents', 'Requests']) {
      await page.getByRole('region', { name: kind }).getByText('certificate').first().waitFor()
      await expect(marked(kind)).toHaveText(/^certificate$/i)
    }
    await expectAccessible(page, CONTENT)
    await page.getByRole('link', { name: /^Documents\s*1$/ }).click()
    await page.waitForURL('**kind=documents')
    await page.getByRole('link', { name: /Répartition of leave certificate/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Répartition of leave certificate' }).waitFor()
    await page.done()
  })

  test('shows more of a kind, on a phone, in French', async () => {
    const page = await portal.openPage('/portal/search?q=quetzal', {
      as: EMMA,
      width: 360,
      height: 740,
      language: 'fr-FR',
    })
    const hits = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
    await hits.first().waitFor()
    await expect(hits).toHaveCount(5)
    assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), 'nothing is cut off')

    await page.getByRole('link', { name: 'Tous les documents trouvés' }).click()
    await page.getByRole('button', { name: 'Afficher la suite' }).click()
    await hits.nth(23).waitFor()
    await expect(hits).toHaveCount(24)
    await page.done()
  })

  test('keeps the letters that are typed while it looks, and says when there is nothing', async () => {
    const page = await portal.openPage('/portal/search', { as: EMMA })
    await page.getByText('What are you looking for?').waitFor()

    await page.getByRole('searchbox').focus()
    await page.keyboard.type('no such thing anywhere', { delay: 60 })

    await page.getByText('Nothing found for “no such thing anywhere”').waitFor()
    await expect(page.getByRole('searchbox')).toHaveValue('no such thing anywhere')
    await page.getByRole('link', { name: 'Ask HR' }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.done()
  })
})
