import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { decryptSharedToken, findClient } from '#modules/clients/index.ts'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { basic, inEnglish, unique } from '#test/harness/builders.ts'
import { everythingOf } from '#test/harness/database/everything-of.ts'
import { demoSetup } from './demo.ts'
import { reportSetup } from './report.ts'

const service = await startApp()
const { app, db } = service

/** A client with something in every section that this version knows, and in some that it does not. */
function aWholeClient(id = unique('client')) {
  return {
    id,
    name: 'Initech',
    languages: ['en-US', 'fr-FR'],
    shared_token: `shared-token-of-${id}`,
    distribution_callback_url: 'https://initech.example/hook',
    applications: [{ id: `app-of-${id}`, name: 'App', secret: `secret-of-${id}`, permissions: ['datasets:*'] }],
    api_keys: [
      { name: 'main', key: `api-key-of-${id}`, allowed_addresses: ['127.0.0.1'], expires_at: '2999-01-01T00:00:00Z' },
    ],
    datasets: [
      {
        id: 'offices',
        localized_names: inEnglish('Offices'),
        dimensions: [
          { id: 'country', localized_names: inEnglish('Country') },
          { id: 'city', localized_names: inEnglish('City') },
        ],
        values: [
          { code: 'fr', localized_names: inEnglish('France') },
          { code: 'fr.paris', localized_names: inEnglish('Paris') },
        ],
      },
    ],
    forms: [
      {
        code: 'mobility',
        title: 'Mobility',
        category: { slug: 'hr', name: 'HR' },
        fields: [
          { code: 'where', label: 'Where', type: 'dataset', dataset: 'offices', dimension: 'city', required: true },
        ],
      },
    ],
  }
}

const apply = async (...clients: object[]) => applySetup(service, parseSetup({ clients }))
const outcomes = (applied: Awaited<ReturnType<typeof apply>>) =>
  applied.flatMap((one) => one.changes.map(({ what, outcome }) => `${outcome} ${what}`))

