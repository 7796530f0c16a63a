import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { allowedTo } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { disposalCalls, holdCalls, policyCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import { makeDailyDisposals } from './jobs.ts'

const service = await startApp()
const { v2, db } = service
const { uploaded } = documentCalls(service)
const { written } = noteCalls(service)
const { placed } = holdCalls(service)
const { stored } = policyCalls(service)
const { aPolicy, make, made, run, read, items, decide } = disposalCalls(service)

const document_type_code = await aDocumentType(service)
const everything = await aRole(service)
const top = await anOrganization(service)

/** An employee with documents, in an organization of their own. */
async function aFolder(count = 1) {
  const organization = await anOrganization(service, { parent: top })
  const employee = await anEmployee(service, { organizations: [organization] })
  const documents: string[] = []
  for (let n = 0; n < count; n += 1) {
    documents.push(await uploaded({ document_type_code, employee_technical_id: employee }))
  }
  return { organization, employee, documents }
}

/** A manager who holds everything for the whole client. */
const anApprover = () =>
  aManager(service, { profiles: [{ role: everything, organizations: [top], include_below: true }] })

/** A disposal that waits for people. */
async function aWaiting(count: number, needs_approval = 1) {
  const folder = await aFolder(count)
  const policy = await aPolicy(folder.organization, { needs_approval })
  const disposal = await made(policy)
  assert.equal(disposal.status, 'waiting_for_approval')
  return { ...folder, policy, id: disposal.id, listed: await items(disposal.id) }
}

const isThere = async (id: string) => (await v2('GET', `/employee_documents/${id}`)).statusCode === 200
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]

describe('POST /disposals', () => {
  test('201 gathers what is due, and takes it away where no approval is needed', async () => {
    const { organization, documents } = await aFolder(2)
    const policy = await aPolicy(organization)

    const answer = await make(policy)
    const before = answer.json()
    await run(before.id)
    const after = await read(before.id)

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([before.status, before.counts.total, before.origin], ['gathering', 0, 'api'])
    assert.equal(before.policy.id, policy)
    assert.deepEqual([after.status, after.counts.total, after.counts.done], ['completed', 2, 2])
    assert.deepEqual(await eventsOf(db, before.id), ['disposal.created', 'disposal.completed'])
    for (const id of documents) {
      assert.equal(await isThere(id), false)
      assert.equal((await eventsOf(db, id)).filter((type) => type === 'employee_document.deleted').length, 1)
    }
  })

  test('201 that has nothing due is completed, with nothing', async () => {
    const { organization } = await aFolder()
    const { status, counts, has_certificate } = await made(await aPolicy(organization, { delay: 'P9Y' }))
    assert.deepEqual([status, counts.total, has_certificate], ['completed', 0, false])
  })

  test('201 names the manager for whom an application acts; 403 without the permission for the whole client', async () => {
    const { organization } = await aFolder()
    const policy = await aPolicy(organization)
    const local = await aManager(service, { profiles: [{ role: everything, organizations: [organization] }] })

    assert.deepEqual(codeOf(await make(policy, { actor_technical_id: local })), [403, 'not_permitted'])
    assert.equal((await make(policy, { actor_technical_id: await anApprover() })).statusCode, 201)
  })

  for (const [field, id] of [
    ['unknown', 'no-such-policy'],
    ['empty', ''],
  ] as const) {
    test(`422 on a policy that is ${field}`, async () => {
      const answer = await make(id)
      assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [422, 'retention_policy_id'])
    })
  }

  test('409 for a policy that is switched off', async () => {
    const { organization } = await aFolder()
    const off = await aPolicy(organization, { enabled: false })
    assert.deepEqual(codeOf(await make(off)), [409, 'policy_disabled'])
  })

  test('409 while another one of the policy is open, also of a burst; the policy stays meanwhile', async () => {
    const { organization } = await aFolder()
    const policy = await aPolicy(organization, { needs_approval: 1 })

    const answers = await Promise.all(Array.from({ length: 5 }, () => make(policy)))
    const deleted = await v2('DELETE', `/retention_policies/${policy}`)

    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 409, 409, 409, 409])
    assert.deepEqual(codeOf(deleted), [409, 'disposal_open'])
    const { id } = answers.find(({ statusCode }) => statusCode === 201)?.json() ?? {}
    assert.equal((await decide(id, 'cancel')).statusCode, 200)
    assert.equal((await v2('DELETE', `/retention_policies/${policy}`)).statusCode, 204)
  })

  test('401 without a token, 403 without the permission', async () => {
    const reader = await allowedTo(service, 'disposals:read')
    const body = { retention_policy_id: 'x' }
    assert.equal((await v2('POST', '/disposals', { headers: reader, body })).statusCode, 403)
    assert.equal((await v2('POST', '/disposals', { headers: { authorization: 'Bearer none' }, body })).statusCode, 401)
  })
})

