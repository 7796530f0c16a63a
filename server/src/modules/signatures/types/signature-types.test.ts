import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LocalizedName } from '#kernel/languages/localized-names.ts'
import { startApp, type TestApplication } from '#test/harness/app.ts'
import { acme, inEnglish, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { signatureTypes } from './signature-types.ts'

const service = await startApp()
const { v2, db, doWork, clock } = service
clock.stop()

const put = (id: string, body: object, application: TestApplication = 'payroll') =>
  v2('PUT', `/signature_types/${id}`, { body, application })
const patch = (id: string, body: object) => v2('PATCH', `/signature_types/${id}`, { body })
const read = (id: string) => v2('GET', `/signature_types/${id}`)

async function aType(body: object = {}): Promise<string> {
  const id = unique('type')
  const answer = await put(id, body)
  assert.equal(answer.statusCode, 201, answer.body)
  return id
}

/** All that there is of a type, to show that nothing moved. */
async function stateOf(id: string) {
  return { type: (await read(id)).json(), events: await eventsOf(db, id) }
}

/** In the languages of the client, and in those that it does not have. */
const texts = (english: string | null = null, others: LocalizedName[] = []): LocalizedName[] => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: null },
  { language_code: 'de-de', value: null },
  ...others,
]

const WHOLE = {
  name: 'Simple',
  localized_names: texts('Simple signature', [{ language_code: 'nl-nl', value: 'Eenvoudig' }]),
  localized_consents: texts('I agree.'),
  expiry_days: 30,
  reminder_days: 7,
}

describe('PUT /signature_types/{id}', () => {
  test('201 creates a type; what is left out has its default', async () => {
    const id = unique('type')

    const answer = await put(id, {})

    const now = clock
      .now()
      .toISOString()
      .replace(/\.\d+Z$/, '+00:00')
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json(), {
      id,
      name: id,
      localized_names: texts(),
      localized_consents: texts(),
      expiry_days: null,
      reminder_days: null,
      created_at: now,
      updated_at: now,
    })
    assert.deepEqual((await read(id)).json(), answer.json())
  })

  test('201 keeps everything that is given', async () => {
    const id = unique('type')

    const answer = await put(id, WHOLE)

    const { created_at, updated_at, ...rest } = answer.json()
    assert.deepEqual([answer.statusCode, rest], [201, { id, ...WHOLE }])
    assert.equal(created_at, updated_at)
    assert.deepEqual((await read(id)).json(), answer.json())
  })

  for (const [what, localized_names, name] of [
    ['its English name', [{ language_code: 'fr-fr', value: 'Simple' }, ...inEnglish('Plain')], 'Plain'],
    [
      'its name in the first language of the client that has one',
      [{ language_code: 'DE-de', value: 'Einfach' }],
      'Einfach',
    ],
    ['its name in another language, if there is no other', [{ language_code: 'nl', value: 'Eenvoudig' }], 'Eenvoudig'],
  ] as const) {
    test(`201 without a name is called by ${what}`, async () => {
      assert.equal((await put(unique('type'), { localized_names })).json().name, name)
    })
  }

  const allowed: Record<string, object> = {
    'a name of 255 characters': { name: '🙂'.repeat(255) },
    'a single day of each': { expiry_days: 1, reminder_days: 1 },
    'ten years of each': { expiry_days: 3650, reminder_days: 3650 },
    'no limit and no reminder, said so': { expiry_days: null, reminder_days: null },
    'reminders that come later than the end': { expiry_days: 1, reminder_days: 2 },
    'a consent of 1000 characters': { localized_consents: texts('é'.repeat(1000)) },
  }
  for (const [what, body] of Object.entries(allowed)) {
    test(`201 for ${what}`, async () => {
      const answer = await put(unique('type'), body)

      assert.equal(answer.statusCode, 201, answer.body)
      assert.partialDeepStrictEqual(answer.json(), body)
    })
  }

  test('201 for an id of 100 characters of every allowed kind, which is told from the same in other letters', async () => {
    const id = `${unique('Az09_-')}${'x'.repeat(100)}`.slice(0, 100)

    assert.equal((await put(id, {})).json().id, id)
    assert.equal((await read(id.toUpperCase())).statusCode, 404)
  })

  test('200 replaces a type: what is left out returns to its default, and the creation stays', async () => {
    const id = await aType(WHOLE)
    const before = (await read(id)).json()
    clock.advance(5)

    const answer = await put(id, { name: 'Other' })

    const { updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, {
      id,
      name: 'Other',
      localized_names: texts(),
      localized_consents: texts(),
      expiry_days: null,
      reminder_days: null,
      created_at: before.created_at,
    })
    assert.ok(updated_at > before.updated_at)
  })

  test('200 without a change moves nothing and emits nothing, in whatever order and letters languages come', async () => {
    const id = await aType(WHOLE)
    const before = await stateOf(id)
    clock.advance(5)

    const inOtherLetters = WHOLE.localized_names
      .toReversed()
      .map((one) => ({ ...one, language_code: one.language_code.toUpperCase() }))
    const answers = [await put(id, WHOLE), await put(id, { ...WHOLE, localized_names: inOtherLetters })]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before.type])
    assert.deepEqual(await stateOf(id), before)
  })

  test('201 for an id that another client has: each has its own', async () => {
    const id = await aType({ name: 'Ours' })

    const answer = await put(id, { name: 'Theirs' }, 'rival')

    assert.deepEqual([answer.statusCode, answer.json().name], [201, 'Theirs'])
    assert.deepEqual(answer.json().localized_names, inEnglish(null))
    assert.equal((await read(id)).json().name, 'Ours')
  })

  test('200 for one type that is put at once by many: it is created once', async () => {
    const id = unique('type')

    const answers = await Promise.all(Array.from({ length: 6 }, () => put(id, WHOLE)))

    assert.deepEqual(answers.map((one) => one.statusCode).toSorted(), [...Array(5).fill(200), 201])
    assert.deepEqual(await eventsOf(db, id), ['signature_type.created'])
  })
})

