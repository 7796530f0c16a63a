import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { documentTypes } from '#modules/documents/types/document-types.ts'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { addNora, demoCaller, NORA } from '#test/harness/browser/demo-managers.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()
const { openPage } = portal
await addNora(portal)
await portal.doWork(demoCaller, async (work) => {
  await documentTypes.putOne(work, 'appraisal', {
    kind: 'employee',
    name: 'Appraisal',
    filters: [
      { code: 'site', name: 'Site', type: 'list', values: ['Lyon', 'Paris', 'London'] },
      { code: 'level', name: 'Confidentiality level', type: 'integer' },
    ],
  })
})
const call = portalCalls(portal).as(NORA, 'demo')
const restrictions = async () => (await call('GET', '/admin/users/M-2')).json().profiles[0].access_restrictions

describe('an administrator limits a profile to some documents', () => {
  test('picks type, filter and values by keyboard, sees what is limited, and saves it', async () => {
    const page = await openPage('/portal/admin/people/manager:M-2', { as: NORA })
    await page.getByText('All documents that the role covers in these organizations.').waitFor()
    await page.getByRole('button', { name: 'Limit a document type' }).focus()
    await page.keyboard.press('Enter')
    const limit = page.getByRole('group', { name: 'Limit 1' })
    await limit.getByRole('combobox', { name: 'Document type' }).focus()
    await page.keyboard.type('Apprai')
    await page.getByRole('option', { name: 'Appraisal' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await limit.getByRole('combobox', { name: 'Filter' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Site' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await limit.getByRole('combobox', { name: 'Allowed values' }).focus()
    for (const value of ['Lyo', 'Par']) {
      await page.keyboard.type(value)
      await page.getByRole('option', { name: new RegExp(`^${value}`) }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Escape')
    await page.getByText('Appraisal: only documents with Site = Lyon, Paris.').waitFor()
    await expectAccessible(page, CONTENT)
    await page.getByRole('button', { name: 'Save profiles' }).click()
    await page.getByText('Saved.').first().waitFor()

    const site = { document_type_code: 'appraisal', filter_code: 'site', values: ['Lyon', 'Paris'] }
    assert.deepEqual(await restrictions(), [site])
    await page.done()
  })

  test('is told beside the field what is missing or wrong, types integers, and removes a limit; on a phone, in French', async () => {
    const page = await openPage('/portal/admin/people/manager:M-2', {
      as: 'manager:M-1',
      language: 'fr-FR',
      width: 390,
      height: 844,
    })
    await page.getByRole('button', { name: 'Restreindre un type de document' }).click()
    await page.getByRole('button', { name: 'Enregistrer les profils' }).click()
    await page.getByText('Choisissez un type de document.').waitFor()
    const second = page.getByRole('group', { name: 'Restriction 2' })
    await second.getByRole('combobox', { name: 'Type de document' }).click()
    await page.getByRole('option', { name: 'Appraisal' }).click()
    await second.getByRole('combobox', { name: 'Filtre' }).click()
    await page.getByRole('option', { name: 'Confidentiality level' }).click()
    const values = second.getByRole('combobox', { name: 'Valeurs autorisées' })
    await values.fill('high')
    await values.press('Enter')
    await second.getByText('Saisissez des nombres entiers.').waitFor()
    await values.press('Backspace')
    await values.fill('2')
    await values.press('Enter')
    await page.getByRole('button', { name: 'Retirer la restriction 1' }).click()
    await page.getByText('Appraisal : uniquement les documents avec Confidentiality level = 2.').waitFor()
    await page.getByRole('button', { name: 'Enregistrer les profils' }).click()
    await page.getByText('Enregistré.').first().waitFor()

    const level = { document_type_code: 'appraisal', filter_code: 'level', values: [2] }
    assert.deepEqual(await restrictions(), [level])
    await page.done()
  })

  test('and the manager reads it on the own profile page', async () => {
    const page = await openPage('/portal/profile', { as: 'manager:M-2' })
    await page.getByText('Only documents with Confidentiality level = 2').waitFor()
    await page.done()
  })
})