async function tokenFor(clientId: string, id: string, secret: string) {
  return app.inject({
    method: 'POST',
    url: '/api/v2/client/tokens',
    headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&scope=client&client_id=${clientId}`,
  })
}

describe('applySetup', () => {
  test('creates all that the file says, and what it made can be used', async () => {
    const client = aWholeClient()

    const applied = await apply(client)

    const token = (await tokenFor(client.id, `app-of-${client.id}`, `secret-of-${client.id}`)).json().access_token
    const headers = { authorization: `Bearer ${token}` }
    const value = await app.inject({ url: '/api/v2/client/datasets/offices/values/fr.paris', headers })
    const key = await app.inject({ url: '/api/nowhere', headers: { 'x-api-key': `api-key-of-${client.id}` } })
    assert.deepEqual(outcomes(applied), [
      `created client ${client.id}`,
      `created application app-of-${client.id}`,
      'created API key main',
      'created data set offices',
      'created form mobility',
    ])
    assert.equal(value.json().name, 'Paris')
    assert.deepEqual(
      value.json().localized_names.map((one: { language_code: string }) => one.language_code),
      ['en-us', 'fr-fr'],
    )
    assert.equal(key.statusCode, 404)
  })

  test('twice changes nothing, emits nothing and says so', async () => {
    const client = aWholeClient()
    await apply(client)
    const before = await everythingOf(db, client.id)
    service.clock.advance(60)

    const applied = await apply(client)

    assert.deepEqual(
      applied.flatMap((one) => one.changes.map((change) => change.outcome)),
      Array(5).fill('unchanged'),
    )
    assert.deepEqual(await everythingOf(db, client.id), before)
    assert.equal(reportSetup(applied), `client ${client.id}: nothing changed`)
  })

  test('updates what differs, and only that', async () => {
    const client = aWholeClient()
    await apply(client)
    const [dataset] = client.datasets
    const changed = {
      ...client,
      name: 'Initrode',
      datasets: [{ ...dataset, values: [{ code: 'fr', localized_names: inEnglish('La France') }] }],
    }

    const applied = await apply(changed)

    assert.deepEqual(outcomes(applied), [
      `updated client ${client.id}`,
      `unchanged application app-of-${client.id}`,
      'unchanged API key main',
      'updated data set offices',
      'unchanged form mobility',
    ])
    const { rows } = await sql<{ path: string }>`
      SELECT path FROM dataset_values WHERE client_id = ${client.id} ORDER BY path`.execute(db)
    assert.deepEqual(
      rows.map((row) => row.path),
      ['fr', 'fr.paris'],
    )
  })

  test('never deletes: what a later file leaves out stays', async () => {
    const client = aWholeClient()
    await apply(client)
    const before = await everythingOf(db, client.id)

    const applied = await apply({ id: client.id })

    assert.deepEqual(outcomes(applied), [`unchanged client ${client.id}`])
    assert.deepEqual(await everythingOf(db, client.id), before)
  })

  test('makes secrets that are left out, shows them once, and keeps them', async () => {
    const client = { id: unique('client'), applications: [{ id: unique('app') }], api_keys: [{ name: 'main' }] }

    const first = await apply(client)
    const second = await apply(client)

    const made = first.flatMap((one) => one.changes.map((change) => change.madeSecret))
    const [, secret = '', key = ''] = made
    assert.ok(made.every((one) => one !== undefined && one.length >= 32))
    assert.equal(new Set(made).size, 3)
    assert.ok(second.every((one) => one.changes.every((change) => change.madeSecret === undefined)))
    assert.equal((await tokenFor(client.id, client.applications[0]?.id ?? '', secret)).statusCode, 200)
    assert.equal((await app.inject({ url: '/api/nowhere', headers: { 'x-api-key': key } })).statusCode, 404)
    assert.ok(reportSetup(first).includes(`  secret of API key main (shown once): ${key}`))
    assert.ok(!reportSetup(second).includes(key))
  })

  test('skips sections that are unknown and reports them', async () => {
    const id = unique('client')

    const applied = await apply({ id, coffee_machines: [{ code: 'hr' }], robots: [] })

    assert.deepEqual(
      applied.map((one) => one.skipped),
      [['coffee_machines', 'robots']],
    )
    assert.ok(reportSetup(applied).endsWith('  not known to this version, skipped: coffee_machines, robots'))
  })

  test('emits the events of data sets in the name of the system', async () => {
    const client = aWholeClient()

    await apply(client)

    const events = await db.selectFrom('events').selectAll().where('client_id', '=', client.id).execute()
    assert.deepEqual(events.map((one) => one.type).sort(), [
      'dataset.created',
      'dataset_value.created',
      'dataset_value.created',
    ])
    assert.ok(events.every((one) => one.actor_type === 'system' && one.actor_id === null))
  })

  test('a language that is given twice, in whatever case, is one language', async () => {
    const id = unique('client')

    await apply({ id, languages: ['en-us', 'EN-US', 'fr-fr'] }).catch(() => {})

    assert.notDeepEqual((await findClient(db, id))?.languages, ['en-us', 'en-us', 'fr-fr'])
  })
})

describe('applySetup of a file with a mistake', () => {
  const mistakes = [
    {
      what: 'a form of an unknown data set',
      spoil: () => ({
        forms: [
          { code: 'fine', title: 'Fine', fields: [] },
          { code: 'bad', title: 'Bad', fields: [{ code: 'x', label: 'X', type: 'dataset', dataset: 'nowhere' }] },
        ],
      }),
      line: 'forms[1].fields[0].dataset: Data set nowhere not found.',
    },
    {
      what: 'a value without its parent',
      spoil: () => ({
        datasets: [
          {
            id: 'teams',
            dimensions: ['a', 'b'].map((id) => ({ id, localized_names: [] })),
            values: [
              { code: 'x', localized_names: [] },
              { code: 'y.z', localized_names: [] },
            ],
          },
        ],
      }),
      line: 'datasets[0].values[1].code: Value y not found.',
    },
    {
      what: 'a repeated dimension',
      spoil: () => ({ datasets: [{ id: 'teams', dimensions: ['a', 'a'].map((id) => ({ id, localized_names: [] })) }] }),
      line: 'datasets[0].dimensions[1].id: This dimension appears more than once.',
    },
  ]
  for (const { what, spoil, line } of mistakes) {
    test(`${what}: names its place, leaves that client untouched and the one before applied`, async () => {
      const first = aWholeClient()
      const second = aWholeClient()
      await apply(second)
      const before = await everythingOf(db, second.id)

      const applying = apply(first, { ...second, name: 'Changed', applications: [{ id: unique('new') }], ...spoil() })

      await assert.rejects(applying, {
        name: 'StartRefused',
        message: `The set-up file is not valid:\n  clients[1].${line}`,
      })
      assert.deepEqual(await everythingOf(db, second.id), before)
      assert.equal((await findClient(db, first.id))?.name, 'Initech')
    })
  }

  test('a new client with a mistake is not there at all', async () => {
    const client = aWholeClient()

    const applying = apply({
      ...client,
      forms: [{ code: 'f', title: 'F', fields: [{ code: 'x', label: 'X', type: 'dataset', dataset: 'no' }] }],
    })

    await assert.rejects(applying, { name: 'StartRefused' })
    assert.equal(await findClient(db, client.id), undefined)
    const { rows } = await sql`SELECT FROM applications WHERE client_id = ${client.id}`.execute(db)
    assert.equal(rows.length, 0)
  })

  test("an API key that is another client's already is refused in words, by its place", async () => {
    const first = aWholeClient()
    const second = aWholeClient()
    await apply(first)

    const applying = apply({ ...second, api_keys: [{ name: 'main', key: `api-key-of-${first.id}` }] })

    await assert.rejects(applying, (error: Error) => {
      assert.equal(error.name, 'StartRefused')
      assert.match(error.message, /clients\[0\]\.api_keys\[0\]/)
      assert.ok(!error.message.includes(`api-key-of-${first.id}`))
      return true
    })
  })
})

describe('two processes that apply the same file at once', () => {
  test('both succeed, and the outcome is as of one', async () => {
    const client = aWholeClient()

    const results = await Promise.allSettled([apply(client), apply(client), apply(client)])

    assert.deepEqual(
      results.map((one) => (one.status === 'rejected' ? String(one.reason) : 'applied')),
      ['applied', 'applied', 'applied'],
    )
    assert.deepEqual(
      outcomes(await apply(client)).filter((one) => !one.startsWith('unchanged')),
      [],
    )
  })
})

describe('two processes that apply a file without secrets at once', () => {
  test('show no secret that does not work', async () => {
    const client = { id: unique('client'), applications: [{ id: unique('app') }] }

    const results = await Promise.all([apply(client), apply(client), apply(client)])

    const made = results.flat().flatMap((one) => one.changes)
    const secrets = made.filter((one) => one.what.startsWith('application')).flatMap((one) => one.madeSecret ?? [])
    const sharedTokens = made.filter((one) => one.what.startsWith('client')).flatMap((one) => one.madeSecret ?? [])
    const stored = decryptSharedToken(
      service.keyring,
      client.id,
      (await findClient(db, client.id))?.sealed_shared_token ?? '',
    )
    assert.equal(secrets.length, 1)
    assert.equal((await tokenFor(client.id, client.applications[0]?.id ?? '', secrets[0] ?? '')).statusCode, 200)
    assert.deepEqual(sharedTokens, [stored])
  })
})

describe('the demo', () => {
  test('is a usable file whose credentials open both doors', async () => {
    const { file, credentials } = demoSetup()

    const applied = await applySetup(service, parseSetup(file))

    const { client_id, application_id, application_secret, api_key } = credentials
    const token = (await tokenFor(client_id, application_id, application_secret)).json().access_token
    const headers = { authorization: `Bearer ${token}` }
    const dataset = (await app.inject({ url: '/api/v2/client/datasets/offices', headers })).json()
    assert.deepEqual(applied[0]?.skipped, [])
    assert.equal(dataset.values_count, 5)
    assert.equal((await app.inject({ url: '/api/nowhere', headers: { 'x-api-key': api_key } })).statusCode, 404)
  })

  test('has secrets of its own in each installation', () => {
    const one = demoSetup().credentials
    const two = demoSetup().credentials

    assert.notEqual(one.application_secret, two.application_secret)
    assert.notEqual(one.api_key, two.api_key)
    assert.notEqual(one.api_key, one.application_secret)
    assert.notEqual(one.people.manager.password, two.people.manager.password)
    assert.notEqual(one.people.manager.password, one.people.employee.password)
  })
})
