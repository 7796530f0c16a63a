import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ManagerProject, ManagerProjectDetail } from '#modules/distributions/projects/manager-schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, v2, pool } = service
const { as } = portalCalls(service)
const { create, project, prepared, spool, run, validate, read, report } = distributionCalls(service)

await anOrganization(service, { code: 'HQ' })
await anOrganization(service, { code: 'PAR', parent: 'HQ' })
const everything = await aRole(service)
const reading = await aRole(service, { permissions: ['distributions:read'] })
const other = await aRole(service, { permissions: ['employees:read'] })
const at = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
for (const technical_id of ['ANN', 'BEN', 'OUT']) {
  await aManager(service, { technical_id, profiles: at(everything, 'PAR') })
}
await aManager(service, { technical_id: 'BOSS', profiles: at(everything, 'HQ') })
await aManager(service, { technical_id: 'READER', profiles: at(reading, 'PAR') })
await aManager(service, { technical_id: 'OTHER', profiles: at(other, 'PAR') })
await withDistribution(service, {
  groups: [
    { code: 'payroll', managers: ['ANN', 'BEN'] },
    { code: 'board', name: 'The board', managers: ['BEN'] },
  ],
  paper_configurations: [{ code: 'mail' }],
  validation_options: [
    { id: 1, code: 'plain' },
    { id: 2, code: 'two', validators: 2 },
    { id: 3, code: 'board', group: 'board' },
    { id: 4, code: 'careful', acknowledge_warnings: true },
  ],
})
const eve = await anEmployee(service, { organizations: ['PAR'] })
const type = await aDistributionType(service)
const [ann, ben, out, boss] = ['ANN', 'BEN', 'OUT', 'BOSS'].map((one) => as(`manager:${one}`)) as [
  ReturnType<typeof as>,
  ReturnType<typeof as>,
  ReturnType<typeof as>,
  ReturnType<typeof as>,
]
type Call = typeof ann

const pages = (...names: string[]) => ({ type, bytes: aPdfOf(names.map((one) => `Employee no: ${one}`)) })
const ready = (validation_option: string, form: Record<string, string> = {}, spoolOf = pages(eve)) =>
  prepared([spoolOf], { group: 'payroll', validation_option, ...form })
const validateAs = (call: Call, id: number, body?: object) =>
  call('POST', `/manager/distributions/${id}/validate`, body ? { body } : {})
const open = async (call: Call, id: number): Promise<ManagerProjectDetail> =>
  (await call('GET', `/manager/distributions/${id}`)).json()
const statusOf = async (id: number) => (await read(id)).status
const deliveries = async (id: number) =>
  (
    await pool.query(`SELECT FROM jobs.job WHERE name = 'distributions.deliver' AND data ->> 'project_id' = $1`, [
      String(id),
    ])
  ).rowCount

describe('Spec 304: a validation option of two people', () => {
  test('the first validation leaves the project waiting and shows who has validated; the second hands it out', async () => {
    const id = await ready('two')

    const first = await validateAs(ann, id)
    const seen = [await open(ann, id), await open(ben, id)]
    const second = await validateAs(ben, id)

    assert.deepEqual([first.statusCode, first.json().status], [200, 'waiting_for_validation'])
    assert.equal(seen[0]?.validators_required, 2)
    assert.deepEqual(
      seen[0]?.validations.map(({ type: kind, id: who }) => [kind, who]),
      [['user', 'ANN']],
    )
    assert.deepEqual(
      seen.map((one) => [one.has_validated, one.may_validate]),
      [
        [true, false],
        [false, true],
      ],
    )
    assert.deepEqual([second.statusCode, second.json().status, await deliveries(id)], [200, 'validated', 1])
    assert.deepEqual(
      (await read(id)).validations.map((one) => one.id),
      ['ANN', 'BEN'],
    )
  })

  test('the same person does not count twice, not even in a burst', async () => {
    const id = await ready('two')

    const answers = await Promise.all(Array.from({ length: 6 }, () => validateAs(ann, id)))

    assert.deepEqual(new Set(answers.map((one) => one.statusCode)), new Set([200]))
    assert.deepEqual([await statusOf(id), (await read(id)).validations.length], ['waiting_for_validation', 1])
  })

  test('all keys and applications together count as one person', async () => {
    const id = await ready('two')

    const byKey = await validate(id)
    const byApplication = await v2('POST', `/distribution_projects/${id}/validate`)
    const after = await statusOf(id)
    const byPerson = await validateAs(ben, id)

    assert.deepEqual(byKey.json(), {
      project_id: id,
      status: 'waiting_for_validation',
      msg: 'Your validation counts; another person must validate the project too.',
    })
    assert.deepEqual([byApplication.statusCode, after], [200, 'waiting_for_validation'])
    assert.equal(byPerson.json().status, 'validated')
  })

  test('a validation is void once a document, or a spool, has changed', async () => {
    const id = await ready('two')
    await validateAs(ann, id)
    const [line] = await report(id)

    await v2('PATCH', `/distribution_projects/${id}/documents/${line?.id}`, { body: { left_out: true } })
    const afterDecision = (await read(id)).validations
    await validateAs(ann, id)
    await run(await spool(id, pages(eve)))
    const afterSpool = await read(id)
    const ben2 = await validateAs(ben, id)

    assert.deepEqual([afterDecision, afterSpool.validations], [[], []])
    assert.equal(ben2.json().status, 'waiting_for_validation')
  })

  test('an option with one validator, and no option, are validated by one', async () => {
    for (const option of ['plain', '0']) {
      const id = await ready(option)
      assert.equal((await validateAs(ann, id)).json().status, 'validated')
    }
  })
})