describe('a disposal of another client', () => {
  test('is absent, whatever is asked of it', async () => {
    const { id, listed } = await aWaiting(1)
    const [item] = listed
    const others = { application: 'rival' } as const
    for (const path of ['', '/items', '/certificate', '/certificate/seal']) {
      assert.equal((await v2('GET', `/disposals/${id}${path}`, others)).statusCode, 404, path)
    }
    for (const [verb, body] of [
      ['approve', { actor_technical_id: await anApprover(), item_ids: [item?.id] }],
      ['reject', { actor_technical_id: await anApprover(), reason: 'Mine' }],
      ['cancel', {}],
      ['retry', {}],
    ] as const) {
      assert.equal((await v2('POST', `/disposals/${id}/${verb}`, { ...others, body })).statusCode, 404, verb)
    }
    assert.deepEqual((await v2('GET', '/disposals', others)).json(), [])
    assert.equal((await read(id)).status, 'waiting_for_approval')
    await decide(id, 'cancel')
  })
})

describe('GET /disposals', () => {
  test('200 lists them newest first, by policy and status, page by page', async () => {
    const { organization } = await aFolder()
    const policy = await aPolicy(organization)
    const first = await made(policy)
    const second = await made(policy)
    const ids = async (query: string) =>
      (await v2('GET', `/disposals?retention_policy_id=${policy}${query}`)).json().map((one: { id: string }) => one.id)
    const page = await v2('GET', `/disposals?retention_policy_id=${policy}&per_page=1`)

    assert.deepEqual(await ids(''), [second.id, first.id])
    assert.deepEqual(await ids('&status=completed'), [second.id, first.id])
    assert.deepEqual(await ids('&status=failed'), [])
    assert.deepEqual(await ids(`&per_page=1&cursor=${page.headers['next-cursor']}`), [first.id])
  })

  test('404 for one that is not there', async () => {
    for (const id of [randomUUID(), 'x']) assert.equal((await v2('GET', `/disposals/${id}`)).statusCode, 404)
  })
})

describe('POST /disposals/{id}/approve', () => {
  test('200 takes away what was approved, and nothing before', async () => {
    const { id, documents, listed } = await aWaiting(2)
    const person = await anApprover()
    await run(id)
    assert.deepEqual(await Promise.all(documents.map(isThere)), [true, true])

    const answer = await decide(id, 'approve', { actor_technical_id: person, comment: 'Looked at' })
    await run(id)

    const { status, approvals, counts } = await read(id)
    assert.equal(answer.json().status, 'processing')
    assert.deepEqual([status, counts.done, counts.waiting, counts.approved], ['completed', 2, 0, 0])
    assert.deepEqual(
      approvals.map(({ technical_id, items, comment }) => ({ technical_id, items, comment })),
      [{ technical_id: person, items: 2, comment: 'Looked at' }],
    )
    assert.deepEqual(
      (await items(id)).map(({ approved_by }) => approved_by),
      listed.map(() => [person]),
    )
    assert.deepEqual(await Promise.all(documents.map(isThere)), [false, false])
    assert.deepEqual(await eventsOf(db, id), ['disposal.created', 'disposal.ready', 'disposal.completed'])
  })

  test('200 for each of two people; 409 for the same one again, also at once, and it counts nothing', async () => {
    const { id, documents } = await aWaiting(1, 2)
    const [one, other] = [await anApprover(), await anApprover()]

    const answers = await Promise.all(
      Array.from({ length: 4 }, () => decide(id, 'approve', { actor_technical_id: one })),
    )
    await run(id)
    const waiting = await read(id)
    const last = await decide(id, 'approve', { actor_technical_id: other })
    await run(id)

    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409, 409])
    assert.deepEqual([waiting.status, waiting.counts.waiting, waiting.approvals.length], ['waiting_for_approval', 1, 1])
    assert.equal(last.statusCode, 200)
    assert.deepEqual([(await read(id)).counts.done, await isThere(documents[0] ?? '')], [1, false])
  })

  test('409 when one of the named items has this approval already, and the others get none', async () => {
    const { id, listed } = await aWaiting(2, 2)
    const actor_technical_id = await anApprover()
    const [first, second] = listed.map((item) => item.id)
    await decide(id, 'approve', { actor_technical_id, item_ids: [first] })

    const answer = await decide(id, 'approve', { actor_technical_id, item_ids: [second, first] })

    assert.deepEqual(codeOf(answer), [409, 'already_approved'])
    assert.deepEqual(
      (await items(id)).map(({ approved_by }) => approved_by.length),
      [1, 0],
    )
    await decide(id, 'cancel')
  })

  test('422 on the person and on items that are not there, 403 for those who may not, 400 in another state', async () => {
    const { id, listed, organization } = await aWaiting(1)
    const person = await anApprover()
    const fieldOf = async (body: object) => (await decide(id, 'approve', body)).json().errors[0].field
    const local = await aManager(service, { profiles: [{ role: everything, organizations: [organization] }] })

    assert.equal(await fieldOf({}), 'actor_technical_id')
    assert.equal(await fieldOf({ actor_technical_id: 'M-none' }), 'actor_technical_id')
    const item_ids = [listed[0]?.id, randomUUID()]
    assert.equal(await fieldOf({ actor_technical_id: person, item_ids }), 'item_ids.1')
    assert.deepEqual(codeOf(await decide(id, 'approve', { actor_technical_id: local })), [403, 'not_permitted'])
    assert.equal((await items(id))[0]?.status, 'waiting')
    await decide(id, 'cancel')
    assert.deepEqual(codeOf(await decide(id, 'approve', { actor_technical_id: person })), [400, 'invalid_state'])
  })
})

