import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { startReceiver } from '#test/harness/features/webhooks/receiver.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startPortal()
const { openPage } = service
const call = portalCalls(service).as('manager:M-1', 'demo')
const receiver = await startReceiver()
service.beforeClose(receiver.close)
const inFrench = { as: 'manager:M-1', language: 'fr-FR' } as const

/** A webhook that was told of one change. */
async function aWebhook(name: string): Promise<string> {
  const body = { name, callback_url: receiver.url, events: ['organization.*'] }
  const { id } = (await call('POST', '/admin/webhooks', { body })).json()
  await call('PUT', `/admin/organizations/${name}`, { body: { name } })
  return id
}

describe('webhooks', () => {
  test('one is made with chosen events, its key is shown, and a test call arrives', async () => {
    const page = await openPage('/portal/admin/webhooks', inFrench)
    await page.getByRole('button', { name: 'Nouveau webhook' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Nom' }).fill('Paie')
    await form.getByRole('textbox', { name: 'Adresse appelée' }).fill(receiver.url)
    await form.getByRole('checkbox', { name: /Tous les événements/ }).click()
    await form.getByRole('button', { name: 'Créer le webhook' }).click()
    await form.getByText('Choisissez au moins un événement.').waitFor()
    await form.getByRole('searchbox', { name: 'Trouver un événement' }).fill('employee.cr')
    await form.getByRole('checkbox', { name: 'employee.created' }).click()
    await expectAccessible(page, CONTENT)
    await form.getByRole('button', { name: 'Créer le webhook' }).click()
    await form.getByRole('textbox', { name: 'Clé de signature' }).waitFor()
    await form.getByRole('button', { name: 'Je l’ai conservée' }).click()

    await page.getByRole('heading', { name: 'Paie', level: 1 }).waitFor()
    const before = receiver.received.length
    await page.getByRole('button', { name: 'Envoyer un test' }).click()
    await page.getByText('Un appel de test a été envoyé').waitFor()
    await page.getByRole('link', { name: 'Envois' }).click()
    await page.getByText('webhook.test').first().waitFor()

    await expect.poll(() => receiver.received.length).toBe(before + 1)
    const { events } = (await call('GET', '/admin/webhooks'))
      .json()
      .find((one: { name: string }) => one.name === 'Paie')
    assert.deepEqual(events, ['employee.created'])
    await page.done()
  })

  test('a delivery shows what was sent and answered, and is sent again', async () => {
    const id = await aWebhook('DELIVERED')
    const page = await openPage(`/portal/admin/webhooks/${id}/deliveries`, { ...inFrench, colorScheme: 'dark' })
    await page.getByText('Livré').first().waitFor()
    await page
      .getByRole('link', { name: /organization.created/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: 'Envoi' })
    await drawer.getByText('Réponse 200').waitFor()
    await drawer.getByText('"DELIVERED"').first().waitFor()
    await expectAccessible(page, OVERLAYS)

    await drawer.getByRole('button', { name: 'Renvoyer' }).click()

    await drawer.getByText('Tentative 2').waitFor()
    await page.done()
  })

  test('one whose owner may read nothing any more says so, and is taken over', async () => {
    const id = await aWebhook('ORPHAN')
    await sql`UPDATE webhooks SET owner_type = 'application', owner_id = 'gone' WHERE id = ${id}`.execute(service.db)
    const page = await openPage(`/portal/admin/webhooks/${id}`, inFrench)
    await page.getByText('Certains événements ne sont pas envoyés').waitFor()
    await page.getByText('Application gone').waitFor()
    await expectAccessible(page, CONTENT)

    await page.getByRole('button', { name: 'Devenir propriétaire' }).click()

    await page.getByText('Gestionnaire M-1').waitFor()
    await page.getByText('Certains événements ne sont pas envoyés').waitFor({ state: 'detached' })
    await page.done()
  })

  test('the key is renewed, and the webhook is switched off and deleted after a question, on a phone', async () => {
    const id = await aWebhook('SHORT')
    const page = await openPage(`/portal/admin/webhooks/${id}`, { ...inFrench, width: 360 })
    await page.getByRole('heading', { name: 'État' }).waitFor()
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Autres actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }

    await choose('Renouveler la clé')
    await page.getByRole('dialog').getByRole('button', { name: 'Renouveler la clé' }).click()
    await page.getByRole('textbox', { name: 'Clé de signature' }).waitFor()
    await page.getByRole('button', { name: 'Je l’ai conservée' }).click()
    await choose('Désactiver')
    await page.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).click()
    await page.getByText('Désactivé', { exact: true }).first().waitFor()
    await choose('Supprimer')
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
    await page.getByText('Le webhook a été supprimé.').waitFor()

    assert.equal((await call('GET', `/admin/webhooks/${id}`)).statusCode, 404)
    await page.done()
  })
})

describe('the event log', () => {
  test('names people and things, is narrowed by them in the address, and opens one event', async () => {
    await call('PUT', '/admin/organizations/LOGGED', { body: { name: 'Logged' } })
    const page = await openPage('/portal/admin/events', inFrench)
    await page.getByRole('heading', { name: 'Journal des événements' }).waitFor()
    await page.getByRole('combobox', { name: 'Par' }).fill('petit')
    await page.getByRole('option', { name: /Hélène Petit/ }).click()
    await page.waitForURL(/actor=M-1/)
    await page.getByRole('combobox', { name: 'Type' }).fill('organisation')
    await page.getByRole('option', { name: /^Organisation\s: création$/ }).click()
    await page.waitForURL(/type=organization.created/)

    await page
      .getByRole('row', { name: /Logged/ })
      .getByRole('link')
      .first()
      .click()

    const drawer = page.getByRole('dialog', { name: 'Événement' })
    await drawer.getByText('"Logged"').waitFor()
    await drawer.getByRole('link', { name: 'Hélène Petit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hélène Petit' }).waitFor()
    await page.done()
  })
})