describe('Spec 304: a validation option of a group', () => {
  test('only its managers validate: neither others, nor those of the whole client, nor an API', async () => {
    const id = await ready('board')

    const byAnn = await validateAs(ann, id)
    const byBoss = await validateAs(boss, id)
    const byKey = await validate(id)
    const byApplication = await v2('POST', `/distribution_projects/${id}/validate`)
    const seen = await open(ann, id)

    for (const answer of [byAnn, byBoss, byKey, byApplication]) assert.equal(answer.statusCode, 403, answer.body)
    assert.equal(byApplication.json().code, 'not_a_validator')
    assert.deepEqual([seen.may_validate, seen.may_write, seen.validation_group_name], [false, true, 'The board'])
    assert.equal(await statusOf(id), 'waiting_for_validation')
    assert.equal((await validateAs(ben, id)).json().status, 'validated')
  })

  test('its managers can open the project, though its own group is another', async () => {
    const id = await prepared([pages(eve)], { validation_option: 'board' })

    const seen = await open(ben, id)

    assert.deepEqual([seen.id, seen.may_validate], [id, true])
    assert.equal((await ann('GET', `/manager/distributions/${id}`)).statusCode, 404)
    assert.equal((await validateAs(ben, id)).json().status, 'validated')
  })

  test('auto_validate with an option that asks for people is refused', async () => {
    for (const validation_option of ['two', 'board']) {
      const answer = await create({ name: 'A', validation_option, auto_validate: 'true' })
      assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, ['auto_validate']])
    }
    assert.equal((await create({ name: 'A', validation_option: 'plain', auto_validate: 'true' })).statusCode, 200)
  })
})