describe('POST /disposals/{id}/reject', () => {
  test('200 keeps items for a year, or as long as is said, and the rest goes on', async () => {
    const { id, documents, listed, policy } = await aWaiting(3)
    const actor_technical_id = await anApprover()
    const [first, second, third] = listed.map((item) => item.id)

    await decide(id, 'reject', { actor_technical_id, item_ids: [first], reason: 'Still needed' })
    await decide(id, 'reject', {
      actor_technical_id,
      item_ids: [second],
      reason: 'Later',
      postpone_until: '2199-01-01',
    })
    const last = await decide(id, 'approve', { actor_technical_id, item_ids: [third] })
    await run(id)
    const again = await made(policy)

    assert.equal(last.json().status, 'processing')
    const { counts } = await read(id)
    assert.deepEqual([counts.rejected, counts.done], [2, 1])
    assert.deepEqual(await Promise.all(documents.map(isThere)), [true, true, false])
    assert.deepEqual(
      (await items(id, '?status=rejected')).map(({ reason }) => reason),
      ['Still needed', 'Later'],
    )
    const until = async (document = '') =>
      (await v2('GET', `/employee_documents/${document}/retention`)).json().postponed_until
    const year = String(service.clock.now().getUTCFullYear() + 1)
    assert.ok((await until(documents[0])).startsWith(year))
    assert.equal(await until(documents[1]), '2199-01-01')
    assert.deepEqual([again.status, again.counts.total], ['completed', 0])
  })

  test('200 for all that waits ends it without a certificate', async () => {
    const { id } = await aWaiting(2)
    await decide(id, 'reject', { actor_technical_id: await anApprover(), reason: 'No' })
    await run(id)
    const { status, has_certificate, counts } = await read(id)
    assert.deepEqual([status, has_certificate, counts.rejected], ['completed', false, 2])
    assert.equal((await v2('GET', `/disposals/${id}/certificate`)).statusCode, 404)
  })

  test('422 without a reason, or until a day that is not in the future; 400 for an item that was decided', async () => {
    const { id, listed } = await aWaiting(2)
    const actor_technical_id = await anApprover()
    const today = service.clock.now().toISOString().slice(0, 10)
    const fieldOf = async (body: object) =>
      (await decide(id, 'reject', { actor_technical_id, ...body })).json().errors[0].field
    const item_ids = [listed[0]?.id]

    assert.equal(await fieldOf({}), 'reason')
    assert.equal(await fieldOf({ reason: 'x', postpone_until: today }), 'postpone_until')
    assert.equal(await fieldOf({ reason: 'x', postpone_until: '2031-02-30' }), 'postpone_until')
    await decide(id, 'reject', { actor_technical_id, item_ids, reason: 'x' })
    const again = await decide(id, 'reject', { actor_technical_id, item_ids, reason: 'x' })
    assert.deepEqual(codeOf(again), [400, 'invalid_state'])
    await decide(id, 'cancel')
  })
})

