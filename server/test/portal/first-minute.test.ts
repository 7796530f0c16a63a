import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SetupFile } from '#modules/setup/index.ts'
import { applySetup } from '#src/setup.ts'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { follow } from '#test/harness/browser/pages.ts'

const portal = await startPortal({ asStarted: true })

const FRESH: SetupFile = {
  clients: [
    {
      id: 'fresh',
      name: 'Fresh company',
      languages: ['en-us', 'fr-fr'],
      organizations: [{ code: 'TOP', name: 'Fresh company' }],
      roles: [{ code: 'admin', name: 'Administrator', permissions: ['*'] }],
      managers: ['en-us', 'fr-fr'].map((language, index) => ({
        technical_id: `F-${index + 1}`,
        first_name: 'Alex',
        last_name: `Martin ${index}`,
        language,
        email: `alex${index}@fresh.example`,
        profiles: [{ role: 'admin', organizations: ['TOP'], include_below: true }],
      })),
    },
  ],
}
await applySetup(portal, FRESH)

describe('the log-in page of a demo', () => {
  for (const [language, title, names] of [
    ['en-US', 'Try the demo as:', ['Employee', 'HR manager', 'Administrator']],
    ['fr-FR', 'Essayer la démo en tant que :', ['Salarié', 'Responsable RH', 'Administrateur']],
  ] as const) {
    test(`offers its people by a click, in ${language}`, async () => {
      const page = await portal.openPage('/login', { language })

      const choices = page.getByRole('region', { name: title.replace(' :', '\u00a0:') }).getByRole('button')
      await choices.first().waitFor()
      await expect(choices).toHaveText([...names], { useInnerText: true })
      await expectAccessible(page)

      await page.done()
    })
  }

  test('an employee lands on their home, and a manager on theirs', async () => {
    for (const [name, path] of [
      ['Employee', '/portal'],
      ['HR manager', '/portal/manager'],
      ['Administrator', '/portal/manager'],
    ] as const) {
      const page = await portal.openPage('/login')
      await page.getByRole('button', { name, exact: true }).click()
      await page.waitForURL(portal.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.done()
    }
  })

  test('keeps the page that somebody wanted', async () => {
    const page = await portal.openPage('/portal/manager/requests')
    await page.getByRole('button', { name: 'HR manager', exact: true }).click()
    await page.waitForURL(`${portal.url}/portal/manager/requests`)
    await page.done()
  })

  test('is not offered by the page of another client', async () => {
    const page = await portal.openPage('/login/fresh')
    await page.getByRole('heading', { name: 'Log in to Fresh company' }).waitFor()
    await expect(page.getByText('Try the demo as')).toHaveCount(0)
    await page.done()
  })
})

describe('the HR manager of the demo', () => {
  test('has the work of HR in the menu, and no administration', async () => {
    const page = await portal.openPage('/portal/manager', { as: 'manager:M-1' })
    const menu = page.getByRole('navigation').first()

    await menu.getByRole('link', { name: 'Employees' }).waitFor()
    for (const name of ['Requests', 'Distributions', 'Signatures']) {
      await expect(menu.getByRole('link', { name, exact: true }), name).toHaveCount(1)
    }
    for (const name of ['Roles', 'Webhooks', 'System', 'People']) {
      await expect(menu.getByRole('link', { name, exact: true }), name).toHaveCount(0)
    }
    await expect(page.getByText('Set up Dossier')).toHaveCount(0)
    await page.done()
  })
})

describe('names in the language of the reader', () => {
  test('a French administrator names a role, and an English manager reads it in English', async () => {
    const admin = await portal.openPage('/portal/admin/roles', { as: 'manager:A-1', language: 'fr-FR' })
    await admin.getByRole('columnheader', { name: /Responsable RH/ }).waitFor()
    await admin.getByRole('button', { name: 'Actions pour Responsable d’équipe' }).click()
    await admin.getByRole('menuitem').first().click()
    const dialog = admin.getByRole('dialog')
    await expect(dialog.getByLabel('Français')).toHaveValue('Responsable d’équipe')
    await dialog.getByLabel('Français').fill('Encadrant')
    await dialog.getByLabel('Anglais').fill('Supervisor')
    await expectAccessible(admin, OVERLAYS)
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await admin.getByRole('columnheader', { name: /Encadrant/ }).waitFor()
    await admin.done()

    const lead = await portal.openPage('/portal/profile', { as: 'manager:M-2' })
    await lead.getByText('Supervisor', { exact: true }).waitFor()
    await lead.getByText('London office').waitFor()
    await lead.done()
  })

  test('an employee reads forms, their categories and organizations in French', async () => {
    const forms = await portal.openPage('/portal/requests/new', { as: 'employee:E-1001', language: 'fr-FR' })
    await forms.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
    await forms.getByText('Attestation de travail').waitFor()
    await forms.getByText('Carrière').first().waitFor()
    await forms.done()
    const profile = await portal.openPage('/portal/profile', { as: 'employee:E-1001', language: 'fr-FR' })
    await profile.getByText('Bureau de Paris').waitFor()
    await profile.done()
  })

  test('an HR manager filters employees by what they read', async () => {
    const page = await portal.openPage('/portal/manager/employees/E-1001', { as: 'manager:M-1', language: 'fr-FR' })
    await page.getByText('Bureau de Paris').first().waitFor()
    await page.getByText('Date d’embauche').waitFor()
    await page.done()
  })

  test('an administrator changes the names of an organization', async () => {
    const page = await portal.openPage('/portal/admin/organizations?code=GB-LON', {
      as: 'manager:A-1',
      language: 'fr-FR',
    })
    await page.getByText('Bureau de Londres').first().click()
    await page.getByRole('button', { name: 'Modifier' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Anglais').waitFor()
    await expect(dialog.getByLabel('Nom', { exact: false }).first()).toHaveValue('London office')
    await dialog.getByLabel('Français').fill('Agence de Londres')
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Agence de Londres').first().waitFor()
    await page.done()
  })
})

describe('the guide of a new company', () => {
  test('shows the steps with what is done, leads to their pages, and stays closed', async () => {
    const page = await portal.openPage('/portal/manager', { as: 'manager:F-1', client: 'fresh' })
    const guide = page.getByRole('region', { name: 'Set up Dossier' })

    await guide.getByText('1 of 5 steps done').waitFor()
    await expect(guide.getByRole('listitem')).toHaveCount(5)
    await expect(guide.getByRole('listitem').first()).toHaveText(/done/, { useInnerText: true })
    await expectAccessible(page, CONTENT)
    await guide.getByRole('link', { name: 'Choose the document types' }).click()
    await page.waitForURL(`${portal.url}/portal/admin/document-types`)
    await page.goBack()
    await guide.getByRole('button', { name: 'Hide this guide' }).click()
    await guide.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(guide).toHaveCount(0)
    await page.done()
  })

  test('fits a phone, in French', async () => {
    const options = { as: 'manager:F-2', client: 'fresh', language: 'fr-FR', width: 360 } as const
    const page = await portal.openPage('/portal/manager', options)

    await page.getByRole('region', { name: 'Mettre en place Dossier' }).waitFor()
    const width = await page.locator('html').evaluate((html) => html.scrollWidth)
    assert.ok(width <= 360, `${width} px wide`)
    await page.done()
  })

  test('is gone when all is done', async () => {
    const page = await portal.openPage('/portal/manager', { as: 'manager:A-1' })
    await page.getByText('4 of 5 steps done').waitFor()
    const form = new FormData()
    const data = { title: 'Welcome', document_type_code: 'contract', employee_technical_id: 'E-1001' }
    form.append('data', JSON.stringify(data))
    form.append('file', new Blob(['Welcome, Ada.']), 'welcome.txt')
    const headers = { 'x-api-key': portal.credentials.api_key }
    await fetch(`${portal.url}/api/v1/enterprise/documents/`, { method: 'POST', headers, body: form })

    const answered = page.waitForResponse(/setup_guide/)
    await page.reload()
    assert.equal(new Set(Object.values((await (await answered).json()) as object)).size, 1)
    await page.getByText('All open', { exact: true }).waitFor()
    await expect(page.getByText('Set up Dossier')).toHaveCount(0)
    await page.done()
  })
})

describe('the way to help', () => {
  test('everybody finds help in the account menu; administrators the API documentation too', async () => {
    for (const [as, hasDocs] of [
      ['employee:E-1001', false],
      ['manager:M-1', false],
      ['manager:A-1', true],
    ] as const) {
      const page = await portal.openPage('/portal/profile', { as })
      await page.getByRole('button', { name: /Account of/ }).click()
      const docs = page.getByRole('menuitem', { name: 'API documentation' })
      await page.getByRole('menuitem', { name: 'Help' }).waitFor()
      await expect(docs, as).toHaveCount(hasDocs ? 1 : 0)
      if (hasDocs) await expect(docs).toHaveAttribute('href', '/docs')
      await page.getByRole('menuitem', { name: 'Help' }).click()
      await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
      await page.getByRole('heading', { name: 'Where to find what' }).waitFor()
      await page.done()
    }
  })

  test('its links lead to pages', async () => {
    for (const as of ['employee:E-1001', 'manager:A-1'] as const) {
      const page = await portal.openPage('/portal/help', { as, language: 'fr-FR' })
      await page.getByRole('heading', { level: 1, name: 'Aide' }).waitFor()
      const hrefs = await page.locator('dl a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
      assert.ok(hrefs.length >= 6)
      for (const href of hrefs) {
        await follow(page, href)
        await expect(page.getByText('Cette page n’existe pas'), href).toHaveCount(0)
      }
      await page.done()
    }
  })
})