describe('Spec 304: a validation option whose warnings must be acknowledged', () => {
  const PAPER = { delivery_paper_conf: 'mail' }
  const warned = () => ready('careful', PAPER, pages(eve, eve, 'nobody'))
  const ALL = ['unmatched_documents', 'duplicate_documents', 'missing_addresses']

  test('refuses with the list of what was not acknowledged, in the portal, v1 and v2', async () => {
    const id = await warned()
    const acknowledged_warnings = ['duplicate_documents']

    const portal = await validateAs(ann, id, { acknowledged_warnings })
    const byApplication = await v2('POST', `/distribution_projects/${id}/validate`)
    const byKey = await validate(id)

    const codes = (answer: { json(): { errors: { field: string; code: string }[] } }) =>
      answer.json().errors.map(({ field, code }) => `${field} ${code}`)
    assert.equal(portal.statusCode, 422, portal.body)
    assert.deepEqual(codes(portal), [
      'acknowledged_warnings unmatched_documents',
      'acknowledged_warnings missing_addresses',
    ])
    assert.equal(byApplication.statusCode, 422)
    assert.deepEqual(
      codes(byApplication),
      ALL.map((one) => `acknowledged_warnings ${one}`),
    )
    assert.equal(byKey.statusCode, 400)
    assert.deepEqual(byKey.json().errors.acknowledged_warnings.length, 3)
    assert.deepEqual((await open(ann, id)).warnings, [
      { code: 'unmatched_documents', count: 1 },
      { code: 'duplicate_documents', count: 2 },
      { code: 'missing_addresses', count: 1 },
    ])
    assert.deepEqual([await statusOf(id), (await read(id)).validations], ['waiting_for_validation', []])
  })

  test('takes the acknowledgement in the portal, v1 and v2', async () => {
    const body = { acknowledged_warnings: ALL }
    const ids = [await warned(), await warned(), await warned()] as const

    const answers = [
      await validateAs(ann, ids[0], body),
      await v2('POST', `/distribution_projects/${ids[1]}/validate`, { body }),
      await app.inject({
        method: 'PUT',
        url: `/api/v1/projects/${ids[2]}/validate/`,
        payload: body,
        headers: { 'x-api-key': 'acme-api-key' },
      }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().status], [200, 'validated'])
  })

  test('asks for nothing without warnings, and refuses an acknowledgement that is not one', async () => {
    const id = await ready('careful')
    const wrong = await validateAs(ann, id, { acknowledged_warnings: ['all'] })
    const list = await v2('POST', `/distribution_projects/${id}/validate`, { body: [] })

    assert.deepEqual([wrong.statusCode, list.statusCode], [422, 400])
    assert.equal((await validateAs(ann, id)).json().status, 'validated')
  })

  test('a project does not validate itself over a warning', async () => {
    const doubled = await ready('careful', { auto_validate: 'true' }, pages(eve, eve))
    const clean = await ready('careful', { auto_validate: 'true' })

    assert.deepEqual([await statusOf(doubled), await statusOf(clean)], ['waiting_for_validation', 'validated'])
  })
})

describe('Spec 309: the manager named as sender', () => {
  test('finds, opens and works on the project without its group; others do not', async () => {
    const word = unique('Sent')
    const id = await ready('0', { name: word, tech_id: 'OUT' })
    const others = await ready('0', { name: word })
    const listed = (await out('GET', `/manager/distributions?q=${word}`)).json() as ManagerProject[]

    assert.deepEqual(
      listed.map((one) => [one.id, one.may_write]),
      [[id, true]],
    )
    assert.equal((await open(out, id)).may_validate, true)
    for (const unknown of [others, 2_000_000_000]) {
      assert.equal((await out('GET', `/manager/distributions/${unknown}`)).statusCode, 404)
      assert.equal((await validateAs(out, unknown)).statusCode, 404)
    }
    assert.equal((await validateAs(out, id)).json().status, 'validated')
  })

  test('may do no more than the role allows: read only, or nothing; and is not a manager of a validation group', async () => {
    const reader = as('manager:READER')
    const no = as('manager:OTHER')
    const ofReader = await ready('0', { tech_id: 'READER' })
    const ofOther = await ready('0', { tech_id: 'OTHER' })
    const grouped = await ready('board', { tech_id: 'OUT' })

    assert.equal((await open(reader, ofReader)).may_write, false)
    assert.equal((await validateAs(reader, ofReader)).statusCode, 403)
    assert.equal((await no('GET', `/manager/distributions/${ofOther}`)).statusCode, 403)
    assert.equal((await validateAs(out, grouped)).statusCode, 403)
  })

  test('an unknown sender stays 404', async () => {
    const answer = await create({ name: 'A', tech_id: 'nobody' })

    assert.deepEqual([answer.statusCode, answer.json()], [404, { errors: 'Manager nobody not found.' }])
    assert.ok(await project())
  })
})

test('the set-up stores who validates, and refuses an option of an unknown group', async () => {
  const apply = (option: object) =>
    withDistribution(service, { validation_options: [{ id: 9, code: 'nine', ...option }] })

  await assert.rejects(apply({ group: 'nobody' }), { code: 'validation_error' })
  await apply({ group: 'payroll', validators: 2, acknowledge_warnings: true })
  const { rows } = await pool.query(
    'SELECT validators, group_code, acknowledge_warnings FROM distribution_validation_options WHERE id = 9',
  )
  assert.deepEqual(rows, [{ validators: 2, group_code: 'payroll', acknowledge_warnings: true }])
})
