import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTENT, expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import type { acme } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startPortal()
const { openPage, pool } = service
const hr = portalCalls(service).as('manager:M-1', 'demo')
const owner = {
  client: { id: 'demo', languages: ['en-us'] },
  actor: { type: 'system', id: null, name: null },
} as unknown as typeof acme

/** So many people of a name, each with an address. */
async function aCrowd(last_name: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const email = `${last_name.toLowerCase()}-${n}@demo.example`
    ids.push(`employee:${await anEmployee(service, { last_name, email, owner })}`)
  }
  return ids
}

async function mailsTo(name: string): Promise<number> {
  const mails = await service.mails()
  return mails.filter((one) => one.to?.[0]?.address?.startsWith(name)).length
}

const withState = async (q: string, status: string) =>
  Number((await hr('GET', `/admin/people?q=${q}&status=${status}`)).headers['x-total-count'])

describe('many people at once', () => {
  test('all that match are invited after a question, though the page is left; what was left out is downloaded', async () => {
    const [invited = '', active = ''] = await aCrowd('Crowd', 62)
    await anEmployee(service, { last_name: 'Crowd', owner })
    await hr('POST', `/admin/accounts/${invited}/invitations`)
    await portalCalls(service).sessionOf(active as 'employee:1', 'demo')
    const page = await openPage('/portal/admin/people?q=crowd', { as: 'manager:M-1' })

    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 63 that match' }).click()
    await page.getByText('All 63 that match are selected').waitFor()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite 63 people?' })
    for (const line of [
      '60 are invited',
      '60 mails are written to the mail folder',
      '1 is skipped: has a log-in in use',
      '1 is skipped: has no e-mail address',
    ]) {
      await dialog.getByText(line).waitFor()
    }
    const again = dialog.getByRole('checkbox', { name: 'Invite again the one who was invited already (1)' })
    await again.check()
    await dialog.getByText('61 are invited').waitFor()
    await again.uncheck()
    await dialog.getByText('60 are invited').waitFor()
    await expectAccessible(page, OVERLAYS)
    assert.equal(await withState('crowd', 'invited'), 1, 'nobody is invited before the answer')
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto('about:blank')

    await eventually(async () => (await withState('crowd', 'invited')) === 61, { withinSeconds: 60 })
    await page.goto(`${service.url}/portal/manager`)
    await page.getByText('Invite people: Finished').waitFor()
    await page.getByText('Done: 60 · Skipped: 3').waitFor()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invite people' }).waitFor()
    await page.getByText('1 is skipped: was invited already').waitFor()
    await expectAccessible(page, CONTENT)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ])
    const lines = (await (await download.createReadStream()).toArray()).join('').trim().split('\r\n')
    assert.deepEqual(lines.map((line) => line.split(',')[3]).toSorted(), [
      'already_active',
      'already_invited',
      'no_email',
      'reason',
    ])
    await page.goto(`${service.url}/portal/manager`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // At this moment: a notice goes away by itself.
    assert.equal(await page.getByText('Invite people: Finished').count(), 0, 'what was seen is not shown again')
    await eventually(async () => (await mailsTo('crowd-')) === 61, { withinSeconds: 60 })
    await page.done()
  })

  test('progress is shown on every page; the action is stopped', async () => {
    const ids = await aCrowd('Slow', 4)
    for (const id of ids) await hr('PUT', `/admin/accounts/${id}`, { body: {} })
    // The third waits for us.
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`bulk log-in demo ${ids[2]}`])
    const page = await openPage('/portal/admin/people?q=slow', { as: 'manager:M-1' })
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('button', { name: 'Switch log-ins off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Switch 4 log-ins off?' })
    await dialog.getByText('Nobody is mailed').waitFor()
    await dialog.getByRole('button', { name: 'Switch off' }).click()

    await page.getByText('2 of 4').waitFor()
    await page.getByRole('link', { name: 'Requests', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    await page.getByText('2 of 4').waitFor()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    // The stop waits for the item that is being done.
    await untilWaiting(pool, 2)
    await holder.query('ROLLBACK')
    holder.release()

    await page.getByText('You stopped it.').waitFor()
    await eventually(async () => (await withState('slow', 'switched_off')) === 3)
    assert.equal(await withState('slow', 'not_invited'), 1)
    await page.done()
  })

  test('one by one on a phone, in French and in the dark; the list of my actions has them', async () => {
    await aCrowd('Petit', 2)
    const page = await openPage('/portal/admin/people?q=petit', {
      as: 'manager:M-1',
      language: 'fr-FR',
      colorScheme: 'dark' as const,
      width: 360,
      height: 740,
    })
    await page
      .getByRole('checkbox', { name: /Sélectionner Eve Petit/ })
      .first()
      .check()
    await page.getByText('1 sélectionné', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Inviter', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Inviter 1 personne ?' })
    await dialog.getByText('1 personne sera invitée').waitFor()
    await dialog.getByText('Aucun serveur de messagerie n’est configuré', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Inviter', exact: true }).click()
    await page.getByText('Inviter des personnes : Terminée').waitFor()
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360)
    await page.getByRole('button', { name: 'Fermer cette notification' }).first().click()

    await page.getByRole('button', { name: /Compte de/ }).click()
    await page.getByRole('menuitem', { name: 'Mes actions groupées' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mes actions groupées' }).waitFor()
    const withReasons = page.getByRole('listitem').filter({ hasText: 'Ignorés' })
    await withReasons.getByRole('link', { name: 'Inviter des personnes' }).first().click()
    await page.getByRole('link', { name: 'Télécharger en CSV' }).waitFor()
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360)
    await page.done()
  })
})
