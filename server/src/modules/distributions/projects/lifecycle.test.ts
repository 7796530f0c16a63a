import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DoWork } from '#kernel/work.ts'
import { deliverProject, processDistribution } from '#modules/distributions/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { untilWaiting } from '#test/harness/database/until-waiting.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const missingText = (id: unknown) => `Distribution project ${id} not found.`
const { app, pool, v2, db, namedBlobs } = service
const { project, send, spool, run, deliver, validate, read, readSpool, report, prepared } = distributionCalls(service)
const KEYED = { 'x-api-key': 'acme-api-key' }
const eve = await anEmployee(service, { organizations: [await anOrganization(service)] })
const type = await aDistributionType(service)
/** An index that names files that are not there is read without PDFium, and makes parts that are rejected. */
const indexType = await aDistributionType(service, { format: 'zip_index' })
const anIndex = (rows = 1) =>
  aZip({ 'index.csv': `file,employee_number\n${Array.from({ length: rows }, (_, at) => `${at}.pdf,1\n`).join('')}` })
const index = { type: indexType, bytes: await anIndex() }
const broken = { type: indexType, bytes: 'no zip' }
const matched = { type, bytes: aPdfOf([`Employee no: ${eve}`]) }
const statusOf = async (id: number) => (await read(id)).status
const cancel = (id: number | string) => v2('POST', `/distribution_projects/${id}/cancel`)
const remove = (distribution: number) => v2('DELETE', `/distributions/${distribution}`)
const aReady = () => prepared([index])
async function aPreparing(): Promise<number> {
  const id = await project()
  await spool(id, index)
  return id
}
const decide = async (id: number, document: string, body: object) =>
  assert.equal((await v2('PATCH', `/distribution_projects/${id}/documents/${document}`, { body })).statusCode, 200)

/** What was told of a project, and how often it is to be handed out. */
async function traces(id: number) {
  const events = await pool.query(
    `SELECT type FROM events WHERE resource_id = $1 AND type LIKE 'distribution_project.%' ORDER BY id`,
    [String(id)],
  )
  const jobs = await pool.query(
    `SELECT FROM jobs.job WHERE name = 'distributions.deliver' AND data ->> 'project_id' = $1`,
    [String(id)],
  )
  return { events: events.rows.map((row) => row.type.replace('distribution_project.', '')), deliveries: jobs.rowCount }
}

/** A context of a job in which something happens before each of its steps. */
function interrupted(before: (step: number) => Promise<unknown>) {
  let steps = 0
  const doWork: DoWork = async (...given) => {
    steps += 1
    await before(steps)
    return service.doWork(...given)
  }
  return { ...service, doWork, signal: new AbortController().signal }
}

/** Brings a project to a status in which it is not seen for long. */
async function forced(status: 'validated' | 'delivering' | 'completed'): Promise<number> {
  const id = await aReady()
  assert.equal((await validate(id)).statusCode, 200)
  if (status === 'delivering')
    await pool.query(`UPDATE distribution_projects SET status = 'delivering' WHERE id = $1`, [id])
  if (status === 'completed') await deliver(id)
  assert.equal(await statusOf(id), status)
  return id
}

