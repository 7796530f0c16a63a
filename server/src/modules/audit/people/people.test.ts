import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { auditActorOf } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { JobContext } from '#kernel/jobs.ts'
import { makeDailyCheckpoints } from '#modules/audit/checkpoints/jobs.ts'
import type { AuditEntry } from '#modules/audit/reading/schemas.ts'
import { verifyChain } from '#modules/audit/verification/verify-chain.ts'
import { partsOfFeatures } from '#src/worker.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import { forgetPerson } from './forget-person.ts'
import { expireAuditPeople, expireForgotten } from './jobs.ts'
import { type EntryAboutPerson, listEntriesAbout } from './list-entries-about.ts'
import { privacySection } from './setup-section.ts'

const service = await startApp()
const { v2, db, pool, doWork, clock, keyring } = service
const { recorded, chain, entries } = auditCalls(service)
const { as } = portalCalls(service)
const { aDocument } = filingCalls(service)

const context = {
  ...service,
  ...partsOfFeatures(keyring),
  signal: new AbortController().signal,
} as unknown as JobContext
const manager = { type: 'user', id: 'M-1', name: 'Max Muster', address: '10.1.2.3' } as const
const person = (technical_id: string) => ({ type: 'employee', technical_id }) as const
const actorOf = (id: string) => ({ type: 'employee', id, name: `Name of ${id}`, address: '10.9.9.9' }) as const
const aLook = (
  technical_id: string,
  id = unique('doc'),
  actor: typeof manager | ReturnType<typeof actorOf> = manager,
) =>
  ({
    action: 'document.viewed',
    actor,
    subject: person(technical_id),
    resource: { type: 'employee_document', id },
  }) as const
const forget = (technical_id: string, client = acme) =>
  doWork(client, (work) => forgetPerson(work, person(technical_id)))
async function entriesAbout(id: string): Promise<EntryAboutPerson[]> {
  const found: EntryAboutPerson[] = []
  for await (const one of listEntriesAbout(db, acme.client, person(id))) found.push(one)
  return found
}
/** Everything that the tables of the trail say, but for hashes. */
async function everything(): Promise<string> {
  const tables = ['audit_pending', 'audit_entries', 'audit_people', 'audit_forgotten', 'audit_checkpoints']
  const all = await Promise.all(tables.map((table) => pool.query(`SELECT * FROM ${table}`)))
  return JSON.stringify(all.map(({ rows }) => rows))
}

describe('forgetting a person', () => {
  test('takes actor and subject out of the chain, which still holds; others and other clients keep theirs', async () => {
    const id = unique('E')
    const of = (list: AuditEntry[]) => list.filter((one) => one.resource?.id?.startsWith(id))
    await recorded([aLook(id, `${id}-1`), aLook(id, `${id}-2`, actorOf(id)), aLook('E-other', `${id}-3`, actorOf(id))])
    await recorded([aLook(id, `${id}-4`)], globex)
    await chain()
    await chain('globex')
    const before = of(await entries())

    await forget(id)

    const after = of(await entries())
    assert.equal(after.length, 3)
    const bare = (list: AuditEntry[]) => list.map(({ actor: _actor, subject: _subject, ...rest }) => rest)
    assert.deepEqual(bare(after), bare(before))
    assert.deepEqual(
      after.map(({ actor, subject }) => [actor, subject]),
      [
        [null, before[0]?.subject],
        [null, null],
        [before[2]?.actor, null],
      ],
    )
    await verifyChain(db, 'acme')
    assert.equal(
      (await v2('GET', `/audit_entries?subject_technical_id=${id}`, { application: 'rival' })).json().length,
      1,
    )
  })

  test('leaves no name in what waits for the chain, at any moment', async () => {
    const id = unique('E')
    await recorded([aLook(id), aLook(id, unique('doc'), actorOf(id))])
    assert.ok((await everything()).includes(id))

    await forget(id)
    assert.ok(!(await everything()).includes(id))
    await chain()

    assert.ok(!(await everything()).includes(id))
    await verifyChain(db, 'acme')
  })

  test('reaches what a call under way stores afterwards, and nothing that the next bearer of the id does', async () => {
    const id = unique('E')
    const { promise: forgotten, resolve } = Promise.withResolvers<void>()
    const late = doWork(acme, async (work) => {
      recordAudit(work, aLook(id, unique('doc'), actorOf(id)))
      await forgotten
    })
    clock.advance(1)
    await forget(id)
    resolve()
    await late
    await chain()
    assert.ok(!JSON.stringify(await entries()).includes(id))

    clock.advance(1)
    await recorded([aLook(id)])
    await chain()
    assert.equal((await entries({ subject_technical_id: id })).length, 1)
    await verifyChain(db, 'acme')
  })

  test('goes with its work: one that fails forgets nothing', async () => {
    const id = unique('E')
    await recorded([aLook(id)])
    await chain()
    const failed = doWork(acme, async (work) => {
      await forgetPerson(work, person(id))
      throw new Error('not today')
    })
    await assert.rejects(failed, /not today/)
    assert.equal((await entries({ subject_technical_id: id })).length, 1)
  })

  test('while the writer is at work leaves nothing either', async () => {
    const ids = Array.from({ length: 8 }, () => unique('E'))
    const writing = (async () => {
      for (const id of [...ids, ...ids, ...ids]) {
        await recorded([aLook(id), aLook(id, unique('doc'), actorOf(id))])
        await chain('acme', 2)
      }
    })()
    await writing
    await Promise.all([...ids.map((id) => forget(id)), chain(), chain()])
    await chain()
    const said = await everything()
    assert.deepEqual(
      ids.filter((id) => said.includes(id)),
      [],
    )
    await verifyChain(db, 'acme')
  })

  test('is remembered for a day only', async () => {
    await forget(unique('E'))
    const count = async () => (await pool.query('SELECT FROM audit_forgotten')).rows.length
    await expireForgotten.run({}, context)
    const young = await count()
    clock.advance(25 * 3600)
    await expireForgotten.run({}, context)
    assert.ok(young > 0)
    assert.equal(await count(), 0)
    clock.advance(-25 * 3600)
  })
})

