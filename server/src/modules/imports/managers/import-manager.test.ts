import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aRow, errorLocationsOf, fileOf, managerImportCalls, type Row } from '#test/harness/features/manager-imports.ts'

const service = await startApp()
const { db, clock } = service
const { imported, readUser, isStored } = managerImportCalls(service)
for (const code of ['hr', 'boss']) await aRole(service, { code })
for (const code of ['paris', 'lyon', 'nice']) await anOrganization(service, { code })

const noUsers = { users_created: 0, users_updated: 0, users_unchanged: 0 }

describe('a row of an import of managers', () => {
  test('makes a manager with one profile, as PUT /users would', async () => {
    const row = aRow({ language: 'FR-fr', organization_codes: ' paris | lyon||paris|' })

    const { status, stats, errors } = await imported(fileOf([row]))

    const { created_at, updated_at, ...user } = (await readUser(row.technical_id)).json()
    assert.equal(status, 'success')
    assert.deepEqual([stats, errors], [{ rows: 1, row_errors: 0, ...noUsers, users_created: 1 }, []])
    assert.deepEqual(user, {
      technical_id: row.technical_id,
      email: row.email,
      first_name: 'Zoë',
      last_name: 'Müller',
      language: 'fr-fr',
      profiles: [{ role: 'hr', organizations: ['paris', 'lyon'], include_below: false, access_restrictions: [] }],
    })
    assert.equal(updated_at, created_at)
  })

  test('needs no language', async () => {
    const row = aRow({ language: '' })

    const { status } = await imported(fileOf([row]))

    assert.equal(status, 'success')
    assert.equal((await readUser(row.technical_id)).json().language, null)
  })

  test('joins with the others of its technical_id to one manager with a profile for each, in their order', async () => {
    const one = aRow()
    const other = aRow()
    const rows = [one, other, { ...one, role: 'boss', organization_codes: 'lyon|nice' }, { ...one, role: 'boss' }]

    const { status, stats } = await imported(fileOf(rows))

    const { profiles } = (await readUser(one.technical_id)).json()
    assert.equal(status, 'success')
    assert.deepEqual(stats, { rows: 4, row_errors: 0, ...noUsers, users_created: 2 })
    assert.deepEqual(
      profiles.map((profile: { role: string; organizations: string[] }) => [profile.role, profile.organizations]),
      [
        ['hr', ['paris']],
        ['boss', ['lyon', 'nice']],
        ['boss', ['paris']],
      ],
    )
    assert.deepEqual(await eventsOf(db, one.technical_id), ['user.created'])
  })
})

describe('a row of an import of managers is refused', () => {
  const cases: [string, Partial<Row>, string[]][] = [
    ['an unknown role', { role: 'none' }, ['role unknown_role']],
    ['a role in other case', { role: 'HR' }, ['role unknown_role']],
    ['no role', { role: '' }, ['role required']],
    ['an unknown organization', { organization_codes: 'paris|nowhere' }, ['organization_codes unknown_organization']],
    ['no organization', { organization_codes: '' }, ['organization_codes required']],
    ['separators alone', { organization_codes: '| |' }, ['organization_codes required']],
    ['another separator', { organization_codes: 'paris/lyon' }, ['organization_codes invalid']],
    ['what is not an e-mail address', { email: 'max' }, ['email invalid_email']],
    ['no e-mail address', { email: '' }, ['email required']],
    ['an e-mail address of 255 characters', { email: `a@${'b.'.repeat(126)}c` }, ['email too_long']],
    ['no first name', { first_name: '' }, ['first_name required']],
    ['a blank last name', { last_name: '   ' }, ['last_name required']],
    ['a last name of 256 characters', { last_name: 'x'.repeat(256) }, ['last_name too_long']],
    ['a NUL character', { first_name: 'a\0b' }, ['first_name invalid_text']],
    ['what is not a language', { language: 'deutsch!' }, ['language invalid_language']],
    ['an id of 51 characters', { technical_id: 'x'.repeat(51) }, ['technical_id invalid']],
    ['an id with a slash', { technical_id: 'a/b', email: 'a@acme.test' }, ['technical_id invalid']],
    ['no id', { technical_id: '', email: 'a@acme.test' }, ['technical_id required']],
    [
      'several mistakes, each of which is named',
      { email: 'max', role: '', organization_codes: '' },
      ['organization_codes required', 'email invalid_email', 'role required'],
    ],
    [
      'several unknown ones',
      { role: 'none', organization_codes: 'a|paris|b' },
      ['role unknown_role', 'organization_codes unknown_organization', 'organization_codes unknown_organization'],
    ],
  ]
  for (const [what, over, errors] of cases) {
    test(`for ${what}, by its line and column, while the others are imported`, async () => {
      const before = aRow()
      const wrong = aRow(over)
      const behind = aRow()

      const one = await imported(fileOf([before, wrong, behind]))

      assert.equal(one.status, 'partial_success')
      assert.deepEqual(one.stats, { rows: 3, row_errors: 1, ...noUsers, users_created: 2 })
      assert.deepEqual(
        errorLocationsOf(one),
        errors.map((error) => `3 ${error}`),
      )
      assert.ok((await isStored(before.technical_id)) && (await isStored(behind.technical_id)))
      if (wrong.technical_id !== '') assert.equal(await isStored(wrong.technical_id), false)
    })
  }

  test("for another client's role and organization, as if they were not there", async () => {
    const role = await aRole(service, { owner: globex })
    const organization = await anOrganization(service, { owner: globex })

    const { status, errors } = await imported(fileOf([aRow({ role, organization_codes: organization })]))

    assert.equal(status, 'failed')
    assert.deepEqual(errors, [
      { line: 2, field: 'role', code: 'unknown_role', message: `Role ${role} not found.` },
      {
        line: 2,
        field: 'organization_codes',
        code: 'unknown_organization',
        message: `Organization ${organization} not found.`,
      },
    ])
  })
})

