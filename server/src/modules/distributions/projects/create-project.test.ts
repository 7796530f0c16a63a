import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager } from '#test/harness/features/directory/builders.ts'
import { distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { rawForm } from '#test/harness/features/documents/traces.ts'
import { createProject } from './create-project.ts'
import type { DistributionProject } from './schemas.ts'

const service = await startApp()
const { app, pool, clock, publicUrl } = service
const { create, project, read } = distributionCalls(service)

await withDistribution(service, {
  validation_options: [
    { id: 5, code: 'four-eyes' },
    { id: 6, code: '7' },
    { id: 7, code: 'board' },
  ],
  paper_configurations: [{ code: 'dl-right', duplex: true }],
  groups: [{ code: 'payslips' }],
})
await withDistribution(
  service,
  {
    validation_options: [{ id: 8, code: 'theirs' }],
    paper_configurations: [{ code: 'their-paper' }],
    groups: [{ code: 'their-group' }],
  },
  globex,
)

const KEYED = { 'x-api-key': 'acme-api-key' }
const URLENCODED = 'application/x-www-form-urlencoded'

/** The call with a body as it is. */
function post(
  payload: string | Buffer | undefined,
  headers: Record<string, string>,
  url = '/api/v1/distrib_projects/',
) {
  return app.inject({ method: 'POST', url, headers, ...(payload === undefined ? {} : { payload }) })
}

const sendForm = (text: string | Buffer) => post(text, { ...KEYED, 'content-type': URLENCODED })

function sendParts(...parts: [headers: string, content: string | Buffer][]) {
  const { headers, payload } = rawForm(...parts)
  return post(payload, { ...KEYED, ...headers })
}

/** What there is of projects, and what is told of them. */
async function traces(): Promise<string> {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*) FROM distribution_projects) AS projects,
      (SELECT count(*) FROM events WHERE type LIKE 'distribution%') AS events`)
  return JSON.stringify(rows)
}

type Answer = Awaited<ReturnType<typeof create>>

/** A refusal with exactly this body, after which there is nothing more than before. */
async function refused(status: number, body: unknown, act: () => Promise<Answer>): Promise<Answer> {
  const before = await traces()
  const answer = await act()
  assert.deepEqual([answer.statusCode, answer.json()], [status, body])
  assert.equal(await traces(), before)
  return answer
}

const REQUIRED = 'This field is required.'
const UNCLEAN = 'This contains characters that cannot be stored.'
const ONCE = 'This field must be sent only once.'
const YES = 'This must be one of true, false, 1, 0.'
const atMost = (limit: number) => `This exceeds ${limit} characters.`

const NOTHING_SAID = {
  validation_option: 0,
  delivery_paper_conf: 'no-paper',
  regroup_paper_mailing: false,
  group: null,
  package_sent_to_orgs: null,
  tech_id: null,
  auto_validate: false,
  package_first_name: null,
  expected_distributions: null,
  validators_required: 1,
  validation_group: null,
  acknowledge_warnings: false,
  package_last_name: null,
  package_address: null,
  package_address_2: null,
  package_address_3: null,
  package_postcode: null,
  package_city: null,
  package_country: null,
  package_contact: null,
}
const NO_COUNTS = {
  documents: 0,
  matched: 0,
  assigned: 0,
  unmatched: 0,
  ambiguous: 0,
  rejected: 0,
  left_out: 0,
  delivered: 0,
}
const SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/

/** Of a project, what the form of its creation said. */
async function said(id: number) {
  const one = await read(id)
  return Object.fromEntries(Object.keys(NOTHING_SAID).map((name) => [name, one[name as keyof DistributionProject]]))
}

describe('POST /api/v1/distrib_projects/', () => {
  test('200 creates a project from a name alone, which is new and has nothing in it', async () => {
    const name = unique('Été "1" <🙂>')
    const before = clock.now().getTime()

    const answer = await create({ name })

    const { project_id: id, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200, answer.body)
    assert.ok(Number.isInteger(id) && id > 0)
    assert.deepEqual(rest, { msg: `The project ${name} was created.` })
    const { created_at, updated_at, ...stored } = await read(id)
    assert.match(created_at, SECONDS)
    assert.ok(Math.abs(Date.parse(created_at) - before) < 60_000)
    assert.equal(updated_at, created_at)
    assert.deepEqual(stored, {
      id,
      name,
      status: 'new',
      ...NOTHING_SAID,
      distributions_count: 0,
      counts: NO_COUNTS,
      packages_count: 0,
      check_url: `${publicUrl}/portal/manager/distributions/${id}`,
      validated_at: null,
      ended_at: null,
      validations: [],
    })
  })

  test('200 stores every parameter, sent as text and sent in parts', async () => {
    const tech_id = await aManager(service)
    const address = {
      package_first_name: 'Ada',
      package_last_name: 'Lovelace',
      package_address: '1, rue de l’Été',
      package_address_2: 'Bâtiment B',
      package_address_3: 'Étage 3',
      package_postcode: '69001',
      package_city: 'Lyon',
      package_country: 'France',
      package_contact: 'paper@acme.test',
    }
    const form = {
      name: 'Payslips',
      validation_option: '5',
      delivery_paper_conf: 'dl-right',
      regroup_paper_mailing: 'true',
      group: 'payslips',
      package_sent_to_orgs: 'false',
      tech_id,
      auto_validate: '1',
      expected_distributions: '3',
      ...address,
    }
    const parts = Object.entries(form).map(([name, value]): [string, string] => [`name="${name}"`, value])

    const answers = [await create(form), await sendParts(...parts)]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 200, answer.body)
      assert.deepEqual(await said(answer.json().project_id), {
        validation_option: 5,
        delivery_paper_conf: 'dl-right',
        regroup_paper_mailing: true,
        group: 'payslips',
        package_sent_to_orgs: false,
        tech_id,
        auto_validate: true,
        expected_distributions: 3,
        ...address,
        validators_required: 1,
        validation_group: null,
        acknowledge_warnings: false,
      })
    }
  })

  test('200 takes the second and third lines of the address in both spellings', async () => {
    const plain = await project({ package_address2: 'Two', package_address3: 'Three' })
    const mixed = await project({ package_address_2: 'Two', package_address3: 'Three' })
    const parts = await sendParts(['name="name"', 'A'], ['name="package_address2"', 'Two'])

    for (const id of [plain, mixed]) {
      const { package_address_2, package_address_3 } = await read(id)
      assert.deepEqual([package_address_2, package_address_3], ['Two', 'Three'])
    }
    assert.equal((await read(parts.json().project_id)).package_address_2, 'Two')
  })

  test('200 keeps a line of the address when its other spelling is sent empty', async () => {
    const id = await project({
      package_address_2: '',
      package_address2: 'Two',
      package_address3: '',
      package_address_3: 'Three',
    })

    const { package_address_2, package_address_3 } = await read(id)
    assert.deepEqual([package_address_2, package_address_3], ['Two', 'Three'])
  })

  test('200 takes an empty field for one that is left out', async () => {
    const form = Object.fromEntries(Object.keys(NOTHING_SAID).map((name) => [name, '']))

    const id = await project({ ...form, package_address2: '', package_address3: '' })
    const spaces = await project({ package_address: '  ', package_city: ' Lyon ' })

    assert.deepEqual(await said(id), NOTHING_SAID)
    assert.deepEqual(await said(spaces), { ...NOTHING_SAID, package_city: 'Lyon' })
  })

  test('200 takes true, false, 1 and 0 for a boolean', async () => {
    const names = ['regroup_paper_mailing', 'package_sent_to_orgs', 'auto_validate'] as const

    for (const [text, expected] of [
      ['true', true],
      ['1', true],
      ['false', false],
      ['0', false],
    ] as const) {
      const one = await read(await project(Object.fromEntries(names.map((name) => [name, text]))))

      for (const name of names) assert.equal(one[name], expected, `${name} ${text}`)
    }
  })

  test('200 takes a validation option by its number, by its code, and 0 for by hand', async () => {
    const numbers: number[] = []
    // A number goes before a code that looks like one.
    for (const validation_option of ['5', 'four-eyes', 'board', '0', '7']) {
      numbers.push((await read(await project({ validation_option }))).validation_option)
    }

    assert.deepEqual(numbers, [5, 5, 7, 0, 7])
  })

  test('200 takes no-paper without any set-up, and ignores what it does not know', async () => {
    const form: [string, string][] = [
      ['name', 'A'],
      ['delivery_paper_conf', 'no-paper'],
      ['unknown', '1'],
      ['unknown', '2'],
      ['constructor', '1'],
      ['constructor', '2'],
      ['__proto__', '1'],
      ['id', '1'],
      ['status', 'completed'],
    ]

    const answers = [
      await create(form),
      await sendParts(['name="name"', 'A'], ['name="unknown"', 'x'], ['name="file"; filename="a.pdf"', '%PDF-']),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 200, answer.body)
      const { status, delivery_paper_conf } = await read(answer.json().project_id)
      assert.deepEqual([status, delivery_paper_conf], ['new', 'no-paper'])
    }
  })

  test('200 for texts as long as they may be, counted in characters', async () => {
    const name = '🙂'.repeat(255)
    const line = 'é'.repeat(255)

    const id = await project({ name, package_address: line, package_contact: line })

    const stored = await read(id)
    assert.deepEqual([stored.name, stored.package_address, stored.package_contact], [name, line, line])
  })

  test('200 at the address without a slash at its end, with the key in either header, and twice with one name', async () => {
    const type = { 'content-type': `${URLENCODED}; charset=utf-8` }

    const answers = [
      await post('name=Twice', { ...KEYED, ...type }, '/api/v1/distrib_projects'),
      await post('name=Twice', { x_api_key: 'acme-api-key', ...type }),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 200],
    )
    assert.notEqual(answers[0]?.json().project_id, answers[1]?.json().project_id)
  })

  test('emits distribution_project.created with the project as it is read, in the name of the key', async () => {
    const id = await project({ delivery_paper_conf: 'dl-right', package_city: 'Lyon' })

    const { rows } = await pool.query(
      `SELECT client_id, type, actor_type, actor_name, data FROM events
       WHERE resource_id = $1 AND type LIKE 'distribution_project.%'`,
      [String(id)],
    )
    const actor = { actor_type: 'application', actor_name: 'main' }
    const told = { client_id: 'acme', type: 'distribution_project.created', ...actor, data: await read(id) }
    assert.deepEqual(rows, [told])
  })

  test('the project and its event vanish together when a later step fails', async () => {
    const before = await traces()

    const failing = service.doWork(acme, async (work) => {
      await createProject(work, { name: 'A' }, { publicUrl })
      throw new Error('rolled back')
    })

    await assert.rejects(failing, { message: 'rolled back' })
    assert.equal(await traces(), before)
  })
})

describe('POST /api/v1/distrib_projects/ refuses', () => {
  const long = (length: number) => 'a'.repeat(length)
  const invalid: [what: string, form: string, errors: Record<string, string[]>][] = [
    ['no field at all', '', { name: [REQUIRED] }],
    ['an empty name', 'name=', { name: [REQUIRED] }],
    ['a name that is too long', `name=${long(256)}`, { name: [atMost(255)] }],
    ['a NUL character', 'name=a%00b', { name: [UNCLEAN] }],
    ['bytes that are no UTF-8', 'name=A&package_city=%FF', { package_city: [UNCLEAN] }],
    ['a name that is sent twice', 'name=A&name=B', { name: [ONCE] }],
    ['the same value sent twice', 'name=A&auto_validate=1&auto_validate=1', { auto_validate: [ONCE] }],
    ['a line that is sent twice', 'name=A&package_address2=1&package_address2=2', { package_address_2: [ONCE] }],
    [
      'a line that is sent twice in one spelling, and once in the other',
      'name=A&package_address2=1&package_address2=2&package_address_2=3',
      { package_address_2: [ONCE] },
    ],
    ['a boolean in capitals', 'name=A&auto_validate=TRUE', { auto_validate: [YES] }],
    ['a boolean of another language', 'name=A&package_sent_to_orgs=oui', { package_sent_to_orgs: [YES] }],
    ['a line that is too long', `name=A&package_address2=${long(256)}`, { package_address_2: [atMost(255)] }],
    ['a contact that is too long', `name=A&package_contact=${long(256)}`, { package_contact: [atMost(255)] }],
    ['a manager that is too long', `name=A&tech_id=${long(51)}`, { tech_id: [atMost(50)] }],
    [
      'several mistakes at once',
      `regroup_paper_mailing=2&auto_validate=no&package_city=${long(256)}`,
      { name: [REQUIRED], regroup_paper_mailing: [YES], auto_validate: [YES], package_city: [atMost(255)] },
    ],
  ]
  for (const [what, form, errors] of invalid) {
    test(`400 on ${Object.keys(errors).join(', ')} for ${what}`, async () => {
      await refused(400, { errors }, () => sendForm(form))
    })
  }

  const none = (value: string) => [`${value} is not one of the options of the set-up file.`]
  const unknown: Record<string, string>[] = [
    { validation_option: '9' },
    { validation_option: '00' },
    { validation_option: 'FOUR-EYES' },
    { validation_option: '8' },
    { validation_option: 'theirs' },
    { validation_option: '99999999999' },
    { delivery_paper_conf: 'DL-RIGHT' },
    { delivery_paper_conf: 'their-paper' },
    { group: 'nobody' },
    { group: 'their-group' },
    { validation_option: '-1', delivery_paper_conf: 'x', group: 'y' },
  ]
  for (const form of unknown) {
    test(`400 on each that the set-up of the client does not have: ${JSON.stringify(form)}`, async () => {
      const errors = Object.fromEntries(Object.entries(form).map(([field, value]) => [field, none(value)]))

      await refused(400, { errors }, () => create({ name: 'A', ...form }))
    })
  }

  test('400 on the field for parts that are sent twice, hold NUL or no UTF-8', async () => {
    const name: [string, string] = ['name="name"', 'A']

    await refused(400, { errors: { name: [ONCE] } }, () => sendParts(name, name))
    await refused(400, { errors: { name: [UNCLEAN] } }, () => sendParts(['name="name"', 'A\0']))
    const city: [string, Buffer] = ['name="package_city"', Buffer.from([0xff])]
    await refused(400, { errors: { package_city: [UNCLEAN] } }, () => sendParts(name, city))
    await refused(400, { errors: { name: [REQUIRED] } }, () => sendParts(['name="name"; filename="a.txt"', 'A']))
  })

  test('400 with a text for a body that is not a form', async () => {
    for (const contentType of ['application/json', 'text/plain', 'application/xml']) {
      const errors = 'Unsupported Media Type'
      await refused(400, { errors }, () => post('{"name":"A"}', { ...KEYED, 'content-type': contentType }))
    }
    const noUtf8 = Buffer.from([...Buffer.from('name='), 0xff])
    await refused(400, { errors: 'The body is not valid UTF-8.' }, () => sendForm(noUtf8))
    const broken = { ...KEYED, 'content-type': 'multipart/form-data; boundary=edge' }
    await refused(400, { errors: 'The multipart body is malformed.' }, () => post('--edge\r\nno headers', broken))
  })

  test('400 on name without any body', async () => {
    await refused(400, { errors: { name: [REQUIRED] } }, () => post(undefined, KEYED))
  })

  test('404 with a text for a sender that there is not, or that is of another client', async () => {
    const known = await aManager(service)
    const theirs = await aManager(service, { owner: globex })

    for (const tech_id of ['nobody', theirs, known.toLowerCase()]) {
      await refused(404, { errors: `Manager ${tech_id} not found.` }, () => create({ name: 'A', tech_id }))
    }
    await refused(400, { errors: { group: none('x') } }, () => create({ name: 'A', tech_id: 'nobody', group: 'x' }))
  })

  test('403 without a key, and with a wrong one', async () => {
    for (const [key, message] of [
      [null, 'An API key is required.'],
      ['acme-api-key2', 'The API key is not valid.'],
    ] as const) {
      const body = { code: 403, message, detail: message }
      const answer = await refused(403, body, () => create({ name: 'A' }, { key }))

      assert.ok(answer.headers.deprecation)
    }
    await refused(403, { code: 403, message: 'An API key is required.', detail: 'An API key is required.' }, () =>
      post('name=A', { ...KEYED, 'x-api-key': '', 'content-type': URLENCODED, authorization: 'Bearer x' }),
    )
  })

  test('405 for other methods', async () => {
    const answer = await app.inject({ method: 'GET', url: '/api/v1/distrib_projects/', headers: KEYED })

    assert.deepEqual([answer.statusCode, answer.headers.allow, Object.keys(answer.json())], [405, 'POST', ['errors']])
  })
})

describe('the headers of POST /api/v1/distrib_projects/', () => {
  const headersOf = ({ headers }: Answer) => [headers.deprecation, headers.sunset, headers.link]

  test('say that it is deprecated, since when and until when, whatever the answer is', async () => {
    const answers = [
      await create({ name: 'A' }),
      await create({ name: '' }),
      await create({ name: 'A', tech_id: 'nobody' }),
      await create({ name: 'A' }, { key: null }),
      await post('{}', { ...KEYED, 'content-type': 'application/json' }),
    ]

    const said = ['@1625097600', 'Fri, 01 Jul 2022 00:00:00 GMT', /^<http.+>; rel="deprecation"/] as const
    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 400, 404, 403, 400],
    )
    for (const answer of answers) {
      const [deprecation, sunset, link] = headersOf(answer)
      assert.deepEqual([deprecation, sunset], said.slice(0, 2))
      assert.match(String(link), said[2])
    }
  })
})

describe('a project of another client', () => {
  test('is made with their key and their set-up, and only they see it', async () => {
    const theirs = { key: 'globex-api-key' }
    const id = await project({ validation_option: 'theirs', group: 'their-group' }, theirs)

    const seen = await service.v2('GET', `/distribution_projects/${id}`, { application: 'rival' })
    const unseen = await service.v2('GET', `/distribution_projects/${id}`)

    assert.deepEqual([seen.json().validation_option, seen.json().group], [8, 'their-group'])
    assert.deepEqual(unseen.json(), { code: 'not_found', message: `Distribution project ${id} not found.` })
  })
})