describe('the status of a project', () => {
  test('goes from new to completed, one step after the other', async () => {
    const id = await project()
    const seen: [string, unknown, unknown][] = []
    const look = async () => {
      const { status, validated_at, ended_at } = await read(id)
      seen.push([status, validated_at !== null, ended_at !== null])
    }

    await look()
    const first = await spool(id, matched)
    const second = await spool(id, index)
    await look()
    await run(second)
    await look()
    await run(first)
    await look()
    await validate(id)
    await look()
    const during: string[] = []
    await deliverProject.run(
      { client_id: 'acme', project_id: id },
      interrupted(async () => during.push(await statusOf(id))),
    )
    await look()

    assert.deepEqual(seen, [
      ['new', false, false],
      ['preparing', false, false],
      ['preparing', false, false],
      ['waiting_for_validation', false, false],
      ['validated', true, false],
      ['completed', true, true],
    ])
    assert.deepEqual([during[0], ...new Set(during.slice(1))], ['validated', 'delivering'])
    assert.deepEqual(await traces(id), { events: ['created', 'ready', 'validated', 'completed'], deliveries: 1 })
    const [filed, left] = await report(id)
    assert.equal(left?.document_id, null)
    const document = await v2('GET', `/employee_documents/${filed?.document_id}`)
    assert.equal(document.json().employee_technical_id, eve)
  })

  test('is processing, then ready, for a spool; and a spool that was read is not read again', async () => {
    const distribution = await spool(await project(), index)
    const during: string[] = []
    const context = interrupted(async () => during.push((await readSpool(distribution)).status))

    await processDistribution.run({ client_id: 'acme', distribution_id: distribution }, context)
    const read = await readSpool(distribution)
    await run(distribution)

    assert.deepEqual(during, ['new', 'processing', 'processing'])
    assert.deepEqual([read.status, read.progress, read.error], ['ready', 1, null])
    assert.deepEqual(await readSpool(distribution), read)
  })

  test('is error with a spool that cannot be used, until that is removed', async () => {
    const id = await prepared([index])
    const bad = await spool(id, broken)
    await run(bad)
    const { status, error, progress } = await readSpool(bad)
    assert.deepEqual([status, error?.code, progress], ['error', 'not_a_zip', 1])
    assert.equal(await statusOf(id), 'error')
    const refusal = await validate(id)
    assert.deepEqual(
      [refusal.statusCode, refusal.json()],
      [400, { errors: 'The project has a spool that cannot be used; remove it first.' }],
    )

    const answer = await remove(bad)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal(await statusOf(id), 'waiting_for_validation')
    assert.equal((await validate(id)).statusCode, 200)
  })

  test('is preparing while a spool is being read, though another one failed', async () => {
    const id = await project()
    const bad = await spool(id, broken)
    const good = await spool(id, index)
    const seen: string[] = []
    const look = async (step: number) => {
      if (step === 2) await run(bad)
      seen.push(await statusOf(id))
    }

    await processDistribution.run({ client_id: 'acme', distribution_id: good }, interrupted(look))

    assert.deepEqual([seen, await statusOf(id)], [['preparing', 'preparing', 'preparing'], 'error'])
  })

  test('follows the spools that are left when one is removed', async () => {
    const id = await project()
    const first = await spool(id, index)
    const second = await spool(id, index)
    await run(first)

    await remove(second)
    const waiting = await statusOf(id)
    await remove(first)

    assert.deepEqual([waiting, await statusOf(id)], ['waiting_for_validation', 'new'])
    assert.deepEqual(await report(id), [])
    assert.deepEqual([(await remove(first)).statusCode, (await read(id)).counts.documents], [404, 0])
  })

  for (const [what, act] of [
    ['is removed', (_id: number, distribution: number) => remove(distribution)],
    ['is canceled with its project', (id: number) => cancel(id)],
  ] as const) {
    test(`a spool that ${what} while it is read is read no further`, async () => {
      const id = await project()
      const distribution = await spool(id, { type: indexType, bytes: await anIndex(250) })
      const ref = { client_id: 'acme', distribution_id: distribution }

      // The first step begins it, the second stages a hundred parts.
      await processDistribution.run(
        ref,
        interrupted(async (step) => step === 3 && act(id, distribution)),
      )

      const [end, lines] = what === 'is removed' ? ['new', 0] : ['canceled', 100]
      assert.deepEqual([await statusOf(id), (await report(id)).length], [end, lines])
      assert.deepEqual(await traces(id), { events: ['created'], deliveries: 0 })
    })
  }

  test('a worker that comes when another one has just read the spool leaves it as it is', async () => {
    const id = await project()
    const distribution = await spool(id, index)
    const ref = { client_id: 'acme', distribution_id: distribution }

    // The other one ends between the look at the spool and the lock on its project; then somebody validates.
    const context = interrupted((step) => (step === 1 ? run(distribution) : validate(id)))
    await processDistribution.run(ref, context)

    assert.deepEqual([(await readSpool(distribution)).status, await statusOf(id)], ['ready', 'waiting_for_validation'])
  })
})