describe('what the trail has about a person', () => {
  test('is everything about or by them, oldest first, without the names of others and without legal holds', async () => {
    const id = unique('E')
    const own = actorOf(id)
    await recorded([
      aLook(id, 'd-1'),
      { action: 'legal_hold.placed', actor: manager, subject: person(id), resource: { type: 'legal_hold', id: 'h' } },
      aLook(id, 'd-2', own),
      aLook('E-other', 'd-3', own),
      aLook('E-other', 'd-4'),
      { action: 'session.opened', actor: own, subject: person(id) },
    ])
    await recorded([aLook(id, 'd-5')], globex)
    await chain()
    await chain('globex')
    const found = await entriesAbout(id)
    assert.deepEqual(
      found.map(({ action, actor_type, actor, resource }) => [action, actor_type, actor?.name, resource?.id]),
      [
        ['document.viewed', 'user', undefined, 'd-1'],
        ['document.viewed', 'employee', own.name, 'd-2'],
        ['document.viewed', 'employee', own.name, 'd-3'],
        ['session.opened', 'employee', own.name, undefined],
      ],
    )
    assert.ok(!JSON.stringify(found).includes('Max'))
  })

  test('is read batch by batch', async () => {
    const id = unique('E')
    await recorded(Array.from({ length: 1203 }, () => aLook(id)))
    await chain()
    const found = await entriesAbout(id)
    assert.equal(new Set(found.map((one) => one.sequence)).size, 1203)
  })
})

