import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp, type TestApplication } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { ADDRESS_NAMES } from './schemas.ts'

const service = await startApp()
const { app, pool, v2 } = service
const { project, read, readSpool, run, report, validate } = distributionCalls(service)
const { upload } = importCalls(service)

await withDistribution(service, {
  validation_options: [{ id: 5, code: 'by-hr' }],
  paper_configurations: [{ code: 'dl-right' }],
  groups: [{ code: 'payslips' }],
})
await withDistribution(service, { groups: [{ code: 'theirs' }] }, globex)
const eve = await anEmployee(service, { organizations: [await anOrganization(service)] })
const typeId = async (code: string) =>
  (await pool.query<{ id: number }>('SELECT id FROM distribution_types WHERE code = $1', [code])).rows[0]?.id ?? 0
const type = await typeId(await aDistributionType(service))
const theirType = await typeId(await aDistributionType(service, { owner: globex }))
const aSpool = () => upload(aPdfOf([`Employee no: ${eve} ${randomUUID()}`]), { filename: 'payslips.pdf' })

const createProject = (body: unknown, application: TestApplication = 'payroll') =>
  v2('POST', '/distribution_projects', { body, application })
const createDistribution = (body: unknown, application: TestApplication = 'payroll') =>
  v2('POST', '/distributions', { body, application })