describe('POST /distribution_projects/{id}/cancel', () => {
  const open: [status: string, make: () => Promise<number>][] = [
    ['new', () => project()],
    ['preparing', aPreparing],
    ['waiting_for_validation', aReady],
    ['error', () => prepared([broken])],
  ]
  for (const [status, make] of open) {
    test(`200 for a project that is ${status}; twice is fine`, async () => {
      const id = await make()
      assert.equal(await statusOf(id), status)

      const answers = [await cancel(id), await cancel(id)]

      const canceled = await read(id)
      assert.deepEqual([canceled.status, canceled.ended_at], ['canceled', canceled.updated_at])
      for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, canceled])
      const refusal = await validate(id)
      assert.deepEqual([refusal.statusCode, refusal.json()], [400, { errors: 'The project was canceled.' }])
      assert.equal((await traces(id)).deliveries, 0)
    })
  }

  for (const status of ['validated', 'delivering', 'completed'] as const) {
    test(`400 for a project that is ${status}, which goes on`, async () => {
      const id = await forced(status)

      const answer = await cancel(id)

      const message = `The project is ${status} and can no longer be canceled.`
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }])
      assert.equal(await statusOf(id), status)
    })
  }

  test('200 lets go of the files, and the report stays', async () => {
    const bytes = aPdfOf([`Employee no: ${eve}`, `Employee no: ${unique('nobody')}`])
    const id = await prepared([{ type, bytes }])
    const lines = await report(id)
    const waiting = await spool(id, index)
    const keys = async () => {
      const { rows } = await pool.query<{ sha256: string | null }>(
        `SELECT sha256 FROM distributions WHERE project_id = $1
         UNION ALL SELECT sha256 FROM distribution_documents WHERE project_id = $1`,
        [id],
      )
      return rows.map((row) => row.sha256)
    }
    const before = (await keys()).filter((key) => key !== null)
    assert.equal(before.length, 4)

    await cancel(id)

    assert.deepEqual(await keys(), [null, null, null, null])
    assert.ok((await namedBlobs(db, before)).size <= 1, 'only the index is in other projects too')
    assert.deepEqual(await report(id), lines)
    await run(waiting)
    await deliver(id)
    assert.deepEqual([await statusOf(id), (await report(id)).length], ['canceled', 2])
  })

  test('after it, nothing of the project is changed any more', async () => {
    const id = await aReady()
    const [line] = await report(id)
    await cancel(id)
    const before = await read(id)

    const patched = await v2('PATCH', `/distribution_projects/${id}/documents/${line?.id}`, {
      body: { left_out: true },
    })
    const removed = await remove(line?.distribution_id ?? 0)

    const message = 'The project is canceled and can no longer be changed.'
    for (const answer of [patched, removed]) {
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }])
    }
    assert.deepEqual(await read(id), before)
    assert.deepEqual(await report(id), [line])
  })
})

