import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { jobsFor } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, db } = service
const { prepared, project, spool, run, validate, deliver, read, readSpool, report } = distributionCalls(service)

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const twins = unique('twins')
for (const organization_code of [lyon, paris]) {
  await anEmployee(service, { registrations: [{ organization_code, employee_number: twins }] })
}
const ann = await anEmployee(service, { first_name: 'Ann', last_name: 'Able', organizations: [lyon] })
const bob = await anEmployee(service, { organizations: [lyon] })
const type = await aDistributionType(service, {
  format: 'zip_index',
  document_type: await aDocumentType(service, { metas: [{ code: 'net', type: 'integer' }] }),
})

/** One part of each kind; `matched` is Bob's. */
const SPOOL = await aZip({
  'index.csv': [
    'file,employee_number,net',
    `matched,${bob},`,
    'unmatched,nobody,',
    `ambiguous,${twins},`,
    `rejected,${bob},`,
    `wrong,${bob},much`,
  ].join('\n'),
  matched: aPdf('matched'),
  unmatched: aPdf('unmatched'),
  ambiguous: aPdf('ambiguous'),
  rejected: 'no PDF',
  wrong: aPdf('wrong'),
})
type Kind = 'matched' | 'unmatched' | 'ambiguous' | 'rejected' | 'wrong'

/** A project with that spool, which was read, and its parts by their names. */
async function aProject(form: Record<string, string> = {}) {
  const id = await prepared([{ type, bytes: SPOOL }], form)
  const lines = new Map((await report(id)).map((line) => [line.file, line]))
  const part = (kind: Kind) => lines.get(kind) ?? assert.fail(`Document ${kind} not found.`)
  const line = async (kind: Kind) => (await report(id)).find((one) => one.file === kind) ?? assert.fail()
  const assign = (kind: Kind, body: object) => patch(id, part(kind).id, body)
  return { id, part, line, assign, spoolId: part('matched').distribution_id }
}

function patch(
  id: number | string,
  partId: string,
  body: object,
  application: 'payroll' | 'reader' | 'rival' = 'payroll',
) {
  return v2('PATCH', `/distribution_projects/${id}/documents/${partId}`, { body, application })
}

const decision = ({ outcome, reason, employee_technical_id }: DistributionDocument) => [
  outcome,
  reason,
  employee_technical_id,
]
const countsOf = async (id: number) => {
  const { matched, assigned, unmatched, ambiguous, rejected, left_out, documents } = (await read(id)).counts
  return { documents, matched, assigned, unmatched, ambiguous, rejected, left_out }
}
const refusal = (answer: { json(): { errors: { field: string; code: string }[] } }) =>
  answer.json().errors.map(({ field, code }) => [field, code])

const AT_FIRST = { documents: 5, matched: 1, assigned: 0, unmatched: 1, ambiguous: 1, rejected: 2, left_out: 0 }

/** For calls that are refused and change nothing. */
const untouched = await aProject()