describe('POST /disposals/{id}/cancel and retry', () => {
  test('200 lets everything go that waits, once; what is due comes again', async () => {
    const { id, policy, documents } = await aWaiting(1)
    const answer = await decide(id, 'cancel')
    assert.deepEqual([answer.statusCode, answer.json().status], [200, 'canceled'])
    await run(id)
    assert.equal(await isThere(documents[0] ?? ''), true)
    assert.deepEqual(codeOf(await decide(id, 'cancel')), [400, 'invalid_state'])
    assert.deepEqual(codeOf(await decide(id, 'retry')), [400, 'invalid_state'])
    assert.deepEqual(await eventsOf(db, id), ['disposal.created', 'disposal.ready', 'disposal.canceled'])
    assert.equal((await made(policy)).counts.total, 1)
  })
})

describe('a disposal that cannot be gathered', () => {
  test('fails after five tries, and a retry gathers it', async () => {
    const { organization, documents } = await aFolder()
    const policy = await aPolicy(organization)
    const { id } = (await make(policy)).json()
    await service.pool.query('ALTER TABLE disposal_items RENAME TO lost')
    for (let tries = 0; tries < 5; tries += 1) await assert.rejects(run(id), /disposal_items/)
    await service.pool.query('ALTER TABLE lost RENAME TO disposal_items')

    const failed = await read(id)
    const answer = await decide(id, 'retry')
    await run(id)

    assert.deepEqual([failed.status, answer.statusCode, answer.json().status], ['failed', 200, 'gathering'])
    assert.deepEqual([(await read(id)).counts.done, await isThere(documents[0] ?? '')], [1, false])
    assert.deepEqual(await eventsOf(db, id), ['disposal.created', 'disposal.failed', 'disposal.completed'])
  })

  test('409 for the retry while another one of the policy is open', async () => {
    const { organization } = await aFolder()
    const policy = await aPolicy(organization)
    const { id } = (await make(policy)).json()
    await service.pool.query(`UPDATE disposals SET status = 'failed' WHERE id = $1`, [id])
    const other = (await make(policy)).json()
    assert.deepEqual(codeOf(await decide(id, 'retry')), [409, 'disposal_open'])
    await decide(other.id, 'cancel')
  })
})

describe('the titles of items', () => {
  test('are shown to those who may read all resources of the type, and to no others', async () => {
    const { id } = await aWaiting(1)
    const titleFor = async (...permissions: string[]) =>
      (await v2('GET', `/disposals/${id}/items`, { headers: await allowedTo(service, ...permissions) })).json()[0].title
    assert.equal(await titleFor('disposals:read'), '')
    assert.equal(await titleFor('disposals:read', 'company_documents:read'), '')
    assert.notEqual(await titleFor('disposals:read', 'employee_documents:read'), '')
    await decide(id, 'cancel')
  })

  test('are not texts of notes', async () => {
    const { organization, employee } = await aFolder()
    await written('employees', { employee_technical_id: employee, description: 'A secret' })
    const { id } = await made(await aPolicy(organization, { resource_type: 'note', needs_approval: 1 }))
    assert.deepEqual(
      (await items(id)).map(({ title }) => title),
      [''],
    )
    await decide(id, 'cancel')
  })
})