describe('POST and PUT …/{id}/validate/', () => {
  const ADDRESSES = ['/projects', '/api/v1/projects', '/api/v1/distrib_projects']
  const EMPTY = { headers: { ...KEYED, 'content-type': 'application/json' }, payload: '' }

  for (const address of ADDRESSES) {
    for (const method of ['POST', 'PUT'] as const) {
      const call = (id: number | string, given: object = EMPTY) =>
        app.inject({ method, url: `${address}/${id}/validate/`, ...given })

      test(`${method} ${address}/{id}/validate/: 200 once and again, 400, 403 and 404`, async () => {
        const id = await aReady()
        const unready = await project()
        const theirs = await project({}, { key: 'globex-api-key' })

        const answers = [await call(id), await call(id), await call(id, { headers: KEYED })]

        for (const [at, answer] of answers.entries()) {
          const msg = at === 0 ? 'The project was validated.' : 'The project was validated before.'
          assert.deepEqual([answer.statusCode, answer.json()], [200, { project_id: id, status: 'validated', msg }])
        }
        assert.deepEqual(await traces(id), { events: ['created', 'ready', 'validated'], deliveries: 1 })
        const refusal = await call(unready)
        assert.deepEqual([refusal.statusCode, refusal.json()], [400, { errors: 'The project has no spools yet.' }])
        for (const absent of ['abc', 0, -1, 2147483648, theirs]) {
          const missing = await call(absent)
          assert.deepEqual([missing.statusCode, missing.json()], [404, { errors: missingText(absent) }])
        }
        for (const headers of [{}, { 'x-api-key': 'wrong' }]) {
          const forbidden = await call(unready, { headers })
          assert.deepEqual([forbidden.statusCode, forbidden.json().code], [403, 403])
        }
      })
    }
  }

  test('400 while spools are being read', async () => {
    const id = await aPreparing()

    const answer = await validate(id)

    const errors = 'The project is not ready yet: its spools are still being read.'
    assert.deepEqual([answer.statusCode, answer.json(), await statusOf(id)], [400, { errors }, 'preparing'])
  })

  test('200 when it was handed out already, and nothing happens twice', async () => {
    const id = await forced('completed')
    const before = await read(id)

    const first = await validate(id)
    const second = await v2('POST', `/distribution_projects/${id}/validate`)
    await deliver(id)

    const msg = 'The project was validated before.'
    assert.deepEqual([first.statusCode, first.json()], [200, { project_id: id, status: 'completed', msg }])
    assert.deepEqual([second.statusCode, second.json()], [200, before])
    assert.deepEqual(await read(id), before)
    assert.deepEqual(await traces(id), { events: ['created', 'ready', 'validated', 'completed'], deliveries: 1 })
  })

  test('200 in group A with the whole project; 400 with a code when it is not ready', async () => {
    const id = await aReady()
    const unready = await project()

    const answer = await v2('POST', `/distribution_projects/${id}/validate`)
    const refusal = await v2('POST', `/distribution_projects/${unready}/validate`)

    assert.deepEqual([answer.statusCode, answer.json()], [200, await read(id)])
    assert.equal(answer.json().status, 'validated')
    const message = 'The project has no spools yet.'
    assert.deepEqual([refusal.statusCode, refusal.json()], [400, { code: 'invalid_state', message }])
  })

  test('a project that nobody validated is not handed out, no matter who asks for it', async () => {
    const id = await aReady()

    await deliver(id)
    await deliver(0)

    assert.equal(await statusOf(id), 'waiting_for_validation')
  })
})

describe('auto_validate', () => {
  const AUTO = { auto_validate: 'true' }

  test('validates a project once the last of its spools was read', async () => {
    const id = await project(AUTO)
    const spools = [await spool(id, matched), await spool(id, { type, bytes: aPdfOf([`Employee no: ${eve}`, 'x']) })]

    await run(spools[0] ?? 0)
    const first = await statusOf(id)
    await run(spools[1] ?? 0)

    assert.deepEqual([first, await statusOf(id)], ['preparing', 'validated'])
    assert.deepEqual(await traces(id), { events: ['created', 'ready', 'validated'], deliveries: 1 })
    assert.equal((await send(id, { name: 'late' })).statusCode, 400)
  })

  test('waits for what is unmatched, and goes on when the last of it was assigned or left out', async () => {
    const pages = [`Employee no: ${eve}`, 'Employee no: nobody', 'Employee no: no-one']
    const id = await prepared([{ type, bytes: aPdfOf(pages) }], AUTO)
    const [, second, third] = await report(id)
    const seen = [await statusOf(id)]

    await decide(id, third?.id ?? '', { left_out: true })
    seen.push(await statusOf(id))
    await decide(id, second?.id ?? '', { employee_technical_id: eve })
    seen.push(await statusOf(id))
    await deliver(id)

    assert.deepEqual(seen, ['waiting_for_validation', 'waiting_for_validation', 'validated'])
    assert.deepEqual(await traces(id), { events: ['created', 'ready', 'validated', 'completed'], deliveries: 1 })
    assert.equal((await read(id)).counts.delivered, 2)
  })

  test('waits for what is rejected, and goes on when it was left out, or its spool removed', async () => {
    const left = await prepared([index], AUTO)
    const removed = await prepared([index, matched], AUTO)
    const [line] = await report(left)
    const [other] = await report(removed)
    assert.deepEqual([await statusOf(left), line?.outcome], ['waiting_for_validation', 'rejected'])
    assert.equal(await statusOf(removed), 'waiting_for_validation')

    await decide(left, line?.id ?? '', { left_out: true })
    await remove(other?.distribution_id ?? 0)

    assert.deepEqual([await statusOf(left), await statusOf(removed)], ['validated', 'validated'])
  })

  test('waits while a spool cannot be used, and goes on when that is removed', async () => {
    const id = await prepared([broken, matched], AUTO)
    const bad = (await v2('GET', `/distributions?distribution_project_id=${id}&status=error`)).json()[0].id
    assert.equal(await statusOf(id), 'error')

    await remove(bad)

    assert.equal(await statusOf(id), 'validated')
  })

  test('can be gone before by hand; a project that asks for none waits', async () => {
    const byHand = await prepared([index], AUTO)
    const never = await prepared([matched])

    assert.equal((await validate(byHand)).statusCode, 200)
    assert.deepEqual([(await traces(byHand)).deliveries, await statusOf(never)], [1, 'waiting_for_validation'])
  })
})

