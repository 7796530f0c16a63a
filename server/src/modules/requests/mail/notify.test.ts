import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addComment } from '#modules/requests/conversation/comments.ts'
import { putForm } from '#modules/requests/forms/put-form.ts'
import { changeRequest } from '#modules/requests/handling/change-request.ts'
import { mailAboutRequest } from '#modules/requests/jobs.ts'
import { createRequest } from '#modules/requests/submission/create-request.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import type { MailOrder } from './queries.ts'

const service = await startApp()
const { pool, v2, doWork } = service
const { call, made, post, patch, patched, commented } = requestCalls(service)

const addressOf = (id: string) => `${id.toLowerCase()}@acme.test`
const creator_technical_id = await aManager(service)
const aReachableEmployee = (more: Parameters<typeof anEmployee>[1] = {}) => {
  const technical_id = unique('E')
  return anEmployee(service, { technical_id, email: addressOf(technical_id), ...more })
}

async function aForm(assign_to: string[]): Promise<string> {
  const code = unique('f').slice(0, 20)
  await doWork(acme, (work) => putForm(work, code, { title: 'Leave', fields: [], assign_to }))
  return code
}

/** A request of an employee who has an address, with two managers. What it brought about so far is mailed. */
async function aCase({ isVisible = true }: { isVisible?: boolean } = {}) {
  const ann = await aManager(service)
  const bob = await aManager(service)
  const eve = await aReachableEmployee()
  const request = await made({
    creator_technical_id,
    form_code: await aForm([ann, bob]),
    subject: unique('Subject'),
    employee_technical_id: eve,
    visible_to_employee: String(isVisible),
  })
  await mailed(request.id)
  return { ann, bob, eve, id: request.id, subject: request.subject }
}

/** The jobs about a request that have not been run here. */
const seen = new Set<string>()
async function ordersAbout(requestId: string): Promise<MailOrder[]> {
  const { rows } = await pool.query<{ id: string; data: MailOrder }>(
    `SELECT id, data FROM jobs.job WHERE name = $1 AND data ->> 'request_id' = $2`,
    [mailAboutRequest.name, requestId],
  )
  const unseen = rows.filter((one) => !seen.has(one.id))
  for (const { id } of unseen) seen.add(id)
  return unseen.map((one) => one.data)
}

async function send(orders: MailOrder[], office = aRecordingMailer()) {
  for (const order of orders) await runJob({ ...service, mailer: office.mailer }, mailAboutRequest, order)
  return office
}

/** What happened since the last look, as mails: whom each went to, and what it says first. */
async function mailed(requestId: string): Promise<Record<string, string>> {
  const { sent } = await send(await ordersAbout(requestId))
  const news = sent.map((one) => [one.to, / (?:Max|Eve), (.*)/.exec(one.text)?.[1] ?? one.text])
  assert.equal(new Set(sent.map((one) => one.to)).size, sent.length, 'somebody was told twice')
  return Object.fromEntries(news)
}

/** The same for people whose ids are known. */
const told = (news: [id: string, text: string][]) => Object.fromEntries(news.map(([id, text]) => [addressOf(id), text]))
const NEW = { manager: 'a new request was assigned to you.', employee: 'a request that concerns you was created.' }
const ASSIGNED = 'this request is now assigned to you.'
const moved = (whose: 'this' | 'your', status: string) => `the status of ${whose} request changed to “${status}”.`
const comment = (whose: 'this' | 'your', by?: string) =>
  by ? `Max ${by} commented on ${whose} request.` : `there is a new comment on ${whose} request.`

