import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { systemActor } from '#kernel/work.ts'
import { putClient } from '#modules/clients/index.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import {
  aReceiver,
  aReceivingHook,
  runJob,
  startSending,
  untilQuiet,
} from '#test/harness/features/webhooks/deliveries.ts'
import { type Received, type Receiver, verify } from '#test/harness/features/webhooks/receiver.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import type { MailRef } from './job-names.ts'
import { mailDelivery, processDistribution } from './jobs.ts'

const { service, dispatch } = await startSending()
const { pool, v2, publicUrl } = service
const { project, send, spool, run, deliver, validate, read, readSpool, report, prepared, delivered } =
  distributionCalls(service)
dispatch()

/** As good for the plain signature as for that of Standard Webhooks. */
const TOKEN = Buffer.from('the-shared-token-of-acme').toString('base64')
const callHome = (distribution_callback_url: string) =>
  service.doWork(acme, (work) =>
    putClient(work, { id: 'acme', shared_token: TOKEN, distribution_callback_url }, service.keyring),
  )

const lyon = await anOrganization(service)
const eve = await anEmployee(service, { organizations: [lyon] })
const LETTER = 'Employee no: (?<employee_number>[\\w-]+)(?:, (?<title>.+))?'
const type = await aDistributionType(service, { pattern: LETTER })
/** An index that names a file that is not there is read without PDFium. */
const indexType = await aDistributionType(service, { format: 'zip_index' })
const index = { type: indexType, bytes: await aZip({ 'index.csv': 'file,employee_number\na.pdf,1\n' }) }
const broken = { type: indexType, bytes: 'no zip' }
const letters = (...pages: [employee: string, title: string][]) => ({
  type,
  bytes: aPdfOf(pages.map(([employee, title]) => `Employee no: ${employee}, ${title}`)),
})

const KEY_ACTOR = { type: 'application', name: 'main' }
const PAYROLL = { type: 'application', name: 'payroll' }

/** What was told of a project, in its order. */
async function told(id: number) {
  const { rows } = await pool.query(
    `SELECT id, type, data, actor_type, actor_name FROM events
     WHERE resource_id = $1 AND type LIKE 'distribution_project.%' ORDER BY id`,
    [String(id)],
  )
  return rows.map(({ actor_type, actor_name, ...row }) => ({ ...row, actor: { type: actor_type, name: actor_name } }))
}
const typesOf = async (id: number) => (await told(id)).map((one) => one.type.replace('distribution_project.', ''))