describe('PATCH /distribution_projects/{id}/documents/{document_id}', () => {
  test('200 assigns a part that is unmatched, ambiguous or matched to somebody else, and answers its line', async () => {
    const { id, assign, part, line } = await aProject()
    assert.deepEqual(decision(part('unmatched')), ['unmatched', 'unknown_employee', null])
    assert.deepEqual(decision(part('ambiguous')), ['ambiguous', 'several_employees', null])
    assert.deepEqual(decision(part('matched')), ['matched', null, bob])

    for (const kind of ['unmatched', 'ambiguous', 'matched'] as const) {
      const answer = await assign(kind, { employee_technical_id: ann })

      assert.equal(answer.statusCode, 200, answer.body)
      assert.deepEqual(answer.json(), {
        ...part(kind),
        outcome: 'assigned',
        reason: null,
        message: null,
        employee_technical_id: ann,
        employee_name: 'Ann Able',
        employee_terminated: false,
      })
      assert.deepEqual(await line(kind), answer.json())
    }
    assert.deepEqual(await countsOf(id), { ...AT_FIRST, matched: 0, unmatched: 0, ambiguous: 0, assigned: 3 })
  })

  test('200 leaves a part out, whatever became of it, and it is nobody’s then', async () => {
    const { id, assign, line } = await aProject()
    for (const kind of ['matched', 'unmatched', 'ambiguous', 'rejected', 'wrong'] as const) {
      const answer = await assign(kind, { left_out: true })

      assert.equal(answer.statusCode, 200, answer.body)
      assert.deepEqual(decision(await line(kind)), ['left_out', null, null])
    }
    assert.deepEqual(await countsOf(id), {
      documents: 5,
      matched: 0,
      assigned: 0,
      unmatched: 0,
      ambiguous: 0,
      rejected: 0,
      left_out: 5,
    })
  })

  test('200 takes back who was assigned with null, and what was left out with false', async () => {
    const { id, assign, line } = await aProject()
    await assign('unmatched', { employee_technical_id: ann })
    await assign('ambiguous', { left_out: true })
    await assign('rejected', { left_out: true })

    await assign('unmatched', { employee_technical_id: null })
    await assign('ambiguous', { left_out: false })
    await assign('rejected', { left_out: false })
    await assign('wrong', { employee_technical_id: null })

    assert.deepEqual(decision(await line('unmatched')), ['unmatched', 'undecided', null])
    assert.deepEqual(decision(await line('ambiguous')), ['unmatched', 'undecided', null])
    assert.deepEqual(decision(await line('rejected')), ['rejected', 'not_a_pdf', null])
    assert.deepEqual(decision(await line('wrong')), ['rejected', 'wrong_attribute', null])
    assert.deepEqual(await countsOf(id), { ...AT_FIRST, unmatched: 2, ambiguous: 0 })
  })

  test('200 decides anew as often as somebody likes, and the counts of project and spool follow', async () => {
    const { id, spoolId, assign } = await aProject()
    const steps: [Kind, object, Partial<typeof AT_FIRST>][] = [
      ['unmatched', { employee_technical_id: ann }, { unmatched: 0, assigned: 1 }],
      ['unmatched', { employee_technical_id: bob }, { unmatched: 0, assigned: 1 }],
      ['unmatched', { employee_technical_id: bob, left_out: false }, { unmatched: 0, assigned: 1 }],
      ['unmatched', { left_out: true }, { unmatched: 0, left_out: 1 }],
      ['unmatched', { left_out: true, employee_technical_id: null }, { unmatched: 0, left_out: 1 }],
      ['unmatched', { employee_technical_id: ann }, { unmatched: 0, assigned: 1 }],
      ['matched', {}, { unmatched: 0, assigned: 1 }],
      ['matched', { left_out: true }, { unmatched: 0, assigned: 1, matched: 0, left_out: 1 }],
    ]

    for (const [kind, body, changed] of steps) {
      const answer = await assign(kind, body)

      assert.equal(answer.statusCode, 200, answer.body)
      assert.deepEqual(await countsOf(id), { ...AT_FIRST, ...changed }, JSON.stringify(body))
      assert.deepEqual((await readSpool(spoolId)).counts, (await read(id)).counts)
    }
    assert.deepEqual([(await readSpool(spoolId)).progress, (await read(id)).status], [1, 'waiting_for_validation'])
    const told = (await eventsOf(db, String(id))).filter((one) => one === 'distribution_project.ready')
    assert.equal(told.length, 1)
  })

  test('200 while another spool of the project is still to be read, which is not ready by that', async () => {
    const { id, assign } = await aProject()
    await spool(id, { type, bytes: SPOOL })

    const answer = await assign('unmatched', { employee_technical_id: ann })

    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal((await read(id)).status, 'preparing')
  })

  test('200 on the last open part of a project with auto_validate: it is validated by the one who decided', async () => {
    const { id, assign } = await aProject({ auto_validate: 'true' })
    await assign('unmatched', { employee_technical_id: ann })
    await assign('ambiguous', { left_out: true })
    await assign('rejected', { left_out: true })
    assert.equal((await read(id)).status, 'waiting_for_validation')

    await assign('wrong', { left_out: true })

    assert.equal((await read(id)).status, 'validated')
    const jobs = (await jobsFor(service, 'distributions.deliver', 'acme')) as { project_id: number }[]
    assert.equal(jobs.filter((one) => one.project_id === id).length, 1)
    const { rows } = await service.pool.query(
      `SELECT actor_id FROM events WHERE type = 'distribution_project.validated' AND resource_id = $1`,
      [String(id)],
    )
    assert.deepEqual(rows, [{ actor_id: 'payroll' }])
  })

  test('422 not_usable on employee_technical_id of a part that was rejected, and it stays as it was', async () => {
    const { id, assign, part, line } = untouched
    for (const kind of ['rejected', 'wrong'] as const) {
      const answer = await assign(kind, { employee_technical_id: ann })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(refusal(answer), [['employee_technical_id', 'not_usable']])
      assert.deepEqual(await line(kind), part(kind))
    }
    assert.deepEqual(await countsOf(id), AT_FIRST)
  })

  test('422 not_usable on a rejected part that was left out and taken back: nothing makes it usable', async () => {
    const { id, assign, line } = await aProject()
    for (const kind of ['rejected', 'wrong'] as const) {
      await assign(kind, { left_out: true })
      const whileLeftOut = await assign(kind, { employee_technical_id: ann })
      await assign(kind, { left_out: false })
      const takenBack = await assign(kind, { employee_technical_id: ann })

      assert.deepEqual([whileLeftOut.statusCode, takenBack.statusCode], [422, 422])
      assert.equal((await line(kind)).outcome, 'rejected')
    }
    assert.deepEqual(await countsOf(id), AT_FIRST)
  })

  test('422 on an employee who is unknown, deleted or of another client, and nothing changes', async () => {
    const { id, assign, part, line } = untouched
    const gone = await anEmployee(service)
    assert.equal((await v2('DELETE', `/employees/${gone}`)).statusCode, 204)

    for (const employee_technical_id of ['nobody', gone, 'G1', ann.toLowerCase()]) {
      const answer = await assign('unmatched', { employee_technical_id })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(refusal(answer), [['employee_technical_id', 'unknown_employee']])
    }
    assert.deepEqual(await line('unmatched'), part('unmatched'))
    assert.deepEqual(await countsOf(id), AT_FIRST)
  })

  test('422 on left_out when an employee is named too, and on values of the wrong type', async () => {
    const { id, assign } = untouched
    const wrong: [object, string, string?][] = [
      [{ employee_technical_id: ann, left_out: true }, 'left_out', 'contradiction'],
      [{ left_out: 'true' }, 'left_out'],
      [{ left_out: null }, 'left_out'],
      [{ employee_technical_id: 5 }, 'employee_technical_id'],
      [{ employee_technical_id: 'E'.repeat(51) }, 'employee_technical_id'],
      [{ employee_technical_id: 'a\0b' }, 'employee_technical_id'],
    ]

    for (const [body, field, code] of wrong) {
      const answer = await assign('unmatched', body)

      assert.equal(answer.statusCode, 422, JSON.stringify(body))
      const [mistake] = answer.json().errors
      assert.equal(mistake.field, field)
      if (code) assert.equal(mistake.code, code)
    }
    assert.deepEqual(await countsOf(id), AT_FIRST)
  })

  test('404 on a part that is unknown, of another project or of another client', async () => {
    const { id, part } = untouched
    const other = await aProject()
    const body = { employee_technical_id: ann }
    const answers = [
      await patch(id, randomUUID(), body),
      await patch(id, 'nothing', body),
      await patch(id, other.part('unmatched').id, body),
      await patch(2_000_000_000, part('unmatched').id, body),
      await patch('nothing', part('unmatched').id, body),
      await patch(id, part('unmatched').id, body, 'rival'),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [404, 404, 404, 404, 404, 404],
    )
    assert.deepEqual(await countsOf(id), AT_FIRST)
    assert.deepEqual(await countsOf(other.id), AT_FIRST)
  })

  test('403 for an application that may only read', async () => {
    const { id, part } = untouched

    const answer = await patch(id, part('unmatched').id, { left_out: true }, 'reader')

    assert.equal(answer.statusCode, 403)
    assert.deepEqual(await countsOf(id), AT_FIRST)
  })

  test('400 once the project was validated, completed or canceled', async () => {
    const validated = await aProject()
    const canceled = await aProject()
    await validate(validated.id)
    await v2('POST', `/distribution_projects/${canceled.id}/cancel`)

    const answers = [
      await validated.assign('unmatched', { employee_technical_id: ann }),
      await canceled.assign('unmatched', { employee_technical_id: ann }),
    ]
    await deliver(validated.id)
    answers.push(await validated.assign('matched', { left_out: true }))

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().code]),
      [
        [400, 'invalid_state'],
        [400, 'invalid_state'],
        [400, 'invalid_state'],
      ],
    )
    assert.deepEqual(await countsOf(validated.id), AT_FIRST)
    assert.deepEqual(await countsOf(canceled.id), AT_FIRST)
  })

  test('what was assigned is handed out to whom it was assigned, and what was left out to nobody', async () => {
    const own = await anEmployee(service, { organizations: [paris], email: 'own@acme.test' })
    const { id, assign, line } = await aProject()
    await assign('unmatched', { employee_technical_id: own })
    await assign('ambiguous', { employee_technical_id: own })
    await assign('matched', { left_out: true })

    await validate(id)
    await deliver(id)

    const listed = (await v2('GET', `/employee_documents?employee_technical_id=${own}`)).json()
    const ids = (listed as { id: string; organization_codes: string[] }[]).map((one) => [
      one.id,
      one.organization_codes,
    ])
    const filed = [(await line('unmatched')).document_id, (await line('ambiguous')).document_id]
    assert.deepEqual(ids.toSorted(), filed.map((one) => [one, [paris]]).toSorted())
    for (const kind of ['matched', 'rejected', 'wrong'] as const) assert.equal((await line(kind)).document_id, null)
    const { counts, status } = await read(id)
    assert.deepEqual([status, counts.delivered, counts.assigned, counts.left_out], ['completed', 2, 2, 1])
    const mails = (await jobsFor(service, 'distributions.mail', 'acme')) as { project_id: number }[]
    assert.equal(mails.filter((one) => one.project_id === id).length, 1)
  })

  test('a part is decided by one at a time: of two at once, the counts know only the last', async () => {
    const { id, assign, line } = await aProject()

    const answers = await Promise.all([
      assign('unmatched', { employee_technical_id: ann }),
      assign('unmatched', { left_out: true }),
      assign('unmatched', { employee_technical_id: bob }),
    ])

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 200, 200],
    )
    const { outcome } = await line('unmatched')
    assert.deepEqual(await countsOf(id), { ...AT_FIRST, unmatched: 0, [outcome]: 1 })
  })

  test('404 on a part whose spool was removed', async () => {
    const id = await project()
    const spoolId = await spool(id, { type, bytes: SPOOL })
    await run(spoolId)
    const [first] = await report(id)
    assert.equal((await v2('DELETE', `/distributions/${spoolId}`)).statusCode, 204)

    const answer = await patch(id, first?.id ?? '', { left_out: true })

    assert.equal(answer.statusCode, 404)
  })
})
