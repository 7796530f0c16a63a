import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'

const portal = await startPortal()
const { openPage, db } = portal
await addNora(portal)

/** How often an article was read; undefined when there is none. */
const hitsOf = async (slug: string): Promise<number | undefined> => {
  const [row] = await db
    .selectFrom('articles')
    .innerJoin('article_hits', (join) =>
      join.onRef('article_hits.client_id', '=', 'articles.client_id').onRef('article_hits.key', '=', 'articles.key'),
    )
    .select('total_hits')
    .where('articles.client_id', '=', 'demo')
    .where('slug', '=', slug)
    .execute()
  return row && Number(row.total_hits)
}

describe('an employee looks for help', () => {
  test('finds an article by typing, reads it, and is counted', async () => {
    const page = await openPage('/portal/articles', { as: 'employee:E-2001' })
    await page.getByRole('heading', { name: 'Good to know' }).waitFor()
    const before = await hitsOf('paid-leave')

    await page.getByRole('searchbox', { name: 'What are you looking for?' }).fill('days lea')
    await page.getByRole('status').getByText('1 article found').waitFor()
    await expect(page.locator('mark')).toHaveText(['leave', 'days', 'Days'])
    await page.getByRole('link', { name: /Paid leave/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Paid leave' }).waitFor()
    await page.getByText('25 days').waitFor()

    assert.equal(await hitsOf('paid-leave'), (before ?? 0) + 1)
    await page.done()
  })

  test('is led to HR when nothing fits; what is for others is not there', async () => {
    const page = await openPage('/portal/articles?q=vouchers', { as: 'employee:E-2001' })

    await page.getByText('Nothing found for “vouchers”').waitFor()
    await expect(page.getByRole('link', { name: 'Ask HR' })).toHaveAttribute('href', '/portal/requests/new')
    await page.goto(`${portal.url}/portal/articles/meal-vouchers`)
    await page.getByText('Article not found').waitFor()
    await page.done()
  })

  test('reads in French, on a phone, in the dark, by keyboard', async () => {
    const options = { as: 'employee:E-1002' as const, language: 'fr-FR', width: 360, colorScheme: 'dark' as const }
    const page = await openPage('/portal/articles', options)
    await page.getByRole('heading', { level: 1, name: 'Articles d’aide' }).waitFor()
    await page.getByRole('heading', { name: 'Bon à savoir' }).waitFor()

    await page.getByRole('searchbox', { name: /Que recherchez-vous/ }).focus()
    await page.keyboard.type('conges')
    const found = page.getByRole('link', { name: /Congés payés/ })
    await page.locator('mark', { hasText: 'Congés' }).first().waitFor()
    await found.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Congés payés' }).waitFor()
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'))
    await page.done()
  })
})

describe('a manager writes', () => {
  test('an article for some people, publishes it, changes it, and deletes it', async () => {
    const page = await openPage('/portal/manager/articles', { as: NORA })
    await page.getByRole('link', { name: 'Meal vouchers' }).waitFor()
    await page.getByRole('link', { name: 'New article' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Working from home')
    await page.getByRole('textbox', { name: 'Text', exact: true }).click()
    await page.keyboard.type('Two days a week.')
    await page.getByText('6 employees and 4 managers can read this.').waitFor()
    await page.getByRole('checkbox', { name: 'Managers' }).uncheck()
    await page.getByRole('combobox', { name: 'Organizations' }).fill('par')
    await page.getByRole('option', { name: /Paris office/ }).click()
    await page.getByText('2 employees can read this.').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('heading', { level: 1, name: 'Edit the article' }).waitFor()

    const reader = await openPage('/portal/articles/working-from-home', { as: 'employee:E-1001' })
    await reader.getByText('Two days a week.').waitFor()
    await reader.done()

    await page.getByRole('tab', { name: /French/ }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Télétravail')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('tab', { name: 'French translated' }).waitFor()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    await page.getByRole('tab', { name: 'French translated' }).waitFor()

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor()
    assert.equal(await hitsOf('working-from-home'), undefined)
    await page.done()
  })

  test('and loses nothing that was not saved', async () => {
    const page = await openPage('/portal/manager/articles/paid-leave/edit', { as: NORA })
    await page.getByRole('textbox', { name: 'Title' }).fill('Paid leave 2')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Articles' }).waitFor()
    await page.goBack()

    await page.getByText('Your unsaved changes were restored.').waitFor()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Paid leave 2')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Paid leave')
    await page.done()
  })

  test('and reads what is for managers', async () => {
    const page = await openPage('/portal/manager/articles?view=read&q=payroll', { as: NORA })
    await page.getByRole('link', { name: /Payroll calendar/ }).click()
    await page.getByText('by the 18th').waitFor()
    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('The article is a draft again.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Unpublish' }).waitFor()
    await page.done()
  })
})
