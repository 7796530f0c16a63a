import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailPasswordLinks } from '#modules/auth/jobs.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { PasswordLinkJobData } from './password-links.ts'

async function aWorld(service: TestApp) {
  const { as } = portalCalls(service)
  await anOrganization(service, { code: 'HQ' })
  const everywhere = (role: string) => [{ role, organizations: ['HQ'], include_below: true }]
  const owner = await aManager(service, { profiles: everywhere(await aRole(service)) })
  const clerk = await aManager(service, {
    profiles: everywhere(await aRole(service, { permissions: ['users:read', 'users:write'] })),
  })
  const inviteAs = (manager: string) => (account: string) =>
    as(`manager:${manager}`)('POST', `/admin/accounts/${account}/invitations`)
  return { invite: inviteAs(owner), inviteAsClerk: inviteAs(clerk), as, owner }
}

const service = await startApp()
const { invite, inviteAsClerk, as, owner } = await aWorld(service)
const newcomer = async () => {
  const email = `${unique('new')}@acme.test`
  return { id: await anEmployee(service, { email }), email }
}
const tokenIn = (text: string | null) => /\/password\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''
const use = (token: string) =>
  as(undefined)('POST', `/password_links/${token}`, { body: { password: 'long enough 4 me' } })

async function ordersFor(email: string): Promise<PasswordLinkJobData[]> {
  const { rows } = await service.pool.query<{ data: PasswordLinkJobData }>(
    `SELECT data FROM jobs.job WHERE name = $1 AND data ->> 'email' = $2 ORDER BY created_on`,
    [mailPasswordLinks.name, email],
  )
  return rows.map(({ data }) => data)
}

async function mailsOf(order: PasswordLinkJobData | undefined) {
  const office = aRecordingMailer()
  if (order) await runJob({ ...service, mailer: office.mailer }, mailPasswordLinks, order)
  return office.sent
}

describe('an invitation without a mail server', () => {
  test('shows the link to the administrator, and the mail in the folder holds the same one', async () => {
    const { id, email } = await newcomer()

    const answer = await invite(`employee:${id}`)
    const [order] = await ordersFor(email)
    const [mail] = await mailsOf(order)
    const [again] = await mailsOf(order)

    const { link, transport } = answer.json()
    const token = tokenIn(link)
    assert.deepEqual([answer.statusCode, transport], [202, 'folder'])
    assert.match(link, /^http:\/\/localhost:8080\/password\/[\w-]{20,}$/)
    assert.deepEqual([tokenIn(mail?.text ?? ''), tokenIn(again?.text ?? '')], [token, token])
    assert.equal((await use(token)).json().person.technical_id, id)
    assert.deepEqual(await mailsOf(order), [], 'a link that was used is not mailed')
  })

  test('the link is nowhere in clear: not in the database, not in the log', async () => {
    const { id, email } = await newcomer()

    const token = tokenIn((await invite(`employee:${id}`)).json().link)

    assert.notEqual(token, '')
    assert.ok(!JSON.stringify(await ordersFor(email)).includes(token))
    const { rows } = await service.pool.query('SELECT row_to_json(one)::text AS text FROM password_links one')
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token))
    assert.ok(!service.logged.some((line) => line.includes(token)))
  })

  test('a link belongs to its log-in: the order of another cannot be mailed with it', async () => {
    const one = await newcomer()
    const other = await newcomer()
    await invite(`employee:${one.id}`)
    await invite(`employee:${other.id}`)
    const [mine] = await ordersFor(one.email)
    const [theirs] = await ordersFor(other.email)

    const swapped = { ...theirs, encrypted_token: mine?.encrypted_token } as PasswordLinkJobData

    await assert.rejects(mailsOf(swapped), /cannot be decrypted/)
  })

  test('is not shown to a manager who holds less than the person: it would open a vault, or more permissions', async () => {
    const { id, email } = await newcomer()
    const peer = await aManager(service)

    const ofEmployee = await inviteAsClerk(`employee:${id}`)
    const ofPeer = await inviteAsClerk(`manager:${peer}`)
    const ofOwner = await inviteAsClerk(`manager:${owner}`)

    assert.deepEqual([ofEmployee.statusCode, ofEmployee.json().link], [202, null])
    assert.match(ofPeer.json().link, /password/)
    assert.deepEqual([ofOwner.statusCode, ofOwner.json().code], [403, 'beyond_own_permissions'])
    const [mail] = await mailsOf((await ordersFor(email))[0])
    assert.notEqual(tokenIn(mail?.text ?? ''), '')
  })

  test('is not shown of a log-in that is in use, by a password or by single sign-on', async () => {
    const withPassword = await newcomer()
    const bySingleSignOn = await newcomer()
    await service.v2('PUT', `/accounts/employee:${withPassword.id}`, { body: { password: 'their own password' } })
    await as(`employee:${bySingleSignOn.id}`)('GET', '/session')

    const answers = [await invite(`employee:${withPassword.id}`), await invite(`employee:${bySingleSignOn.id}`)]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().link]),
      [
        [202, null],
        [202, null],
      ],
    )
  })
})

describe('an invitation through a mail server', () => {
  test('shows no link to anybody', async () => {
    const mailing = await startApp({ mail: 'smtp' })
    const world = await aWorld(mailing)
    const id = await anEmployee(mailing, { email: 'new@acme.test' })

    const answer = await world.invite(`employee:${id}`)

    assert.deepEqual(answer.json(), { email: 'new@acme.test', transport: 'smtp', link: null })
  })
})