describe('when the turn of an item comes', () => {
  test('it stays if a hold covers it, it is no longer due, or it is gone', async () => {
    const { id, documents, employee } = await aWaiting(4)
    const [held = '', gone, longer, due] = documents
    const type = await aDocumentType(service)
    const hold = await placed({ document_ids: [held] })
    await v2('DELETE', `/employee_documents/${gone}`)
    await v2('PATCH', `/employee_documents/${longer}`, { body: { document_type_code: type } })
    await stored({ filters: { document_type_codes: [type] }, delay: 'P9Y' })

    await decide(id, 'approve', { actor_technical_id: await anApprover() })
    await run(id)

    const { counts } = await read(id)
    assert.deepEqual([counts.done, counts.held, counts.gone, counts.not_due], [1, 1, 1, 1])
    assert.deepEqual(
      (await items(id)).map((item) => item.status),
      ['held', 'gone', 'not_due', 'done'],
    )
    assert.deepEqual((await items(id, '?status=held'))[0]?.legal_hold_ids, [hold.id])
    assert.deepEqual(await Promise.all([held, longer, due].map((one) => isThere(one ?? ''))), [true, true, false])
    assert.ok(employee)
  })

  test('a document stays with a note that a hold covers', async () => {
    const { organization, employee, documents } = await aFolder()
    await written('documents', { document_id: documents[0] })
    await placed({ employee_technical_ids: [employee], resource_types: ['note'] })

    const { status, counts } = await made(await aPolicy(organization))

    assert.deepEqual([status, counts.held, counts.done], ['completed', 1, 0])
    assert.equal(await isThere(documents[0] ?? ''), true)
  })

  test('what was destroyed keeps no title, and what stays does', async () => {
    const { id, documents } = await aWaiting(2)
    await placed({ document_ids: [documents[0] ?? ''] })
    await decide(id, 'approve', { actor_technical_id: await anApprover() })
    await run(id)
    assert.deepEqual(
      (await items(id)).map(({ title }) => title !== ''),
      [true, false],
    )
  })

  test('what a hold covers already is not asked about; it comes again after the release', async () => {
    const { organization, documents } = await aFolder(2)
    const hold = await placed({ document_ids: [documents[0] ?? ''] })
    const policy = await aPolicy(organization)

    const first = await made(policy)
    await v2('POST', `/legal_holds/${hold.id}/release`, { body: { reason: 'Settled' } })
    const second = await made(policy)

    assert.deepEqual([first.counts.held, first.counts.done], [1, 1])
    assert.deepEqual([second.counts.total, second.counts.done], [1, 1])
  })

  test('trash puts it into the trash, once, without a certificate', async () => {
    const { organization, documents } = await aFolder()
    const policy = await aPolicy(organization, { action: 'trash' })
    const first = await made(policy)
    const second = await made(policy)
    assert.deepEqual([first.counts.done, first.has_certificate, second.counts.total], [1, false, 0])
    assert.equal((await v2('GET', `/employee_documents/${documents[0]}`)).json().trashed, true)
  })

  test('an item that fails again and again is left out, and the rest goes', async () => {
    const { organization, documents } = await aFolder(3)
    const policy = await aPolicy(organization)
    const { id } = (await make(policy)).json()
    await service.pool.query(`
      CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER break_it BEFORE DELETE ON documents FOR EACH ROW WHEN (old.id = '${documents[1]}')
        EXECUTE FUNCTION break_it()`)

    for (let n = 0; n < 6; n += 1) await assert.rejects(run(id), /broken/)
    await service.pool.query('DROP TRIGGER break_it ON documents; DROP FUNCTION break_it')
    await run(id)

    const { status, counts } = await read(id)
    assert.deepEqual([status, counts.done, counts.failed], ['completed', 2, 1])
    assert.deepEqual(await Promise.all(documents.map(isThere)), [false, true, false])
    assert.equal((await made(policy)).counts.done, 1)
  })

  test('two workers at once take each item away once', async () => {
    const { organization, documents } = await aFolder(12)
    const { id } = (await make(await aPolicy(organization))).json()

    await Promise.all([run(id), run(id), run(id)])

    const { status, counts } = await read(id)
    assert.deepEqual([status, counts.total, counts.done], ['completed', 12, 12])
    for (const document of documents) {
      assert.equal((await eventsOf(db, document)).filter((type) => type === 'employee_document.deleted').length, 1)
    }
    assert.equal((await eventsOf(db, id)).filter((type) => type === 'disposal.completed').length, 1)
  })
})

describe('the job of every day', () => {
  test('makes a disposal for what is due and free, one a policy, and none where nothing is', async () => {
    const due = await aFolder()
    const held = await aFolder()
    const nothing = await aFolder()
    await placed({ document_ids: held.documents })
    const policies = [
      await aPolicy(due.organization, { needs_approval: 1 }),
      await aPolicy(held.organization, { needs_approval: 1 }),
      await aPolicy(nothing.organization, { delay: 'P9Y' }),
      await aPolicy(nothing.organization, { enabled: false }),
    ]
    const daily = () => runJob(service, makeDailyDisposals, {})

    await Promise.all([daily(), daily()])
    await daily()

    const made = await Promise.all(
      policies.map(async (policy) => (await v2('GET', `/disposals?retention_policy_id=${policy}`)).json()),
    )
    assert.deepEqual(
      made.map((all) => all.map((one: { origin: string }) => one.origin)),
      [['daily'], [], [], []],
    )
  })
})