describe('PATCH /signature_types/{id}', () => {
  const changes: Record<string, object> = {
    name: { name: 'Renamed' },
    localized_names: { localized_names: texts('Renamed') },
    localized_consents: { localized_consents: texts(null, [{ language_code: 'nl-nl', value: 'Akkoord.' }]) },
    expiry_days: { expiry_days: null },
    reminder_days: { reminder_days: 1 },
    everything: {
      name: 'R',
      localized_names: texts(),
      localized_consents: texts(),
      expiry_days: 2,
      reminder_days: null,
    },
  }
  for (const [what, body] of Object.entries(changes)) {
    test(`200 changes ${what} and keeps the rest`, async () => {
      const id = await aType(WHOLE)
      const before = (await read(id)).json()
      clock.advance(5)

      const answer = await patch(id, body)

      const { updated_at } = answer.json()
      assert.deepEqual([answer.statusCode, answer.json()], [200, { ...before, ...body, updated_at }])
      assert.ok(updated_at > before.updated_at)
      assert.deepEqual((await read(id)).json(), answer.json())
    })
  }

  test('200 without a change moves nothing and emits nothing', async () => {
    const id = await aType(WHOLE)
    const before = await stateOf(id)
    clock.advance(5)

    for (const body of [{}, { name: WHOLE.name, expiry_days: WHOLE.expiry_days }, before.type]) {
      const answer = await patch(id, body)
      assert.deepEqual([answer.statusCode, answer.json()], [200, before.type])
    }
    assert.deepEqual(await stateOf(id), before)
  })

  test('200 for changes of different fields at once: none is lost', async () => {
    const id = await aType()

    await Promise.all([patch(id, { name: 'Both' }), patch(id, { expiry_days: 3 }), patch(id, { reminder_days: 2 })])

    assert.partialDeepStrictEqual((await read(id)).json(), { name: 'Both', expiry_days: 3, reminder_days: 2 })
  })
})

describe('the events of signature types', () => {
  test('created, updated and deleted tell what the call answered, and who made it', async () => {
    const id = unique('type')
    const answers = [await put(id, WHOLE), await put(id, { name: 'A' }), await patch(id, { name: 'B' })]
    assert.equal((await v2('DELETE', `/signature_types/${id}`)).statusCode, 204)

    const events = (await v2('GET', `/events?resource_id=${id}`)).json().toReversed()

    const told = events.map(({ type, data }: { type: string; data: object }) => [type, data])
    const [created, replaced, patched] = answers.map((one) => one.json())
    assert.deepEqual(told, [
      ['signature_type.created', created],
      ['signature_type.updated', replaced],
      ['signature_type.updated', patched],
      ['signature_type.deleted', patched],
    ])
    assert.deepEqual(events[0].actor, { type: 'application', id: 'payroll', name: 'payroll' })
  })

  test('vanish with the change when a later step fails', async () => {
    const [fresh, known, doomed] = [unique('type'), await aType(WHOLE), await aType()]
    const before = [await stateOf(known), await stateOf(doomed)]

    const failing = doWork(acme, async (work) => {
      await signatureTypes.putOne(work, fresh, {})
      await signatureTypes.patchOne(work, known, { name: 'Changed' })
      await signatureTypes.deleteOne?.(work, doomed)
      throw new Error('later')
    })

    await assert.rejects(failing, /later/)
    assert.deepEqual([(await read(fresh)).statusCode, await eventsOf(db, fresh)], [404, []])
    assert.deepEqual([await stateOf(known), await stateOf(doomed)], before)
  })
})
