import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'
import type { DistributionOptions, ManagerDocument, ManagerProject, ManagerProjectDetail } from './manager-schemas.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { prepared, project, run, deliver, spool } = distributionCalls(service)

await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
const everything = await aRole(service)
const reading = await aRole(service, { permissions: ['distributions:read'] })
const profile = (role: string, code: string) => [{ role, organizations: [code], include_below: true }]
await aManager(service, { technical_id: 'BOSS', profiles: profile(everything, 'HQ') })
await aManager(service, { technical_id: 'PAY', profiles: profile(everything, 'PAR') })
await aManager(service, { technical_id: 'READ', profiles: profile(reading, 'HQ') })
/** NORTH works for Paris too, but sees contracts of the north alone. */
const filters = [{ code: 'site', name: 'Site', type: 'list', values: ['north', 'south'] }]
const contract = await aDocumentType(service, { filters })
const onlyNorth = { document_type_code: contract, filter_code: 'site', values: ['north'] }
await aManager(service, {
  technical_id: 'NORTH',
  profiles: profile(everything, 'PAR').map((one) => ({ ...one, access_restrictions: [onlyNorth] })),
})
const ann = await anEmployee(service, { technical_id: 'ANN', first_name: 'Ann', organizations: ['PAR'] })
const bob = await anEmployee(service, { technical_id: 'BOB', first_name: 'Bob', organizations: ['LON'] })
const gone = await anEmployee(service, {
  technical_id: 'GONE',
  first_name: 'Gus',
  registrations: [{ organization_code: 'PAR', employee_number: 'GONE', active: false }],
})
await withDistribution(service, {
  validation_options: [{ id: 1, code: 'hr', name: 'By HR' }],
  paper_configurations: [{ code: 'mail', name: 'Mail', duplex: true }],
  groups: [
    { code: 'paris', name: 'Payroll of Paris', managers: ['PAY', 'READ', 'NORTH'] },
    { code: 'london', name: 'Payroll of London', managers: [] },
  ],
})
const type = await aDistributionType(service)
const boss = as('manager:BOSS')
const pay = as('manager:PAY')
const reader = as('manager:READ')

const siteType = await aDistributionType(service, {
  document_type: contract,
  pattern: 'Employee no: (?<employee_number>[\\w-]+) at (?<site>\\w+)',
})
const north = as('manager:NORTH')
/** A project of Paris with one contract of this site. */
const sited = (site: string, form: Record<string, string>) =>
  prepared([{ type: siteType, bytes: aPdfOf([`Employee no: ${ann} at ${site}`]) }], { ...ofParis, ...form })

const BYTES = aPdfOf([
  `Employee no: ${ann}\nfirst page`,
  'second page',
  ...[ann, bob, gone, 'nobody'].map((one) => `Employee no: ${one}`),
])

const aProject = (form: Record<string, string> = {}) => prepared([{ type, bytes: BYTES }], form)
const ofParis = { group: 'paris' }
const read = async (id: number): Promise<ManagerProjectDetail> =>
  (await boss('GET', `/manager/distributions/${id}`)).json()