/** What there is of projects and distributions, and what is told of them and left to do. */
async function traces(): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM distribution_projects) AS projects, (SELECT count(*) FROM distributions) AS spools,
      (SELECT count(*) FROM events WHERE type LIKE 'distribution%') AS events,
      (SELECT count(*) FROM jobs.job WHERE name LIKE 'distributions.%') AS jobs`)
  return rows[0]
}

/** A refusal of these fields with these codes, after which there is nothing more than before. */
async function refused(expected: [field: string, code: string][], act: () => ReturnType<typeof v2>): Promise<void> {
  const before = await traces()
  const answer = await act()
  const { errors } = answer.json() as { errors: { field: string; code: string }[] }
  assert.equal(answer.statusCode, 422, answer.body)
  assert.deepEqual(
    errors.map(({ field, code }) => [field, code]),
    expected,
  )
  assert.deepEqual(await traces(), before)
}

describe('Spec 587: POST /api/v2/client/distribution_projects', () => {
  test('201 with the project as GET answers it, from a name alone', async () => {
    const answer = await createProject({ name: 'Payslips' })

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual(answer.json(), await read(answer.json().id))
    assert.deepEqual([answer.json().name, answer.json().status], ['Payslips', 'new'])
  })

  test('201 stores every field of v1 in its own type, and emits distribution_project.created', async () => {
    const tech_id = await aManager(service)
    const body = {
      name: 'Payslips',
      validation_option: 5,
      delivery_paper_conf: 'dl-right',
      regroup_paper_mailing: true,
      group: 'payslips',
      package_sent_to_orgs: false,
      tech_id,
      auto_validate: true,
      package_first_name: 'Ada',
      package_last_name: 'Lovelace',
      package_address: '1, rue',
      package_address_2: 'B',
      package_address_3: 'C',
      package_postcode: '69001',
      package_city: 'Lyon',
      package_country: 'France',
      package_contact: '+33 1',
    }

    const answer = await createProject(body)

    assert.equal(answer.statusCode, 201, answer.body)
    for (const [name, value] of Object.entries(body)) assert.deepEqual(answer.json()[name], value, name)
    const { rows } = await pool.query(
      `SELECT type, actor_name, data FROM events WHERE resource_id = $1 AND type LIKE 'distribution_project.%'`,
      [String(answer.json().id)],
    )
    assert.deepEqual(rows, [{ type: 'distribution_project.created', actor_name: 'payroll', data: answer.json() }])
  })

  test('201 takes a validation option by its code, null for left out, and what GET answered', async () => {
    const byCode = await createProject({ name: 'A', validation_option: 'by-hr', group: null, auto_validate: null })
    const again = await createProject((await createProject({ name: 'B', validation_option: 5 })).json())

    assert.equal(byCode.json().validation_option, 5, byCode.body)
    assert.deepEqual([byCode.json().group, byCode.json().auto_validate], [null, false])
    assert.equal(again.statusCode, 201, again.body)
    assert.deepEqual([again.json().name, again.json().validation_option], ['B', 5])
  })

  test('201 with paper to organizations, a contact, and no address', async () => {
    const body = { name: 'A', delivery_paper_conf: 'dl-right', package_sent_to_orgs: true, package_contact: '+33' }
    const answer = await createProject({ ...body, package_city: null })

    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual([answer.json().package_sent_to_orgs, answer.json().package_contact], [true, '+33'])
  })

  test('v1 takes and keeps an address that paper to organizations never uses', async () => {
    const id = await project({ delivery_paper_conf: 'dl-right', package_sent_to_orgs: 'true', package_city: 'Lyon' })

    assert.equal((await read(id)).package_city, 'Lyon')
  })

  const needless = (...fields: string[]): [string, string][] => fields.map((one) => [one, 'contradiction'])
  const wrong: [what: string, body: unknown, expected: [string, string][]][] = [
    ['without a name', {}, [['name', 'required']]],
    ['with a blank name', { name: ' ' }, [['name', 'invalid']]],
    ['with a name that is too long', { name: 'a'.repeat(256) }, [['name', 'too_long']]],
    ['with texts in place of booleans', { name: 'A', auto_validate: 'true' }, [['auto_validate', 'wrong_type']]],
    ['with a number in place of a text', { name: 'A', package_city: 1 }, [['package_city', 'wrong_type']]],
    ['with an unknown option', { name: 'A', validation_option: 99 }, [['validation_option', 'unknown_choice']]],
    [
      'without paper, and to organizations',
      { name: 'A', package_sent_to_orgs: true },
      needless('package_sent_to_orgs'),
    ],
    ['without paper, and regrouped', { name: 'A', regroup_paper_mailing: true }, needless('regroup_paper_mailing')],
    [
      'without paper, and to an address',
      { name: 'A', delivery_paper_conf: 'no-paper', package_city: 'Lyon', package_contact: '+33' },
      needless('package_city', 'package_contact'),
    ],
    [
      'to organizations, and to an address',
      {
        name: 'A',
        delivery_paper_conf: 'dl-right',
        package_sent_to_orgs: true,
        package_contact: '+33',
        package_first_name: 'Ada',
        package_last_name: 'Lovelace',
        package_address: '1, rue',
        package_address_2: 'B',
        package_address_3: 'C',
        package_postcode: '69001',
        package_city: 'Lyon',
        package_country: 'France',
      },
      needless(...ADDRESS_NAMES),
    ],
    ['with unknown paper', { name: 'A', delivery_paper_conf: 'x' }, [['delivery_paper_conf', 'unknown_choice']]],
    ["with another client's group", { name: 'A', group: 'theirs' }, [['group', 'unknown_choice']]],
    ['with an unknown sender', { name: 'A', tech_id: 'nobody' }, [['tech_id', 'unknown_manager']]],
    [
      'with several unknown choices',
      { name: 'A', validation_option: 'x', group: 'x' },
      [
        ['validation_option', 'unknown_choice'],
        ['group', 'unknown_choice'],
      ],
    ],
  ]
  for (const [what, body, expected] of wrong) {
    test(`422 ${what}, and nothing is stored`, () => refused(expected, () => createProject(body)))
  }

  test('401 without a token, 403 for an application that may only read', async () => {
    const anonymous = await app.inject({
      method: 'POST',
      url: '/api/v2/client/distribution_projects',
      payload: { name: 'A' },
    })
    const reader = await createProject({ name: 'A' }, 'reader')

    assert.deepEqual([anonymous.statusCode, reader.statusCode], [401, 403])
  })
})

describe('Spec 587: POST /api/v2/client/distributions', () => {
  const body = async (more: object = {}) => ({
    name: unique('spool'),
    distribution_type_id: type,
    distribution_project_id: await project(),
    file_id: await aSpool(),
    ...more,
  })

  test('201 with the distribution as GET answers it, which is processed and handed out', async () => {
    const input = await body()

    const answer = await createDistribution(input)

    assert.equal(answer.statusCode, 201, answer.body)
    const { id, filename, status, distribution_project_id } = answer.json()
    assert.deepEqual(answer.json(), await readSpool(id))
    assert.deepEqual([filename, status], ['payslips.pdf', 'new'])
    assert.equal((await read(distribution_project_id)).status, 'preparing')
    await run(id)
    const [line] = await report(distribution_project_id)
    assert.deepEqual([line?.employee_technical_id, line?.outcome], [eve, 'matched'])
    const validated = await v2('POST', `/distribution_projects/${distribution_project_id}/validate`)
    assert.deepEqual([validated.statusCode, validated.json().status], [200, 'validated'])
  })

  test('201 for an upload that was used before: it is there until it expires', async () => {
    const input = await body()

    const answers = [
      await createDistribution(input),
      await createDistribution({ ...input, distribution_project_id: await project() }),
    ]

    for (const answer of answers) assert.equal(answer.statusCode, 201, answer.body)
  })

  test('422 for an upload that is unknown, malformed, of another client or expired', async () => {
    const theirs = await upload('theirs', { application: 'rival' })
    const expired = await aSpool()
    await pool.query(`UPDATE uploads SET expires_at = '2000-01-01' WHERE id = $1`, [expired])

    for (const file_id of [randomUUID(), 'x', theirs, expired]) {
      const input = await body({ file_id })
      await refused([['file_id', 'unknown_upload']], () => createDistribution(input))
    }
  })

  test('422 for an empty upload, a type and a project that are unknown or of another client', async () => {
    const empty = await body({ file_id: await upload('') })
    await refused([['file_id', 'empty']], () => createDistribution(empty))
    for (const distribution_type_id of [theirType, 2_000_000_000]) {
      const input = await body({ distribution_type_id })
      await refused([['distribution_type_id', 'unknown_choice']], () => createDistribution(input))
    }
    const theirs = await project({}, { key: 'globex-api-key' })
    for (const distribution_project_id of [theirs, 2_000_000_000]) {
      const input = await body({ distribution_project_id })
      await refused([['distribution_project_id', 'unknown_distribution_project']], () => createDistribution(input))
    }
  })

  test('422 for a name that the project has already, and for a project that was validated or canceled', async () => {
    const first = await body({ name: 'January' })
    const { id } = (await createDistribution(first)).json()
    await refused([['name', 'taken']], () => createDistribution(first))

    await run(id)
    await validate(first.distribution_project_id)
    const canceled = await project()
    await v2('POST', `/distribution_projects/${canceled}/cancel`)
    for (const distribution_project_id of [first.distribution_project_id, canceled]) {
      const late = { ...first, name: 'late', distribution_project_id }
      await refused([['distribution_project_id', 'invalid_state']], () => createDistribution(late))
    }
  })

  test('422 names every field that is missing or of the wrong type', async () => {
    await refused(
      [
        ['name', 'required'],
        ['distribution_type_id', 'required'],
        ['distribution_project_id', 'required'],
        ['file_id', 'required'],
      ],
      () => createDistribution({}),
    )
    const input = await body({ distribution_type_id: String(type), name: ' ', file_id: null })
    await refused(
      [
        ['name', 'invalid'],
        ['distribution_type_id', 'wrong_type'],
        ['file_id', 'wrong_type'],
      ],
      () => createDistribution(input),
    )
  })

  test('one wins of many at once with one name', async () => {
    const input = await body()

    const answers = await Promise.all(Array.from({ length: 5 }, () => createDistribution(input)))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [201, 422, 422, 422, 422])
  })

  test('401 without a token, 403 for an application that may only read', async () => {
    const input = await body()
    const anonymous = await app.inject({ method: 'POST', url: '/api/v2/client/distributions', payload: input })
    const reader = await createDistribution(input, 'reader')

    assert.deepEqual([anonymous.statusCode, reader.statusCode], [401, 403])
  })
})
