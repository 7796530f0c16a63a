import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { documentTypes } from '#modules/documents/types/document-types.ts'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
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

describe('an administrator keeps organizations', () => {
  test('finds one, moves it with a look at what goes along, and adds one below, by keyboard', async () => {
    const page = await openPage('/portal/admin/organizations', { as: NORA })
    await page.getByRole('treeitem', { name: /Lyon office/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Search by name or code' }).fill('lyo')
    await page.getByRole('option', { name: /Lyon office/ }).click()
    await page.getByRole('heading', { name: 'Lyon office' }).waitFor()
    await page.getByText('move 2 employees to another organization').waitFor()
    await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled()

    await page.getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move Lyon office' })
    await dialog.getByRole('combobox', { name: 'New parent organization' }).fill('united')
    await page.getByRole('option', { name: /United Kingdom/ }).click()
    await dialog.getByText('2 employees move with them.').waitFor()
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText('Lyon office was moved.').waitFor()
    assert.equal((await call('GET', '/admin/organizations/FR-LYO')).json().parent, 'GB')

    await page.getByRole('button', { name: 'Add below' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Workshop')
    await page.keyboard.press('Tab')
    await page.keyboard.type('LYO-W')
    await page.keyboard.press('Enter')
    await page.getByText('Workshop was added.').waitFor()
    assert.equal((await call('GET', '/admin/organizations/LYO-W')).json().parent, 'FR-LYO')
    await page.done()
  })

  test('sees groups, on a phone', async () => {
    const page = await openPage('/portal/admin/organizations?tab=groups', { as: NORA, width: 360 })
    await page.getByRole('button', { name: 'All offices' }).waitFor()
    await expectAccessible(page, CONTENT)
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360)
    await page.done()
  })
})

describe('an administrator keeps people', () => {
  test('filters the list, and invites somebody from their page', async () => {
    const page = await openPage('/portal/admin/people', { as: NORA })
    await page.getByRole('link', { name: /Ada Moreau/ }).waitFor()
    await page.getByRole('searchbox').fill('walsh')
    await page.getByRole('link', { name: /Ian Walsh/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Ian Walsh' }).waitFor()
    await page.getByText('Sees 2 active employees').waitFor()

    await page.getByRole('button', { name: 'Send an invitation' }).click()
    await page
      .getByText('No mail server is set up, so nobody receives the invitation by mail.', { exact: false })
      .waitFor()
    const { status } = (await call('GET', '/admin/people?q=walsh')).json()[0]
    assert.equal(status, 'invited')
    const link = await page.getByLabel('Link for Ian Walsh').inputValue()
    await page.getByText('Invited', { exact: true }).waitFor()
    await expectAccessible(page, CONTENT)
    await page.reload()
    await page.getByText('Invited', { exact: true }).waitFor()
    await expect(page.getByLabel('Link for Ian Walsh'), 'the link is shown once').toHaveCount(0)
    await page.goto(`${portal.url}/portal/admin/mails?q=ian.walsh`)
    await page
      .getByRole('row', { name: /ian\.walsh/ })
      .getByText('In the mail folder')
      .waitFor()
    await page.done()
    const invited = await openPage(new URL(link).pathname)
    await invited.getByRole('heading', { name: 'Choose a password' }).waitFor()
    await invited.done()
  })

  test('widens a profile, and what it adds up to follows', async () => {
    const page = await openPage('/portal/admin/people/manager:M-2', { as: NORA, colorScheme: 'dark' })
    await page.getByRole('radio', { name: 'Only these organizations' }).waitFor()
    await page.getByRole('combobox', { name: 'In these organizations' }).fill('paris')
    await page.getByRole('option', { name: /Paris office/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save profiles' }).click()
    await page.getByText('Sees 4 active employees').waitFor()
    const { profiles } = (await call('GET', '/admin/users/M-2')).json()
    assert.deepEqual(profiles[0].organizations, ['GB-LON', 'FR-PAR'])
    await page.done()
  })

  test('cannot change their own permissions', async () => {
    const page = await openPage('/portal/admin/people/manager:M-EN', { as: NORA })
    await page.getByText('This is you.').waitFor()
    await expect(page.getByRole('button', { name: 'Save profiles' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Switch off' })).toHaveCount(0)
    await page.done()
  })

  test('changes an employee in French', async () => {
    const page = await openPage('/portal/admin/people/employee:E-1001', { as: 'manager:M-1', language: 'fr-FR' })
    await page.getByRole('textbox', { name: 'Ville' }).fill('Vincennes')
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await page.getByText('Enregistré.').waitFor()
    await page.reload()
    await page.getByRole('textbox', { name: 'Ville' }).waitFor()
    await expect(page.getByRole('textbox', { name: 'Ville' })).toHaveValue('Vincennes')
    await page.done()
  })
})

describe('an administrator keeps roles and custom fields', () => {
  test('gives a role one permission more, after a look at the difference', async () => {
    const page = await openPage('/portal/admin/roles', { as: NORA })
    await page.getByRole('checkbox', { name: 'Team lead: Read Articles' }).check()
    await page.getByText('1 change in Team lead').waitFor()
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Articles – Read').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The role Team lead was saved.').waitFor()
    const { permissions } = (await call('GET', '/admin/roles/team-lead')).json()
    assert.ok(permissions.includes('articles:read') && permissions.includes('notes:write'))
    await page.done()
  })

  test('adds a list, and is told why one in use cannot be deleted', async () => {
    const page = await openPage('/portal/admin/custom-fields', { as: NORA })
    await page.getByRole('button', { name: 'Grade', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shift')
    await page.getByRole('textbox', { name: 'Code' }).fill('shift')
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Choice from a list' }).click()
    await page.getByRole('combobox', { name: 'Values' }).fill('day')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The field Shift was saved.').waitFor()
    assert.deepEqual((await call('GET', '/admin/custom_fields/shift')).json().values, ['day'])

    await page.getByRole('button', { name: 'Delete Grade' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(/The field is in use/).waitFor()
    await page.done()
  })
})

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
