import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailAboutRequest } from '#modules/requests/jobs.ts'
import type { ManagerRequest } from '#modules/requests/portal-schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { MailOrder } from './queries.ts'

const service = await startApp()
const { as } = portalCalls(service)
const api = requestCalls(service)

await anOrganization(service, { code: 'PAR' })
await aRole(service, { code: 'hr', permissions: ['requests:*'] })
await aManager(service, {
  technical_id: 'M-1',
  profiles: [{ role: 'hr', organizations: ['PAR'], include_below: true }],
})
const manager = as('manager:M-1')

async function aRequest(employee: { email?: string | null; language?: string }, isVisible = true): Promise<string> {
  const technical_id = unique('E')
  await anEmployee(service, { technical_id, organizations: ['PAR'], ...employee })
  const { id } = await api.made({
    creator_technical_id: 'M-1',
    employee_technical_id: technical_id,
    visible_to_employee: String(isVisible),
  })
  return id
}

const read = async (id: string): Promise<ManagerRequest> => (await manager('GET', `/manager/requests/${id}`)).json()

/** The mails that a change of status has ordered so far. */
async function mailsAboutMoves(id: string) {
  const { rows } = await service.pool.query<{ data: MailOrder }>(
    `SELECT data FROM jobs.job WHERE name = $1 AND data ->> 'request_id' = $2 AND data ->> 'kind' = 'moved'`,
    [mailAboutRequest.name, id],
  )
  const office = aRecordingMailer()
  for (const { data } of rows) await runJob({ ...service, mailer: office.mailer }, mailAboutRequest, data)
  return office.sent
}

describe('the mail of a request that is to be closed', () => {
  test('is, to the letter, what the employee receives afterwards', async () => {
    const id = await aRequest({ email: 'anne@acme.test', language: 'fr-fr' })
    const { closing_mail: announced } = await read(id)

    assert.equal((await manager('PATCH', `/manager/requests/${id}`, { body: { status: 'closed' } })).statusCode, 200)

    const sent = (await mailsAboutMoves(id)).map(({ to, subject, text }) => ({ to, subject, text }))
    assert.deepEqual(sent, [announced])
    assert.match(announced?.text ?? '', /Clôturée/)
    assert.equal((await read(id)).closing_mail, null)
  })

  test('is null when closing mails nobody', async () => {
    const cases = {
      hidden: await aRequest({ email: 'eve@acme.test' }, false),
      unreachable: await aRequest({ email: null }),
    }

    for (const [name, id] of Object.entries(cases)) {
      assert.equal((await read(id)).closing_mail, null, name)
      await manager('PATCH', `/manager/requests/${id}`, { body: { status: 'closed' } })
      assert.deepEqual(await mailsAboutMoves(id), [], name)
    }
  })
})