describe('POST /api/requests/', () => {
  test('200 mails the assigned managers; the employee too when the request is visible', async () => {
    const ann = await aManager(service)
    const bob = await aManager(service)
    const employee_technical_id = await aReachableEmployee()
    const fields = { creator_technical_id, employee_technical_id, form_code: await aForm([ann, bob]) }

    const hidden = await made(fields)
    const visible = await made({ ...fields, visible_to_employee: 'true' })

    const managers: [string, string][] = [ann, bob].map((one) => [one, NEW.manager])
    assert.deepEqual(await mailed(hidden.id), told(managers))
    assert.deepEqual(await mailed(visible.id), told([...managers, [employee_technical_id, NEW.employee]]))
  })

  test('200 mails a manager once who is assigned by name and by two roles', async () => {
    const role = await aRole(service)
    const other = await aRole(service)
    const organization = await anOrganization(service)
    const profiles = [role, other].map((one) => ({ role: one, organizations: [organization] }))
    const ann = await aManager(service, { profiles })
    const bob = await aManager(service, { profiles })
    const employee_technical_id = await aReachableEmployee({ organizations: [organization] })
    const form_code = await aForm([ann, `role:${role}`, `role:${other}`, ann])

    const { id } = await made({ creator_technical_id, form_code, employee_technical_id })

    assert.deepEqual(await mailed(id), told([ann, bob].map((one) => [one, NEW.manager])))
  })

  test('200 mails nobody when nobody is assigned, and no employee without an address', async () => {
    const employee_technical_id = await anEmployee(service)

    const alone = await made({ creator_technical_id })
    const visible = await made({ creator_technical_id, employee_technical_id, visible_to_employee: 'true' })

    assert.deepEqual(await mailed(alone.id), {})
    assert.deepEqual(await mailed(visible.id), {})
  })

  test('200 writes to each in the language of that person at the time of sending', async () => {
    const languages = { french: 'fr-fr', english: 'en-us', german: 'de-de' }
    const managers = await Promise.all(
      Object.entries(languages).map(async ([name, language]) => [name, await aManager(service, { language })] as const),
    )
    const ids = Object.fromEntries(managers)
    const eve = await aReachableEmployee({ language: 'en-us' })
    const form_code = await aForm(Object.values(ids))
    const { id } = await made({
      creator_technical_id,
      form_code,
      employee_technical_id: eve,
      visible_to_employee: 'true',
    })
    await anEmployee(service, { technical_id: eve, email: addressOf(eve), language: 'fr' })

    const { sent } = await send(await ordersAbout(id))

    const french = sent.filter((one) => one.text.includes('Bonjour')).map((one) => one.to)
    assert.deepEqual(french.toSorted(), [ids.french ?? '', eve].map(addressOf).toSorted())
    const german = sent.filter((one) => one.text.includes('Guten Tag')).map((one) => one.to)
    assert.deepEqual(german, [addressOf(ids.german ?? '')])
    assert.equal(sent.filter((one) => one.text.includes('Hello')).length, 1)
  })

  test('200 leads managers and employees each to their own page', async () => {
    const ann = await aManager(service)
    const eve = await aReachableEmployee()
    const form_code = await aForm([ann])
    const request = await made({
      creator_technical_id,
      form_code,
      employee_technical_id: eve,
      visible_to_employee: 'true',
    })

    const { sent } = await send(await ordersAbout(request.id))

    const textTo = (id: string) => sent.find((one) => one.to === addressOf(id))?.text ?? assert.fail()
    assert.ok(textTo(ann).includes(`\n${request.manager_url}\n`))
    assert.ok(textTo(eve).includes(`\n${request.employee_url}\n`) && !textTo(eve).includes(request.manager_url))
  })

  test('400 mails nobody', async () => {
    const ann = await aManager(service)
    const before = await jobCount()

    await post({ creator_technical_id, form_code: await aForm([ann]), priority: 'HIGH' })

    assert.equal(await jobCount(), before)
  })
})

describe('PATCH /api/requests/{id}/', () => {
  test('200 mails managers who are newly assigned, and nobody whom it leaves or removes', async () => {
    const { id, ann } = await aCase()
    const cid = await aManager(service)

    await patched(id, { managers_assigned: [cid, ann, cid] })

    assert.deepEqual(await mailed(id), told([[cid, ASSIGNED]]))
  })

  test('200 does not mail the manager who assigns the request to himself', async () => {
    const { id, ann } = await aCase()
    const cid = await aManager(service)
    const dan = await aManager(service)

    await patched(id, { managers_assigned: [ann, cid, dan], actor_technical_id: cid })

    assert.deepEqual(await mailed(id), told([[dan, ASSIGNED]]))
  })

  test('200 mails the employee when a manager, or nobody who is named, moves the status', async () => {
    const { id, ann, eve } = await aCase()

    await patched(id, { status: 'open', actor_technical_id: ann })
    assert.deepEqual(await mailed(id), told([[eve, moved('your', 'In progress')]]))
    await patched(id, { status: 'pending', custom_state: 'at the doctor' })
    assert.deepEqual(await mailed(id), told([[eve, moved('your', 'On hold (at the doctor)')]]))
  })

  test('200 mails the managers when the employee moves the status', async () => {
    const { id, ann, bob, eve } = await aCase()

    await patched(id, { status: 'closed', actor_technical_id: eve })

    assert.deepEqual(await mailed(id), told([ann, bob].map((one) => [one, moved('this', 'Closed')])))
  })

  test('200 mails a manager once who is assigned while the employee moves the status', async () => {
    const { id, ann, eve } = await aCase()
    const cid = await aManager(service)

    await patched(id, { status: 'open', managers_assigned: [ann, cid], actor_technical_id: eve })

    const news: [string, string][] = [
      [ann, moved('this', 'In progress')],
      [cid, ASSIGNED],
    ]
    assert.deepEqual(await mailed(id), told(news))
  })

  test('200 mails the employee of a request that becomes visible as of a new one, and once though it moves too', async () => {
    const { id, eve } = await aCase({ isVisible: false })

    await patched(id, { status: 'open' })
    assert.deepEqual(await mailed(id), {})
    await patched(id, { visible_to_employee: true, status: 'pending' })

    assert.deepEqual(await mailed(id), told([[eve, NEW.employee]]))
  })

  test('200 mails the employee once of a request that becomes visible before its first mails are sent', async () => {
    const eve = await aReachableEmployee()
    const { id } = await made({ creator_technical_id, employee_technical_id: eve })

    await commented(id, { body: 'Hello' })
    await patched(id, { status: 'open' })
    await patched(id, { visible_to_employee: true })

    assert.deepEqual(await mailed(id), told([[eve, NEW.employee]]))
  })

  test('200 mails nobody of a move that comes with the end of visibility', async () => {
    const { id } = await aCase()

    await patched(id, { visible_to_employee: false, status: 'open' })

    assert.deepEqual(await mailed(id), {})
  })

  test('200 mails nobody when nothing changes, or only what nobody is told of', async () => {
    const { id, ann, bob } = await aCase()

    await patched(id, { status: 'created', managers_assigned: [ann, bob], visible_to_employee: true })
    await patched(id, { priority: 'URGENT', custom_state: 'x', processing_date_due: '2030-01-01' })
    await patched(id, { managers_assigned: [bob, ann] })
    await patched(id, { managers_assigned: [] })

    assert.deepEqual(await mailed(id), {})
  })

  test('400 mails nobody, whatever else was right', async () => {
    const { id } = await aCase()
    const cid = await aManager(service)

    const answer = await patch(id, { status: 'open', managers_assigned: [cid], actor_technical_id: 'nobody' })

    assert.equal(answer.statusCode, 400)
    assert.deepEqual(await ordersAbout(id), [])
  })
})