describe('at the same time', () => {
  test('ten validations and two deliveries are one', async () => {
    const id = await prepared([matched])

    const answers = await Promise.all(Array.from({ length: 10 }, () => validate(id)))
    await Promise.all([deliver(id), deliver(id)])

    assert.deepEqual([...new Set(answers.map((one) => one.statusCode))], [200])
    assert.equal(answers.filter((one) => one.json().msg === 'The project was validated.').length, 1)
    assert.deepEqual(await traces(id), { events: ['created', 'ready', 'validated', 'completed'], deliveries: 1 })
    const { status, counts } = await read(id)
    assert.deepEqual([status, counts.delivered], ['completed', 1])
    const { rowCount } = await pool.query(
      `SELECT FROM events WHERE type = 'employee_document.created' AND resource_id = $1`,
      [(await report(id))[0]?.document_id],
    )
    assert.equal(rowCount, 1)
  })

  test('a validation and a cancellation: one of them is refused, and the end is that of the other', async () => {
    for (const isFirst of [true, false]) {
      const id = await aReady()

      const calls = [() => validate(id), () => cancel(id)]
      const statuses = await queued(id, isFirst ? calls : calls.toReversed())

      assert.deepEqual(statuses, [200, 400])
      assert.equal(await statusOf(id), isFirst ? 'validated' : 'canceled')
      assert.equal((await traces(id)).deliveries, isFirst ? 1 : 0)
    }
  })

  test('a validation and another spool: either the spool is too late, or the validation too early', async () => {
    const late = { name: 'late', distribution_type_value: indexType, source_file: new File(['x'], 'x') }
    for (const isFirst of [true, false]) {
      const id = await aReady()

      const calls = [() => validate(id), () => send(id, late)]
      const statuses = await queued(id, isFirst ? calls : calls.toReversed())

      assert.deepEqual(statuses, [200, 400])
      const { status, distributions_count } = await read(id)
      assert.deepEqual([status, distributions_count], isFirst ? ['validated', 1] : ['preparing', 2])
      assert.equal((await traces(id)).deliveries, isFirst ? 1 : 0)
    }
  })
})

/** Lets calls wait for a project one behind the other, then go on at once; answers their statuses. */
async function queued(id: number, calls: (() => PromiseLike<{ statusCode: number }>)[]): Promise<number[]> {
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM distribution_projects WHERE id = $1 FOR UPDATE', [id])
    const going: PromiseLike<{ statusCode: number }>[] = []
    for (const call of calls) {
      // An injected call begins when somebody asks for its answer.
      going.push(call().then((answer) => answer))
      await untilWaiting(pool, going.length)
    }
    await holder.query('COMMIT')
    return (await Promise.all(going)).map((one) => one.statusCode)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}