describe('GET /me/audit_entries', () => {
  test('200 says who looked, by their role, and names documents that the employee finds', async () => {
    const organization = await anOrganization(service)
    const role = await aRole(service)
    await v2('PUT', `/roles/${role}`, { body: { name: 'HR partner', permissions: ['*'] } })
    const max = await aManager(service, { profiles: [{ role, organizations: [organization] }] })
    const [id, other] = [await anEmployee(service, { organizations: [organization] }), await anEmployee(service)]
    const hidden = await aDocumentType(service, { visible_by_employee: false })
    const seen = await aDocumentType(service, { visible_by_employee: true })
    const shown = await aDocument('employee', {
      employee_technical_id: id,
      document_type_code: seen,
      title: 'Contract',
    })
    const secret = await aDocument('employee', { employee_technical_id: id, document_type_code: hidden, title: 'Hush' })
    const boss = { type: 'user', id: max, name: 'Mona Muster', address: null } as const
    const look = (documentId: string, actor: Parameters<typeof auditActorOf>[0]['actor'] | typeof boss) => ({
      action: 'document.viewed' as const,
      actor: { address: null, ...actor },
      subject: person(id),
      resource: { type: 'employee_document', id: documentId },
    })
    await recorded([
      look(shown.id, boss),
      { ...look(shown.id, boss), outcome: 'refused' },
      { ...look(shown.id, boss), action: 'document.deleted' },
      look(secret.id, boss),
      look(shown.id, { type: 'application', id: 'payroll', name: 'Payroll' }),
      look(shown.id, { type: 'employee', id, name: 'Me' }),
      look(shown.id, { type: 'system', id: null, name: null }),
      { ...look(shown.id, boss), subject: person(other) },
    ])
    await chain()

    const list = async () => (await as(`employee:${id}`)('GET', '/me/audit_entries')).json()
    const answer = await list()

    const document = { id: shown.id, title: 'Contract' }
    assert.deepEqual(
      answer.map(({ at: _at, ...rest }: { at: string }) => rest),
      [
        { action: 'document.viewed', who: 'system', name: null, document },
        { action: 'document.viewed', who: 'me', name: null, document },
        { action: 'document.viewed', who: 'application', name: 'Payroll', document },
        { action: 'document.viewed', who: 'manager', name: 'HR partner', document: null },
        { action: 'document.viewed', who: 'manager', name: 'HR partner', document },
      ],
    )
    await doWork(acme, (work) => privacySection.apply(work, { viewer_names: true }, keyring))
    assert.equal((await list()).at(-1).name, 'Mona Muster')
    await doWork(acme, (work) => privacySection.apply(work, { viewer_names: false }, keyring))

    const page = await as(`employee:${id}`)('GET', '/me/audit_entries?per_page=2')
    const next = await as(`employee:${id}`)('GET', `/me/audit_entries?per_page=2&cursor=${page.headers['next-cursor']}`)
    assert.deepEqual([...page.json(), ...next.json()], answer.slice(0, 4))
    const stolen = await as(`employee:${other}`)('GET', `/me/audit_entries?cursor=${page.headers['next-cursor']}`)
    assert.equal(stolen.statusCode, 400)
  })

  test('401 without a session, 403 for a manager', async () => {
    assert.equal((await as(undefined)('GET', '/me/audit_entries')).statusCode, 401)
    assert.equal((await as(`manager:${await aManager(service)}`)('GET', '/me/audit_entries')).statusCode, 403)
  })
})

describe('the section privacy of the set-up file', () => {
  const apply = (value: object) => doWork(globex, (work) => privacySection.apply(work, value, keyring))

  test('is created, changed and left alone; what it does not say stays', async () => {
    const outcomes = []
    for (const value of [
      {},
      {},
      { audit_personal_months: 12 },
      { viewer_names: true },
      { audit_personal_months: 12 },
    ]) {
      outcomes.push((await apply(value))[0]?.outcome)
    }
    assert.deepEqual(outcomes, ['created', 'unchanged', 'updated', 'updated', 'unchanged'])
    assert.deepEqual(await db.selectFrom('audit_settings').selectAll().where('client_id', '=', 'globex').execute(), [
      { client_id: 'globex', viewer_names: true, audit_personal_months: 12 },
    ])
  })
})

describe('the daily jobs', () => {
  const readable = async (clientId: string) =>
    (await pool.query('SELECT FROM audit_people WHERE client_id = $1', [clientId])).rows.length

  test('seal each trail that has entries, with an event and an entry', async () => {
    await recorded([aLook(unique('E'))])
    await chain()
    const count = async () => (await pool.query(`SELECT FROM audit_checkpoints WHERE client_id = 'acme'`)).rows.length
    const before = await count()
    await makeDailyCheckpoints.run({}, context)
    await chain()
    assert.equal(await count(), before + 1)
    assert.equal((await entries({ action: 'audit.checkpoint' }))[0]?.actor_type, 'system')
    assert.equal((await verifyChain(db, 'acme')).checkpoints, before + 1)
  })

  test('remove names that are older than the client keeps them, 36 months unless it says so, and the chain holds', async () => {
    await recorded([aLook(unique('E'))])
    await recorded([aLook(unique('E'))], globex)
    await chain()
    await chain('globex')
    const [own, other] = [await readable('acme'), await readable('globex')]
    clock.advance(13 * 31 * 86_400)
    await expireAuditPeople.run({}, context)
    const afterOne = [await readable('acme'), await readable('globex')]
    clock.advance(25 * 31 * 86_400)
    await recorded([aLook(unique('E'))])
    await chain()
    await expireAuditPeople.run({}, context)

    assert.ok(own > 1 && other > 0)
    assert.deepEqual(afterOne, [own, 0])
    assert.equal(await readable('acme'), 1)
    await Promise.all([verifyChain(db, 'acme'), verifyChain(db, 'globex')])
  })
})
