import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Mailer } from '#platform/mail/mail.ts'
import { startApp } from '#test/harness/app.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { deleteOldMails } from './jobs.ts'
import { recordingMailer } from './recording-mailer.ts'

const service = await startApp()
const { as } = portalCalls(service)
await anOrganization(service, { code: 'HQ' })
const profiles = [{ role: await aRole(service), organizations: ['HQ'], include_below: true }]
await aManager(service, { technical_id: 'M-ALL', profiles })
const all = as('manager:M-ALL')

let failure: Error | undefined
const office: Mailer = {
  transport: 'smtp',
  send: async () => {
    if (failure) throw failure
  },
  check: async () => {},
  close: async () => {},
}
const mailer = recordingMailer(office, service)
const acmes = { clientId: 'acme', kind: 'request' }
const aMail = (to: string, subject: string, messageId?: string) => ({
  to,
  subject,
  text: 'Secret body',
  ...(messageId === undefined ? {} : { messageId }),
})
type Listed = { recipient: string; subject: string; status: string; failure: string | null; attempts: number }
const list = async (query = ''): Promise<Listed[]> => (await all('GET', `/admin/mails${query}`)).json()

describe('GET /admin/mails', () => {
  test('200 tells to whom what was sent, newest first, and nothing of what it says', async () => {
    await mailer.send(aMail('Ann <ann@acme.test>', 'First'), acmes)
    service.clock.advance(1)
    await mailer.send(aMail('bob@acme.test', 'Congé payé'), acmes)
    await mailer.send(aMail('eve@globex.test', 'Theirs'), { clientId: 'globex', kind: 'request' })
    await mailer.send(aMail('nobody@acme.test', 'For no client'))

    const answer = await all('GET', '/admin/mails')

    const told = answer.json().map((one: Listed) => [one.recipient, one.subject, one.status])
    assert.deepEqual(told, [
      ['bob@acme.test', 'Congé payé', 'sent'],
      ['ann@acme.test', 'First', 'sent'],
    ])
    assert.ok(!answer.body.includes('Secret body'))
    assert.deepEqual(
      (await list('?q=conge')).map((one) => one.subject),
      ['Congé payé'],
    )
    assert.deepEqual(
      (await list('?q=ann%40acme')).map((one) => one.subject),
      ['First'],
    )
    const page = await all('GET', '/admin/mails?per_page=1')
    const next = await list(`?per_page=1&cursor=${page.headers['next-cursor']}`)
    assert.deepEqual(
      next.map((one) => one.subject),
      ['First'],
    )
  })

  test('200 tells why one failed, as one mail however often it is tried', async () => {
    failure = new Error('The mail was not sent: 550 No such mailbox')
    const mail = aMail('cat@acme.test', 'Tried', '<1@dossier>')
    for (let attempt = 0; attempt < 2; attempt += 1) await assert.rejects(mailer.send(mail, acmes), /550/)

    const [failed, ...others] = await list('?status=failed')
    assert.deepEqual([failed?.subject, failed?.attempts, others], ['Tried', 2, []])
    assert.match(failed?.failure ?? '', /No such mailbox/)
    failure = undefined
    await mailer.send(mail, acmes)

    assert.deepEqual(await list('?status=failed'), [])
    const [sent] = await list('?status=sent&q=tried')
    assert.deepEqual([sent?.attempts, sent?.failure], [3, null])
  })

  test('200 tells mails that only lie in the folder from those that were sent', async () => {
    const folder = recordingMailer({ ...office, transport: 'folder' }, service)
    await folder.send(aMail('flo@acme.test', 'In the folder'), acmes)

    const [written, ...others] = await list('?status=written')
    assert.deepEqual([written?.subject, written?.status, others], ['In the folder', 'written', []])
    assert.ok((await list('?status=sent')).every((one) => one.subject !== 'In the folder'))
  })

  test('a mail that cannot be written down is sent all the same, once', async () => {
    await mailer.send(aMail('dan@acme.test', 'Sent'), { clientId: 'nobody', kind: 'request' })

    assert.ok(service.logged.some((line) => line.includes('mail.not_recorded')))
    assert.ok(!service.logged.some((line) => line.includes('dan@acme.test')))
  })

  test('400 for a status that is none', async () => {
    assert.equal((await all('GET', '/admin/mails?status=lost')).statusCode, 400)
  })

  test('forgets after 90 days', async () => {
    service.clock.advance(89 * 86_400)
    await mailer.send(aMail('new@acme.test', 'New'), acmes)
    service.clock.advance(2 * 86_400)

    await deleteOldMails.run({}, { ...service, signal: new AbortController().signal })

    const { rows } = await service.pool.query('SELECT subject FROM mails')
    assert.deepEqual(rows, [{ subject: 'New' }])
  })
})