describe('the events of a project', () => {
  test('have the project as it is read then, in the name of the person who brought them about', async () => {
    const states = []
    const id = await project()
    states.push(await read(id))
    await run(await spool(id, letters([eve, 'One'], ['nobody', 'Two'])))
    states.push(await read(id))
    states.push((await v2('POST', `/distribution_projects/${id}/validate`)).json())
    await deliver(id)
    states.push(await read(id))

    const events = await told(id)

    assert.deepEqual(
      events.map((one) => [one.type, one.data.status, one.actor]),
      [
        ['distribution_project.created', 'new', KEY_ACTOR],
        ['distribution_project.ready', 'waiting_for_validation', KEY_ACTOR],
        ['distribution_project.validated', 'validated', PAYROLL],
        ['distribution_project.completed', 'completed', PAYROLL],
      ],
    )
    assert.deepEqual(
      events.map((one) => one.data),
      states,
    )
    const { counts } = events[1]?.data ?? assert.fail()
    assert.deepEqual([counts.documents, counts.matched, counts.unmatched, counts.delivered], [2, 1, 1, 0])
    assert.equal(events[3]?.data.counts.delivered, 1)
    const [line] = await report(id)
    const { rows } = await pool.query('SELECT type, actor_name FROM events WHERE resource_id = $1', [line?.document_id])
    assert.deepEqual(rows, [{ type: 'employee_document.created', actor_name: 'payroll' }])
  })

  test('say ready again after another spool, and not for what changes in between', async () => {
    const id = await prepared([index])
    const [line] = await report(id)
    for (const left_out of [true, false]) {
      await v2('PATCH', `/distribution_projects/${id}/documents/${line?.id}`, { body: { left_out } })
    }
    assert.deepEqual(await typesOf(id), ['created', 'ready'])

    const bad = await spool(id, broken)
    await run(bad)
    const failed = await typesOf(id)
    await v2('DELETE', `/distributions/${bad}`)
    const removed = await typesOf(id)
    await run(await spool(id, index))

    assert.deepEqual(
      [failed, removed],
      [
        ['created', 'ready'],
        ['created', 'ready', 'ready'],
      ],
    )
    assert.deepEqual(await typesOf(id), ['created', 'ready', 'ready', 'ready'])
    assert.deepEqual((await told(id))[2]?.actor, PAYROLL)
    assert.equal((await told(id))[3]?.data.distributions_count, 2)
  })

  test('say who let a project go on by itself: anyone who sent the last spool, or decided on the last part', async () => {
    const auto = { auto_validate: 'true' }
    const bySpool = await prepared([letters([eve, 'A'])], auto)
    const byHand = await prepared([index], auto)
    const [line] = await report(byHand)
    await v2('PATCH', `/distribution_projects/${byHand}/documents/${line?.id}`, { body: { left_out: true } })

    const actors = [(await told(bySpool))[2], (await told(byHand))[2]].map((one) => [one?.type, one?.actor])

    const validated = 'distribution_project.validated'
    assert.deepEqual(actors, [
      [validated, KEY_ACTOR],
      [validated, PAYROLL],
    ])
  })

  test('are not told of what is refused or canceled', async () => {
    const id = await project()
    await validate(id)
    await send(id, { name: 'A' })
    await v2('POST', `/distribution_projects/${id}/cancel`)
    await validate(id)

    assert.deepEqual(await typesOf(id), ['created'])
  })

  test('reach a webhook of the same client, and no other', async () => {
    const events = ['distribution_project.*']
    const mine = await aReceivingHook(service, { ...acme, actor: systemActor }, { events })
    const theirs = await aReceivingHook(service, { ...globex, actor: systemActor }, { events })

    const id = await prepared([index])
    await eventually(() => mine.receiver.received.length >= 2)
    await untilQuiet(service)

    const types = mine.receiver.received.map((one) => one.json.type)
    assert.deepEqual(types.toSorted(), ['distribution_project.created', 'distribution_project.ready'])
    for (const { json } of mine.receiver.received) assert.equal(json.data.id, id)
    assert.deepEqual(theirs.receiver.received, [])
  })
})

const receiver = await aReceiver()

/** The callbacks about a project and its spools, once there are so many, in the order of what happened. */
async function callbacksAbout({ received }: Receiver, id: number, count: number): Promise<Received[]> {
  const about = () => received.filter(({ json }) => (json.data.distribution_project_id ?? json.data.id) === id)
  await eventually(() => about().length >= count)
  await untilQuiet(service)
  return about().toSorted((one, other) => (one.json.id < other.json.id ? -1 : 1))
}