describe('the rows of one manager', () => {
  test('go together: when one is wrong nothing is stored, and the others say which it was', async () => {
    const one = aRow()
    const other = aRow()
    const rows = [one, other, { ...one, role: 'none' }, { ...one, role: 'boss' }]

    const result = await imported(fileOf(rows))

    assert.equal(result.status, 'partial_success')
    assert.deepEqual(result.stats, { rows: 4, row_errors: 3, ...noUsers, users_created: 1 })
    assert.deepEqual(errorLocationsOf(result), ['2 - left_out', '4 role unknown_role', '5 - left_out'])
    assert.equal(result.errors[0]?.message, 'Line 4 of the same manager has an error.')
    assert.equal(await isStored(one.technical_id), false)
    assert.deepEqual(await eventsOf(db, one.technical_id), [])
  })

  for (const [column, value] of [
    ['email', 'other@acme.test'],
    ['first_name', 'Zora'],
    ['last_name', 'Other'],
    ['language', 'fr-fr'],
  ] as const) {
    test(`may not contradict each other in ${column}`, async () => {
      const row = aRow()

      const result = await imported(fileOf([row, { ...row, [column]: value, role: 'boss' }]))

      assert.equal(result.status, 'failed')
      assert.deepEqual(errorLocationsOf(result), ['2 - left_out', `3 ${column} contradiction`])
      assert.equal(result.errors[1]?.message, 'Line 2 of the same manager has another value.')
      assert.equal(await isStored(row.technical_id), false)
    })
  }

  test('are named each by its own mistakes', async () => {
    const row = aRow({ email: 'nowhere' })
    const rows = [row, { ...row, role: '' }, { ...row, organization_codes: 'paris|', first_name: 'Zora' }, row]

    const result = await imported(fileOf(rows))

    assert.deepEqual(errorLocationsOf(result), [
      '2 email invalid_email',
      '3 role required',
      '4 first_name contradiction',
      '5 - left_out',
    ])
    assert.equal(result.stats.row_errors, 4)
  })

  test('may be 100, and not 101', async () => {
    const enough = aRow()
    const tooMany = aRow()

    const { stats } = await imported(fileOf([...Array(100).fill(enough), ...Array(101).fill(tooMany)]))

    assert.deepEqual(stats, { rows: 201, row_errors: 101, ...noUsers, users_created: 1 })
    assert.equal((await readUser(enough.technical_id)).json().profiles.length, 100)
    assert.equal(await isStored(tooMany.technical_id), false)
  })
})