async function parts(id: number, query = ''): Promise<ManagerDocument[]> {
  const answer = await boss('GET', `/manager/distributions/${id}/parts${query}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}
const outcomes = (rows: ManagerDocument[]) => rows.map((one) => `${one.outcome} ${one.employee_technical_id}`)
const AT_FIRST = ['matched ANN', 'matched ANN', 'matched BOB', 'matched GONE', 'unmatched null']

async function send(call: typeof pay, id: number, fields: Record<string, string | File>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { headers, payload } = await asPayload(form)
  return call('POST', `/manager/distributions/${id}/spools`, { headers, body: payload })
}

describe('GET /manager/distributions', () => {
  test('200 shows all projects to those who may read them everywhere, and those of their groups to others', async () => {
    const word = unique('Seen')
    const free = await project({ name: word })
    const paris = await project({ name: word, ...ofParis })
    const london = await project({ name: word, group: 'london' })
    const seenBy = async (call: typeof pay) =>
      ((await call('GET', `/manager/distributions?q=${word}`)).json() as ManagerProject[]).map(({ id }) => id)

    assert.deepEqual(await seenBy(boss), [london, paris, free])
    assert.deepEqual(await seenBy(pay), [paris])
    assert.deepEqual(await seenBy(reader), [london, paris, free])
    for (const id of [free, london]) assert.equal((await pay('GET', `/manager/distributions/${id}`)).statusCode, 404)
  })

  test('200 tells the next step, filters by status and goes on by cursor', async () => {
    const word = unique('Steps')
    const empty = await project({ name: word })
    const ready = await aProject({ name: word })

    const first = await boss('GET', `/manager/distributions?q=${word}&per_page=1`)
    const second = await boss(
      'GET',
      `/manager/distributions?q=${word}&per_page=1&cursor=${first.headers['next-cursor']}`,
    )
    const waiting = await boss('GET', `/manager/distributions?q=${word}&status=waiting_for_validation`)

    const steps = [...first.json(), ...second.json()].map((one: ManagerProject) => [one.id, one.next_step])
    assert.deepEqual(steps, [
      [ready, 'check'],
      [empty, 'add_spools'],
    ])
    assert.deepEqual(
      waiting.json().map((one: ManagerProject) => one.id),
      [ready],
    )
    assert.equal((await boss('GET', '/manager/distributions?status=lost')).statusCode, 400)
  })
})

describe('POST /manager/distributions', () => {
  test('201 creates a project in the name of the manager, with its event', async () => {
    const body = { name: 'January', ...ofParis, auto_validate: true, delivery_paper_conf: 'mail', package_city: 'Lyon' }

    const answer = await pay('POST', '/manager/distributions', { body })

    assert.equal(answer.statusCode, 201, answer.body)
    const made = answer.json() as ManagerProjectDetail
    assert.deepEqual(
      [made.tech_id, made.sender_name, made.group_name, made.auto_validate, made.paper_name, made.package_city],
      ['PAY', 'Max PAY', 'Payroll of Paris', true, 'Mail', 'Lyon'],
    )
    assert.deepEqual(await eventsOf(service.db, String(made.id)), ['distribution_project.created'])
  })

  test('422 or 404 for what is missing or not one’s own, and nothing is made', async () => {
    const tried = [
      [pay, { name: 'No group' }, 422, 'group'],
      [pay, { name: 'Not mine', group: 'london' }, 404, undefined],
      [pay, { name: 'None', group: 'nowhere' }, 404, undefined],
      [boss, { name: '' }, 422, 'name'],
      [boss, { name: 'Paper', delivery_paper_conf: 'doves' }, 422, 'delivery_paper_conf'],
      [boss, { name: 'Yes', auto_validate: 'yes' }, 422, 'auto_validate'],
      [reader, { name: 'Reader', ...ofParis }, 403, undefined],
    ] as const
    const before = (await boss('GET', '/manager/distributions?per_page=1')).json()[0]?.id

    for (const [call, body, status, field] of tried) {
      const answer = await call('POST', '/manager/distributions', { body })
      assert.deepEqual([answer.statusCode, answer.json().errors?.[0].field], [status, field], JSON.stringify(body))
    }
    assert.equal((await boss('GET', '/manager/distributions?per_page=1')).json()[0]?.id, before)
  })
})

describe('GET /manager/distribution_options', () => {
  test('200 offers what the manager may use', async () => {
    const optionsOf = async (call: typeof pay): Promise<DistributionOptions> =>
      (await call('GET', '/manager/distribution_options')).json()

    const all = await optionsOf(boss)
    const some = await optionsOf(pay)
    const none = await optionsOf(reader)

    assert.deepEqual(
      all.groups.map(({ code }) => code),
      ['london', 'paris'],
    )
    assert.deepEqual([all.needs_group, some.needs_group], [false, true])
    assert.deepEqual(some.groups, [{ code: 'paris', name: 'Payroll of Paris' }])
    assert.ok(some.types.some((one) => one.code === type && one.format === 'pdf_split'))
    assert.deepEqual([none.may_create, none.groups, none.types], [false, [], []])
  })
})

describe('POST /manager/distributions/{id}/spools', () => {
  test('201 takes a spool, which is read by itself', async () => {
    const id = await project(ofParis)
    const source_file = new File([new Uint8Array(BYTES)], 'january.pdf')

    const answer = await send(pay, id, { name: 'January', distribution_type_value: type, source_file })

    assert.equal(answer.statusCode, 201, answer.body)
    assert.equal((await read(id)).status, 'preparing')
    await run(answer.json().id)
    const { status, distributions, checks } = await read(id)
    assert.deepEqual([status, distributions.length], ['waiting_for_validation', 1])
    assert.deepEqual(checks, { employees: 3, leavers: 1, duplicates: 2, pages: 5, without_address: 0 })
  })

  test('422 names what is missing or unknown, 404 for the project of others, and nothing is kept', async () => {
    const id = await project(ofParis)
    const others = await project()
    const source_file = new File([new Uint8Array(BYTES)], 'a.pdf')
    const whole = { name: 'A', distribution_type_value: type, source_file }

    const answers = [
      await send(pay, id, { name: 'A', source_file }),
      await send(pay, id, { name: 'A', distribution_type_value: type }),
      await send(pay, id, { ...whole, distribution_type_value: 'none' }),
      await send(pay, id, { ...whole, source_file: new File([], 'a.pdf') }),
    ]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().errors[0].field]),
      [
        [422, 'distribution_type_value'],
        [422, 'source_file'],
        [422, 'distribution_type_value'],
        [422, 'source_file'],
      ],
    )
    assert.equal((await send(pay, others, whole)).statusCode, 404)
    assert.equal((await send(reader, id, whole)).statusCode, 403)
    assert.deepEqual((await read(id)).distributions, [])
  })
})

describe('DELETE /manager/distributions/{id}/spools/{spool}', () => {
  test('204 removes a spool of this project; one of another is not there', async () => {
    const id = await aProject(ofParis)
    const other = await project(ofParis)
    const [one] = (await read(id)).distributions
    const under = (projectId: number) => `/manager/distributions/${projectId}/spools/${one?.id}`

    assert.equal((await pay('DELETE', under(other))).statusCode, 404)
    assert.equal((await pay('DELETE', under(id))).statusCode, 204)
    assert.deepEqual([(await read(id)).status, (await parts(id)).length], ['new', 0])
    assert.equal((await pay('DELETE', `/manager/distributions/${id}/spools/x`)).statusCode, 404)
  })
})

describe('GET /manager/distributions/{id}/parts', () => {
  test('200 lists parts in their order, by outcome, view, spool and text, and page by page', async () => {
    const id = await aProject()
    await run(await spool(id, { type, bytes: BYTES, name: 'second' }))
    const second = (await read(id)).distributions[1]?.id

    assert.deepEqual(outcomes(await parts(id, `?spool=${second}`)), AT_FIRST)
    assert.deepEqual(outcomes(await parts(id, '?outcome=unmatched')), ['unmatched null', 'unmatched null'])
    assert.deepEqual(outcomes(await parts(id, `?outcome=to_check&spool=${second}`)), ['unmatched null'])
    assert.deepEqual(outcomes(await parts(id, `?outcome=leavers&spool=${second}`)), ['matched GONE'])
    assert.equal((await parts(id, '?outcome=duplicates')).length, 8)
    assert.deepEqual(outcomes(await parts(id, `?q=bob&spool=${second}`)), ['matched BOB'])
    assert.deepEqual(outcomes(await parts(id, `?q=NOBODY&spool=${second}`)), ['unmatched null'])
    const first = await boss('GET', `/manager/distributions/${id}/parts?per_page=7`)
    const rest = await parts(id, `?per_page=7&cursor=${first.headers['next-cursor']}`)
    assert.deepEqual(outcomes([...first.json(), ...rest]), [...AT_FIRST, ...AT_FIRST])
    assert.equal((await boss('GET', `/manager/distributions/${id}/parts?outcome=lost`)).statusCode, 400)
  })
})

describe('GET /manager/distributions/{id}/parts/{part}/pages/{page}', () => {
  test('200 draws a page of the part; 404 beyond its pages, and for what is not a part', async () => {
    const id = await aProject()
    const [first] = await parts(id)
    const page = (part: string | undefined, number: number | string) =>
      boss('GET', `/manager/distributions/${id}/parts/${part}/pages/${number}?width=80`)

    const drawn = await page(first?.id, 2)

    assert.deepEqual([drawn.statusCode, drawn.headers['content-type']], [200, 'image/png'], drawn.body)
    assert.deepEqual([first?.has_pages, first?.pages], [true, 2])
    assert.equal((await page(first?.id, 3)).json().code, 'no_preview')
    for (const none of ['x', '01a1df9a-595c-7000-8000-0049b5b32185'])
      assert.equal((await page(none, 1)).statusCode, 404)
    assert.equal((await page(first?.id, 'x')).statusCode, 404)
  })
})

describe('PATCH /manager/distributions/{id}/parts/{part}', () => {
  const decide = (call: typeof pay, id: number, part: ManagerDocument | undefined, body: object) =>
    call('PATCH', `/manager/distributions/${id}/parts/${part?.id}`, { body })

  test('200 assigns within the perimeter, leaves out, and takes back to what was found', async () => {
    const id = await aProject(ofParis)
    const all = await parts(id)

    await decide(pay, id, all[4], { employee_technical_id: ann })
    await decide(pay, id, all[2], { left_out: true })
    const decided = await parts(id)
    const restored = await decide(pay, id, all[2], { restore: true })
    await decide(pay, id, all[4], { restore: true })
    await decide(pay, id, all[0], { restore: true })

    assert.deepEqual(outcomes(decided), [...AT_FIRST.slice(0, 2), 'left_out null', AT_FIRST[3], 'assigned ANN'])
    assert.deepEqual(
      decided.map((one) => one.is_decided),
      [false, false, true, false, true],
    )
    assert.equal(restored.json().employee_technical_id, bob)
    assert.deepEqual(await parts(id), all)
    const { matched, assigned, unmatched, left_out } = (await read(id)).counts
    assert.deepEqual([matched, assigned, unmatched, left_out], [4, 0, 1, 0])
  })

  test('422 for an employee whom the manager may not see, word for word as for one that there is not', async () => {
    const id = await aProject(ofParis)
    const last = (await parts(id))[4]
    const messages = await Promise.all(
      [bob, 'none'].map(async (employee_technical_id) => {
        const answer = await decide(pay, id, last, { employee_technical_id })
        assert.equal(answer.statusCode, 422, answer.body)
        return answer.json().errors[0].message.replace(employee_technical_id, '')
      }),
    )

    assert.equal(messages[0], messages[1])
    assert.deepEqual(outcomes(await parts(id)), AT_FIRST)
    assert.equal((await decide(boss, id, last, { employee_technical_id: bob })).statusCode, 200)
  })

  test('403 for those who only read, 404 outside of one’s groups, 400 after validation', async () => {
    const id = await aProject(ofParis)
    const free = await aProject()
    const [one] = await parts(id)
    const [other] = await parts(free)

    assert.equal((await decide(reader, id, one, { left_out: true })).statusCode, 403)
    assert.equal((await decide(pay, free, other, { left_out: true })).statusCode, 404)
    assert.equal((await decide(pay, id, other, { left_out: true })).statusCode, 404)
    await pay('POST', `/manager/distributions/${id}/validate`)
    const late = await decide(pay, id, one, { left_out: true })
    assert.deepEqual([late.statusCode, late.json().code], [400, 'invalid_state'])
    assert.deepEqual(outcomes(await parts(id)), AT_FIRST)
  })
})

describe('PATCH /manager/distributions/{id}', () => {
  const patch = (call: typeof pay, id: number, expected_distributions: number | null) =>
    call('PATCH', `/manager/distributions/${id}`, { body: { expected_distributions } })

  test('403 for a manager whose access restrictions exclude parts, and the project goes on waiting', async () => {
    const id = await sited('south', { expected_distributions: '2' })

    await refusedToNorth(await patch(north, id, 1), id)
    assert.equal((await patch(boss, id, 1)).json().status, 'waiting_for_validation')
  })

  test('403 with access restrictions for a project that validates itself, whatever its parts', async () => {
    for (const site of ['north', 'south']) {
      const id = await sited(site, { auto_validate: 'true', expected_distributions: '2' })

      for (const expected of [1, 3, null]) await refusedToNorth(await patch(north, id, expected), id)
      assert.equal((await patch(boss, id, 1)).json().status, 'validated')
    }
  })

  test('200 with access restrictions that allow all parts', async () => {
    const id = await sited('north', { expected_distributions: '2' })

    const answer = await patch(north, id, 1)

    assert.deepEqual([answer.statusCode, answer.json().status], [200, 'waiting_for_validation'])
  })

  async function refusedToNorth(answer: Awaited<ReturnType<typeof pay>>, id: number) {
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'outside_access_restrictions'], answer.body)
    const { status, expected_distributions } = await read(id)
    assert.deepEqual([status, expected_distributions], ['preparing', 2])
  }
})

describe('POST /manager/distributions/{id}/validate and /cancel', () => {
  test('200 validates once, in the name of the manager, and paper can be fetched after delivery', async () => {
    const id = await aProject({ ...ofParis, delivery_paper_conf: 'mail', regroup_paper_mailing: 'true' })
    const path = `/manager/distributions/${id}`
    assert.equal((await pay('GET', `${path}/packages/file`)).statusCode, 400)

    const first = await pay('POST', `${path}/validate`)
    const second = await pay('POST', `${path}/validate`)
    await deliver(id)

    assert.deepEqual([first.json().status, second.json().status], ['validated', 'validated'])
    const { next_step, validator_name, packages_count, counts } = await read(id)
    assert.deepEqual([next_step, validator_name, packages_count, counts.delivered], ['send_paper', 'Max PAY', 3, 4])
    assert.equal((await pay('GET', `${path}/packages/file`)).headers['content-type'], 'application/zip')
    assert.match((await pay('GET', `${path}/manifest`)).body, /^package,file/)
    assert.equal((await pay('GET', `${path}/report.csv`)).body.trim().split('\n').length, 6)
    const validated = (await eventsOf(service.db, String(id))).filter((one) => one.endsWith('validated'))
    assert.equal(validated.length, 1)
  })

  test('200 cancels what was not validated; 403 for readers, 404 for others, 400 too late', async () => {
    const id = await aProject(ofParis)
    const free = await aProject()
    const done = await aProject(ofParis)
    const cancel = (call: typeof pay, one: number) => call('POST', `/manager/distributions/${one}/cancel`)
    await pay('POST', `/manager/distributions/${done}/validate`)

    assert.deepEqual(
      [
        (await cancel(reader, id)).statusCode,
        (await cancel(pay, free)).statusCode,
        (await cancel(pay, done)).statusCode,
        (await cancel(pay, id)).json().status,
      ],
      [403, 404, 400, 'canceled'],
    )
    const [one] = await parts(id)
    assert.equal(one?.has_pages, false)
    assert.equal((await read(free)).status, 'waiting_for_validation')
  })
})