describe('POST /api/requests/{id}/comments/', () => {
  test('201 mails everyone who sees the request, except who wrote the comment', async () => {
    const { id, ann, bob, eve } = await aCase()
    const both: [string, string][] = [ann, bob].map((one) => [one, comment('this')])

    await commented(id, { body: 'Hello' })
    assert.deepEqual(await mailed(id), told([...both, [eve, comment('your')]]))
    await commented(id, { body: 'Hello', author_technical_id: ann })
    assert.deepEqual(
      await mailed(id),
      told([
        [bob, comment('this', ann)],
        [eve, comment('your', ann)],
      ]),
    )
    await commented(id, { body: 'Hello', author_technical_id: eve })
    const byEve = `Eve ${eve} commented on this request.`
    assert.deepEqual(await mailed(id), told([ann, bob].map((one) => [one, byEve])))
  })

  test('201 mails a manager who is not assigned nothing, though that one comments', async () => {
    const { id, ann, bob, eve } = await aCase()

    await commented(id, { body: 'Hello', author_technical_id: creator_technical_id })

    assert.deepEqual(Object.keys(await mailed(id)).toSorted(), [ann, bob, eve].map(addressOf).toSorted())
  })

  test('201 mails an internal comment to managers only', async () => {
    const { id, ann, bob } = await aCase()

    await commented(id, { body: 'Hello', internal: true, author_technical_id: bob })
    const orders = await ordersAbout(id)
    const { sent } = await send(orders)

    assert.deepEqual(
      sent.map((one) => one.to),
      [addressOf(ann)],
    )
    assert.match(sent[0]?.text ?? '', /The comment is internal/)
  })

  test('201 mails no comment to an employee who does not see the request', async () => {
    const { id, ann, bob } = await aCase({ isVisible: false })

    await commented(id, { body: 'Hello' })

    assert.deepEqual(await mailed(id), told([ann, bob].map((one) => [one, comment('this')])))
  })
})