describe('a manager who is there', () => {
  test('is replaced, profiles included, and what is the same stays as it was', async () => {
    const same = aRow()
    const changed = aRow()
    await imported(fileOf([same, changed]))
    const before = (await readUser(same.technical_id)).json()
    clock.advance(60)

    const result = await imported(fileOf([same, { ...changed, last_name: 'Meier', role: 'boss' }, aRow()]))

    const { last_name, profiles, created_at, updated_at } = (await readUser(changed.technical_id)).json()
    assert.equal(result.status, 'success')
    assert.deepEqual(result.stats, {
      rows: 3,
      row_errors: 0,
      users_created: 1,
      users_updated: 1,
      users_unchanged: 1,
    })
    assert.deepEqual([last_name, profiles.map((one: { role: string }) => one.role)], ['Meier', ['boss']])
    assert.ok(updated_at > created_at)
    assert.deepEqual((await readUser(same.technical_id)).json(), before)
    assert.deepEqual(await eventsOf(db, same.technical_id), ['user.created'])
    assert.deepEqual(await eventsOf(db, changed.technical_id), ['user.created', 'user.updated'])
  })

  test('keeps everything when its row is wrong', async () => {
    const id = await aManager(service, { profiles: [{ role: 'boss', organizations: ['lyon'], include_below: true }] })
    const before = (await readUser(id)).json()

    const { status } = await imported(fileOf([aRow({ technical_id: id, role: 'none' })]))

    assert.equal(status, 'failed')
    assert.deepEqual((await readUser(id)).json(), before)
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('is not taken away when the file does not name it', async () => {
    const id = await aManager(service)

    await imported(fileOf([aRow()]))

    assert.equal(await isStored(id), true)
  })

  test("is another one than another client's of the same technical_id", async () => {
    const id = await aManager(service, { owner: globex, first_name: 'Rita' })

    const { stats } = await imported(fileOf([aRow({ technical_id: id })]))

    const theirs = await service.v2('GET', `/users/${id}`, { application: 'rival' })
    assert.equal(stats.users_created, 1)
    assert.equal(theirs.json().first_name, 'Rita')
  })
})

describe('an import of managers', () => {
  test('that has a wrong header fails as a whole, and no row is imported', async () => {
    const row = aRow()

    const result = await imported(fileOf([row]).replace('role,', 'roles,'))

    assert.equal(result.status, 'failed')
    assert.deepEqual(errorLocationsOf(result), ['1 role missing_column'])
    assert.deepEqual(result.stats, { rows: 0, row_errors: 0, ...noUsers })
    assert.equal(await isStored(row.technical_id), false)
  })

  test('that cannot be read to its end fails as a whole, and no row is imported', async () => {
    const row = aRow()

    const result = await imported(fileOf([row, aRow({ last_name: '"Müller' })]))

    assert.equal(result.status, 'failed')
    assert.deepEqual(errorLocationsOf(result), ['3 - unclosed_quote'])
    assert.equal(await isStored(row.technical_id), false)
  })

  test('shows its first 100 errors, in the order of managers', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => aRow(index % 2 === 0 ? { email: 'x', role: '' } : {}))

    const result = await imported(fileOf(rows))

    assert.equal(result.status, 'partial_success')
    assert.deepEqual(result.stats, { rows: 130, row_errors: 65, ...noUsers, users_created: 65 })
    assert.equal(result.errors.length, 100)
    assert.deepEqual(errorLocationsOf(result).slice(0, 3), [
      '2 email invalid_email',
      '2 role required',
      '4 email invalid_email',
    ])
    assert.equal(result.errors.at(-1)?.line, 100)
  })

  test('takes ids and names of any writing', async () => {
    const row = aRow({
      technical_id: `${unique('北京')} 🙂`,
      email: 'a@acme.test',
      first_name: '=1+1',
      last_name: "d'Arc",
    })

    const { status } = await imported(fileOf([row]))

    const { first_name, last_name } = (await readUser(row.technical_id)).json()
    assert.equal(status, 'success')
    assert.deepEqual([first_name, last_name], ['=1+1', "d'Arc"])
  })
})

describe('rows that leave doubt', () => {
  for (const [code, cells] of [
    ['invalid_quotes', { first_name: '"Max" "x"' }],
    ['too_many_cells', { organization_codes: 'paris,lyon' }],
  ] as const) {
    test(`${code}: are refused`, async () => {
      const result = await imported(fileOf([aRow(cells)]))

      assert.equal(result.status, 'failed')
      assert.deepEqual(errorLocationsOf(result), [`2 - ${code}`])
    })
  }

  test('as to whose they are join no manager', async () => {
    const row = aRow({ technical_id: 'line 3', email: 'a@acme.test' })

    const result = await imported(fileOf([row, { ...row, technical_id: '' }]))

    assert.equal(result.status, 'partial_success')
    assert.deepEqual(errorLocationsOf(result), ['3 technical_id required'])
  })

  test('too many for one manager are refused at once', async () => {
    const row = aRow()

    const { status, stats, errors } = await imported(fileOf([row]) + `${row.technical_id},,,,,,\n`.repeat(20_000))

    assert.deepEqual([status, stats.row_errors], ['failed', 20_001])
    assert.deepEqual([errors[0]?.code, errors[0]?.message], ['left_out', 'Line 102 of the same manager has an error.'])
  })
})

describe('what no column says', () => {
  test('stays: the language, and the reach of a profile that is as it was', async () => {
    const row = aRow({ language: '', organization_codes: 'lyon|paris' })
    const { technical_id, email, first_name, last_name } = row
    const profiles = [
      { role: 'hr', organizations: ['paris', 'lyon'], include_below: true },
      { role: 'boss', organizations: ['nice'], include_below: true },
    ]
    const body = { email, first_name, last_name, language: 'fr-fr', profiles }
    await service.v2('PUT', `/users/${technical_id}`, { body })

    await imported(fileOf([row, { ...row, role: 'boss', organization_codes: 'paris' }]))

    const user = (await readUser(technical_id)).json()
    assert.equal(user.language, 'fr-fr')
    assert.deepEqual(
      user.profiles.map((one: { include_below: boolean }) => one.include_below),
      [true, false],
    )
  })

  test('in a further row is taken from the others', async () => {
    const row = aRow({ language: 'en-us' })
    const further = { ...row, email: '', first_name: '', last_name: '', language: 'EN-us', role: 'boss' }

    const { status } = await imported(fileOf([row, further]))

    assert.equal(status, 'success')
    assert.equal((await readUser(row.technical_id)).json().profiles.length, 2)
  })
})