describe('distribution_callback_url', () => {
  test('is told of each spool, for better or worse, and when the project is ready; signed with the shared token', async () => {
    await callHome(receiver.url)
    const id = await project()
    const good = await spool(id, letters([eve, 'One']))
    const bad = await spool(id, broken)
    await run(good)
    await run(bad)
    const spools = [await readSpool(good), await readSpool(bad)]
    await v2('DELETE', `/distributions/${bad}`)
    const [, ready] = await told(id)

    const callbacks = await callbacksAbout(receiver, id, 3)

    assert.deepEqual(
      callbacks.map(({ json }) => [json.type, json.data, json.actor.name]),
      [
        ['distribution.completed', spools[0], 'main'],
        ['distribution.completed', spools[1], 'main'],
        ['distribution_project.ready', ready?.data, 'payroll'],
      ],
    )
    assert.deepEqual(
      callbacks.map(({ json }) => [json.data.status, json.data.error?.code]),
      [
        ['ready', undefined],
        ['error', 'not_a_zip'],
        ['waiting_for_validation', undefined],
      ],
    )
    assert.equal(callbacks[2]?.json.id, ready?.id)
    for (const { json, headers, raw } of callbacks) {
      const { id: eventId, type, created_at, webhook_id, actor, data, check_url, ...rest } = json
      assert.deepEqual([rest, webhook_id, typeof data], [{}, null, 'object'])
      assert.equal(check_url, `${publicUrl}/portal/manager/distributions/${id}`)
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
      assert.deepEqual(Object.keys(actor).toSorted(), ['id', 'name', 'type'])
      assert.deepEqual([headers['x-event-id'], headers['x-event-type']], [eventId, type])
      assert.equal(headers['x-event-signature'], createHmac('sha256', TOKEN).update(raw).digest('hex'))
      verify({ headers, raw }, TOKEN)
    }
    assert.equal(new Set(callbacks.map(({ json }) => json.id)).size, 3)
  })

  test('is told that a project is ready again after another spool', async () => {
    await callHome(receiver.url)
    const id = await prepared([index, index])

    const callbacks = await callbacksAbout(receiver, id, 4)

    const pair = ['distribution.completed', 'distribution_project.ready']
    assert.deepEqual(
      callbacks.map(({ json }) => json.type),
      [...pair, ...pair],
    )
  })

  test('is not told of a spool that is canceled while it is read, nor of what rolls back', async () => {
    await callHome(receiver.url)
    const canceled = await project()
    const failing = await project()
    const spools = [await spool(canceled, index), await spool(failing, index)]
    const signal = new AbortController().signal
    let steps = 0
    const doWork: typeof service.doWork = async (caller, operation) => {
      steps += 1
      if (steps === 2) await v2('POST', `/distribution_projects/${canceled}/cancel`)
      return service.doWork(caller, async (work) => {
        const answer = await operation(work)
        if (steps === 6) throw new Error('rolled back')
        return answer
      })
    }
    const going = (at: number) =>
      processDistribution.run({ client_id: 'acme', distribution_id: spools[at] ?? 0 }, { ...service, doWork, signal })

    await going(0)
    assert.equal(steps, 2)
    steps = 3
    await assert.rejects(going(1), { message: 'rolled back' })
    assert.equal(steps, 6)
    const before = await readSpool(spools[1] ?? 0)
    await run(spools[1] ?? 0)

    assert.equal(before.status, 'processing')
    assert.equal((await callbacksAbout(receiver, failing, 2)).length, 2)
    assert.deepEqual(await callbacksAbout(receiver, canceled, 0), [])
    assert.deepEqual([await typesOf(canceled), await typesOf(failing)], [['created'], ['created', 'ready']])
  })

  test('nobody is called for a client without an address', async () => {
    const key = { key: 'globex-api-key' }
    const theirType = await aDistributionType(service, { id: 900, format: 'zip_index', owner: globex })
    const id = await project({}, key)
    const source_file = new File([Buffer.from(index.bytes)], 'a.zip')
    const answer = await send(id, { name: 'A', distribution_type_value: theirType, source_file }, key)

    await run(answer.json().distribution_id, 'rival')

    assert.deepEqual(await typesOf(id), ['created', 'ready'])
    const { rowCount } = await pool.query(
      `SELECT FROM callback_deliveries one JOIN callback_endpoints endpoint ON endpoint.id = one.endpoint_id
       WHERE endpoint.client_id = 'globex' AND NOT endpoint.is_webhook`,
    )
    assert.equal(rowCount, 0)
  })
})

/** Sends the mails that wait to be sent about a project. */
async function mailed(id: number, office = aRecordingMailer()) {
  const { rows } = await pool.query<{ data: MailRef }>(
    `SELECT data FROM jobs.job WHERE name = $1 AND data ->> 'project_id' = $2`,
    [mailDelivery.name, String(id)],
  )
  for (const { data } of rows) await runJob({ ...service, mailer: office.mailer }, mailDelivery, data)
  return { office, jobs: rows.map((row) => row.data) }
}

const aPerson = (first_name: string, language: string | null = null) =>
  anEmployee(service, { organizations: [lyon], first_name, language, email: `${unique('person')}@acme.test` })