describe('a mail that waits to be sent', () => {
  /** What is sent when something else happens between a comment and its mails. */
  async function sentAfter(happens: (about: Awaited<ReturnType<typeof aCase>>) => Promise<unknown>) {
    const about = await aCase()
    await commented(about.id, { body: 'Hello' })
    const orders = await ordersAbout(about.id)
    assert.equal(orders.length, 3)
    await happens(about)
    const names = Object.entries(about).map(([name, id]) => [addressOf(id), name])
    return (await send(orders))
      .addresses()
      .map((one) => Object.fromEntries(names)[one])
      .toSorted()
  }
  const accepted = async (answer: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await answer
    assert.ok(statusCode < 300, body)
  }

  test('goes to all three when nothing happens', async () => {
    assert.deepEqual(await sentAfter(async () => {}), ['ann', 'bob', 'eve'])
  })

  test('goes to nobody when the request was deleted', async () => {
    assert.deepEqual(await sentAfter(({ id }) => accepted(call('DELETE', `/requests/${id}/`))), [])
  })

  test('does not go to a manager who was taken off, or is gone', async () => {
    assert.deepEqual(await sentAfter(({ id, bob }) => patched(id, { managers_assigned: [bob] })), ['bob', 'eve'])
    assert.deepEqual(await sentAfter(({ ann }) => accepted(v2('DELETE', `/users/${ann}`))), ['bob', 'eve'])
  })

  test('does not go to an employee who no longer sees the request, is gone, or has no address any more', async () => {
    const managers = ['ann', 'bob']
    assert.deepEqual(await sentAfter(({ id }) => patched(id, { visible_to_employee: false })), managers)
    assert.deepEqual(await sentAfter(({ eve }) => accepted(v2('DELETE', `/employees/${eve}`))), managers)
    assert.deepEqual(await sentAfter(({ eve }) => anEmployee(service, { technical_id: eve })), managers)
  })

  test('goes to the address that a person has by then', async () => {
    const { id, ann } = await aCase()
    await commented(id, { body: 'Hello' })
    const email = addressOf(unique('new'))
    await aManager(service, { technical_id: ann, email })

    const { sent } = await send(await ordersAbout(id))

    const addresses = sent.map((one) => one.to)
    assert.ok(addresses.includes(email) && !addresses.includes(addressOf(ann)))
  })

  test("is of one client: another client's order with the same numbers sends nothing", async () => {
    const { id } = await aCase()
    await aManager(service, { owner: globex })
    await commented(id, { body: 'Hello' })

    const orders = (await ordersAbout(id)).map((one) => ({ ...one, client_id: 'globex' }))

    assert.deepEqual((await send(orders)).sent, [])
  })
})

describe('a mail that cannot be sent', () => {
  test('fails its job, and is sent again with the same Message-ID; no other mail has that', async () => {
    const { id, eve } = await aCase()
    await commented(id, { body: 'One' })
    await commented(id, { body: 'Two' })
    const orders = await ordersAbout(id)
    const failing = aRecordingMailer((mail) => mail.to === addressOf(eve))

    const results = await Promise.allSettled(orders.map((one) => send([one], failing)))
    assert.equal(results.filter((one) => one.status === 'rejected').length, 2)
    const again = await send(orders)

    const idsOf = (mails: typeof again.sent) => mails.map((one) => one.messageId ?? assert.fail()).toSorted()
    assert.equal(again.sent.length, 6)
    assert.deepEqual(idsOf(again.sent), idsOf(failing.asked))
    assert.equal(new Set(idsOf(again.sent)).size, 6)
  })

  test('may be tried again by the queue, and holds up no other', () => {
    assert.ok(mailAboutRequest.retries >= 5 && mailAboutRequest.concurrency > 1)
  })
})

async function jobCount(): Promise<number> {
  const { rows } = await pool.query('SELECT FROM jobs.job WHERE name = $1', [mailAboutRequest.name])
  return rows.length
}

describe('the jobs of mails', () => {
  test('are not there when a later step of the work fails', async () => {
    const { id } = await aCase()
    const cid = await aManager(service)
    const form_code = await aForm([cid])
    const before = await jobCount()
    const submitted = { fields: { form_code: [form_code], creator_technical_id: [creator_technical_id] }, files: {} }

    await assert.rejects(
      doWork(acme, async (work) => {
        await createRequest(work, service, submitted)
        await changeRequest(work, service, { id, input: { managers_assigned: [cid], status: 'open' } })
        await addComment(work, service, { requestId: id, comment: { body: 'Hello' }, files: [] })
        assert.equal(work.pendingJobs.length, 5)
        throw new Error('rolled back')
      }),
      { message: 'rolled back' },
    )

    assert.equal(await jobCount(), before)
  })

  test('name people and requests by numbers only; neither they nor logs have what is private', async () => {
    const { id, ann, bob, eve, subject } = await aCase()
    const body = unique('secret')
    await commented(id, { body, author_technical_id: ann })
    await patched(id, { status: 'open', custom_state: unique('state') })
    const orders = await ordersAbout(id)
    await Promise.allSettled(
      orders.map((one) =>
        send(
          [one],
          aRecordingMailer(() => true),
        ),
      ),
    )

    assert.equal(orders.length, 3)
    const names = ['client_id', 'comment_id', 'kind', 'occasion', 'recipient_key', 'request_id', 'side']
    for (const order of orders) {
      assert.ok(Object.keys(order).every((name) => names.includes(name)))
      for (const name of ['request_id', 'recipient_key'] as const) assert.match(order[name], /^\d+$/)
    }
    const written = JSON.stringify(orders) + service.logged.join('')
    for (const secret of [body, subject, '@acme.test', ...[ann, bob, eve].map((one) => `Max ${one}`)]) {
      assert.ok(!written.includes(secret), secret)
    }
  })
})