describe('the mail to those who got documents', () => {
  test('is one for each person and project, in their language, with at most ten titles', async () => {
    const ann = await aPerson('Ann', 'en-US')
    const fred = await aPerson('Frédéric', 'fr-FR')
    const gina = await aPerson('Gina', 'de')
    const many = Array.from({ length: 11 }, (_, at): [string, string] => [
      ann,
      `Letter ${String.fromCharCode(65 + at)}.`,
    ])
    const ten = many.slice(0, 10).map(([, title]): [string, string] => [gina, title])
    const spools = [
      letters(...many, ...ten, [fred, 'Fiche <b>& paie'], [eve, 'No e-mail'], ['nobody', 'Unmatched']),
      letters([fred, 'Second spool']),
    ]

    const id = await delivered(spools)
    const { office, jobs } = await mailed(id)

    assert.deepEqual([jobs.length, office.sent.length], [3, 3])
    const to = (name: string) => office.sent.find((mail) => mail.text.includes(name)) ?? assert.fail(name)
    assert.equal(to('Ann').subject, '11 new documents in your vault')
    assert.equal(to('Frédéric').subject, '2 nouveaux documents dans votre coffre-fort')
    assert.equal(to('Gina').subject, '10 neue Dokumente in Ihrem Tresor')
    assert.ok(to('Ann').text.includes('Hello Ann, new documents are ready for you.'))
    assert.ok(to('Frédéric').text.includes('Bonjour Frédéric, de nouveaux documents sont à votre disposition.'))
    for (const [at, [, title]] of many.entries()) {
      for (const body of [to('Ann').text, to('Ann').html ?? '']) assert.equal(body.includes(title), at < 10, title)
      assert.equal(to('Gina').text.includes(title), at < 10, title)
    }
    assert.deepEqual([to('Ann').text.includes('…'), to('Gina').text.includes('…')], [true, false])
    assert.ok(to('Frédéric').text.includes('Fiche <b>& paie') && to('Frédéric').text.includes('Second spool'))
    assert.ok(to('Frédéric').html?.includes('Fiche &lt;b&gt;&amp; paie'))
    for (const { text, html } of office.sent) {
      assert.ok(text.includes(`${publicUrl}/portal/vault`) && html?.includes(`${publicUrl}/portal/vault`))
      assert.ok(text.includes('Acme'))
      assert.ok(!text.includes('Unmatched'))
    }
  })

  test('has the same Message-ID when it is sent twice, and another one for each person and project', async () => {
    const ann = await aPerson('Ann')
    const fred = await aPerson('Fred', 'fr')
    const first = await delivered([letters([ann, 'A'], [fred, 'B'])])
    const second = await delivered([letters([ann, 'C'])])

    const office = aRecordingMailer()
    for (const id of [first, second, first, second]) await mailed(id, office)

    const ids = office.sent.map((mail) => mail.messageId)
    assert.equal(ids.length, 6)
    assert.equal(new Set(ids).size, 3)
    assert.deepEqual(ids.slice(0, 3).toSorted(), ids.slice(3).toSorted())
    for (const id of ids) assert.match(id ?? '', /^<[^<>\s@]+@[^<>\s@]+>$/)
    const subjects = new Set(office.sent.map((mail) => mail.subject))
    assert.deepEqual(subjects, new Set(['A new document in your vault', 'Un nouveau document dans votre coffre-fort']))
  })

  test('is sent to nobody who has no address, or who is gone by then', async () => {
    const gone = await aPerson('Gone')
    const silent = await aPerson('Silent')
    const id = await prepared([letters([gone, 'A'], [silent, 'B'], [eve, 'C'])])
    const before = await mailed(id)
    await validate(id)
    const waiting = await mailed(id)
    await deliver(id)
    assert.equal((await v2('DELETE', `/employees/${gone}`)).statusCode, 204)
    await pool.query(`UPDATE employees SET email = NULL WHERE technical_id = $1`, [silent])

    const { office, jobs } = await mailed(id)

    assert.deepEqual([before.jobs.length, waiting.jobs.length, jobs.length], [0, 0, 2])
    assert.deepEqual(office.asked, [])
  })
})
