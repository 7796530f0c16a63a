import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PARAMETERS } from '#modules/requests/submission/parse-parameters.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, allowedTo, globex, unique } from '#test/harness/builders.ts'
import { aManager, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { refusedFields, requestCalls } from '#test/harness/features/requests.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'
import { addFormHit } from './queries.ts'
import type { FormInput } from './schemas.ts'

const service = await startApp()
const { v2, db, clock } = service
const list = listCalls(service, '/forms', 'code')
const { call, post, made, read: readRequest } = requestCalls(service)
const creator_technical_id = await aManager(service)

const aCode = (prefix = 'f') => unique(prefix).slice(0, 20)
const at = (code: string) => `/forms/${encodeURIComponent(code)}`
const put = (code: string, body: unknown) => v2('PUT', at(code), { body })
const patch = (code: string, body: unknown) => v2('PATCH', at(code), { body })
const remove = (code: string) => v2('DELETE', at(code))
const get = (code: string) => v2('GET', at(code))
const read = async (code: string) => (await get(code)).json()
const aField = (more: object = {}) => ({ code: 'why', label: 'Why', type: 'text', ...more })
const asking = (dataset: string) => aField({ code: 'where', type: 'dataset', dataset })
const plain = (title = 'Plain', ...fields: object[]) => ({ title, fields })

/** A form of acme that is put by a call. */
async function aForm(input: Partial<FormInput> | object = {}): Promise<string> {
  const code = aCode()
  const answer = await put(code, { ...plain(), ...input })
  assert.equal(answer.statusCode, 201, answer.body)
  return code
}

/** What a 422 is about: each field with its code. */
function refusalsOf(answer: Awaited<ReturnType<typeof v2>>): string[] {
  assert.equal(answer.statusCode, 422, answer.body)
  return answer.json().errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
}

/** The versions of a form that are kept, with their titles. */
async function versionsOf(code: string): Promise<string[]> {
  const rows = await db
    .selectFrom('form_versions')
    .select(['version', 'definition'])
    .where('client_id', '=', 'acme')
    .where('code', '=', code)
    .orderBy('version')
    .execute()
  return rows.map(({ version, definition }) => `${version} ${(definition as { title: string }).title}`)
}

describe('PUT /forms/{code}', () => {
  test('201 creates a form with everything that is given, and it reads the same', async () => {
    const dataset = await aDataset(service)
    const role = await aRole(service)
    const code = aCode()
    const names = (value: string) => [{ language_code: 'fr-fr', value }]
    const form = {
      title: 'Mobility',
      localized_titles: names('Mobilité'),
      category: { slug: 'hr', name: 'HR', language_code: 'en-us', description: 'People' },
      featured: true,
      visible_by_employee: true,
      fields: [
        { ...aField({ max_length: 10 }), localized_labels: names('Pourquoi'), required: true },
        { ...asking(dataset), dimension: 'city', localized_labels: [], required: false },
        {
          code: 'how',
          label: 'How',
          localized_labels: [],
          type: 'select',
          required: false,
          choices: ['a', 'b'],
          localized_choices: [{ choice: 'b', localized_names: names('bé') }],
        },
      ],
      assign_to: [creator_technical_id, `role:${role}`],
      due_in_days: 0,
    }

    const answer = await put(code, form)

    const { created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual(rest, { code, version: 1, ...form, total_hits: 0 })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('201 fills in what is left out, ignores what is only answered, and writes languages in lower case', async () => {
    const code = aCode()
    const choosing = aField({ code: 'b', type: 'select', choices: ['a'] })
    const naming = { choice: 'a', localized_names: [] }

    const answer = await put(code, {
      title: 'A',
      code: 'other',
      version: 9,
      total_hits: 9,
      created_at: 'x',
      localized_titles: [
        { language_code: 'FR-fr', value: 'Un' },
        { language_code: 'de', value: null },
      ],
      category: { slug: 's', name: 'N' },
      fields: [aField(), { ...choosing, localized_choices: [naming] }],
      assign_to: [creator_technical_id, creator_technical_id],
    })

    const { created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201, answer.body)
    assert.deepEqual(rest, {
      code,
      version: 1,
      title: 'A',
      localized_titles: [{ language_code: 'fr-fr', value: 'Un' }],
      category: { slug: 's', name: 'N', language_code: 'en-us', description: '' },
      featured: false,
      visible_by_employee: false,
      fields: [aField(), { ...choosing, localized_choices: [naming] }].map((one) => ({
        ...one,
        localized_labels: [],
        required: false,
      })),
      assign_to: [creator_technical_id],
      due_in_days: null,
      total_hits: 0,
    })
    assert.equal((await put(code, rest)).json().version, 1)
  })

  test('201 takes 20 characters of four bytes, and odd codes', async () => {
    for (const code of ['📝'.repeat(20), `a b.c?d#é"'\\<>${aCode().slice(-4)}`, '__proto__', 'constructor', '...']) {
      const answer = await put(code, plain('Odd'))

      assert.equal(answer.statusCode, 201, answer.body)
      assert.deepEqual(await read(code), answer.json())
      assert.equal(answer.json().code, code)
    }
  })

  test('200 gives a changed form the next version; what is left out is not kept', async () => {
    const code = await aForm({ title: 'One', featured: true, due_in_days: 5 })
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, plain('Two'))

    assert.equal(answer.statusCode, 200)
    assert.partialDeepStrictEqual(answer.json(), { version: 2, title: 'Two', featured: false, due_in_days: null })
    assert.equal(answer.json().created_at, before.created_at)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(await versionsOf(code), ['1 One', '2 Two'])
  })

  test('200 changes nothing when what was read is put back, or the same in other words', async () => {
    const names = [{ language_code: 'fr-fr', value: 'Un' }]
    const code = await aForm({ localized_titles: names, assign_to: [creator_technical_id], fields: [aField()] })
    const before = await read(code)
    clock.advance(5)

    const answers = [
      await put(code, before),
      await put(code, {
        assign_to: [creator_technical_id, creator_technical_id],
        fields: [aField({ required: false })],
        localized_titles: [
          { value: 'Un', language_code: 'FR-FR' },
          { value: null, language_code: 'de' },
        ],
        title: 'Plain',
        category: null,
        due_in_days: null,
        featured: false,
      }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await read(code), before)
    assert.deepEqual(await versionsOf(code), ['1 Plain'])
  })

  test('200 keeps total_hits, which nobody puts', async () => {
    const code = await aForm()
    await service.doWork(acme, ({ tx, client }) => addFormHit(tx, client, code))
    await service.doWork(acme, ({ tx, client }) => addFormHit(tx, client, code))

    const answer = await put(code, { ...plain('Other'), total_hits: 99 })

    assert.equal(answer.json().total_hits, 2)
    assert.equal((await read(code)).total_hits, 2)
  })

  test('200 lets a request show the form of its version, with hits and times of today', async () => {
    const category = { slug: 'a', name: 'First', language_code: 'en-us', description: '' }
    const code = await aForm({ title: 'One', category, featured: true })
    const before = await made({ form_code: code, creator_technical_id })
    clock.advance(5)

    const answer = await put(code, { ...plain('Two', aField()), category: { ...category, name: 'Other' } })
    await service.doWork(acme, ({ tx, client }) => addFormHit(tx, client, code))
    const newer = await made({ form_code: code, creator_technical_id })

    const { updated_at } = answer.json()
    const form = { ...before.form, total_hits: 1, updated_at }
    assert.partialDeepStrictEqual(before.form, { slug: code, title: 'One', category, featured: true, total_hits: 0 })
    assert.notEqual(before.form.updated_at, updated_at)
    assert.deepEqual(await readRequest(before.id), { ...before, form })
    assert.equal(before.category, 'First')
    assert.partialDeepStrictEqual(newer, { category: 'Other', subject: 'Two' })
    assert.partialDeepStrictEqual(newer.form, { title: 'Two', featured: false, total_hits: 1, updated_at })
    const listed = (await call('GET', `/requests/?form_code=${code}&order_by=id`)).json()
    assert.deepEqual(listed, [await readRequest(before.id), newer])
  })

  test('concurrent PUTs and PATCHes of one form all succeed, and no version is lost', async () => {
    const dataset = await aDataset(service)
    const code = aCode()
    const titles = Array.from({ length: 12 }, (_, index) => `Title ${index}`)

    const answers = await Promise.all(titles.map((title) => put(code, plain(title, asking(dataset)))))
    const patches = await Promise.all(titles.map((title) => patch(code, { title: `Later ${title}` })))

    const versions = [...answers, ...patches].map((one) => [one.json().version, one.json().title])
    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [...Array(11).fill(200), 201])
    for (const one of patches) assert.equal(one.statusCode, 200)
    assert.deepEqual(
      await versionsOf(code),
      versions.sort(([left], [right]) => left - right).map(([, title], index) => `${index + 1} ${title}`),
    )
    assert.equal((await read(code)).version, 24)
  })

  test('PUTs and DELETEs of one form at the same time never give 500, and leave it whole', async () => {
    const code = await aForm()

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? remove(code) : put(code, plain(`Title ${index}`)))),
    )
    const last = await put(code, plain('Last'))

    for (const one of answers) assert.ok([200, 201, 204, 404].includes(one.statusCode), one.body)
    const versions = await versionsOf(code)
    assert.deepEqual([versions.length, versions.at(-1)], [last.json().version, `${versions.length} Last`])
  })
})

describe('PUT and PATCH /forms/{code} refuse', () => {
  const twice = ['fr', 'FR'].map((language_code) => ({ language_code, value: 'a' }))
  const field = (more: object) => ({ fields: [aField(more)] })
  const select = (more: object) => field({ type: 'select', choices: ['a', 'b'], ...more })
  const named = (choice: string, localized_names: object[]) =>
    select({ localized_choices: [{ choice, localized_names }] })
  // One parameter is too long for the code of a field anyway; what objects have by themselves is not a part of a form.
  const RESERVED = [...PARAMETERS, 'constructor', 'toString', '__proto__'].filter((one) => one.length <= 20)
  const category = (more: object) => ({ category: { slug: 'a', name: 'N', ...more } })
  type Case = [what: string, body: object, ...errors: string[]]
  const called = (code: string, error: string): Case => {
    return [`a field that is called ${JSON.stringify(code)}`, field({ code }), `fields.0.code ${error}`]
  }
  const cases: Case[] = [
    ['an empty title', { title: '' }, 'title too_short'],
    ['a title of 256 characters', { title: 'é'.repeat(256) }, 'title too_long'],
    ['a NUL in the title', { title: 'a\0' }, 'title invalid_text'],
    ['half of a surrogate pair', { title: '\ud800' }, 'title invalid_text'],
    ['a language given twice', { localized_titles: twice }, 'localized_titles.1.language_code repeated'],
    ['a category without a name', category({ name: undefined }), 'category.name required'],
    ['a category of a long slug', category({ slug: 'a'.repeat(51) }), 'category.slug too_long'],
    ['a category of no language', category({ language_code: '?' }), 'category.language_code invalid_language'],
    ['a number for visible_by_employee', { visible_by_employee: 1 }, 'visible_by_employee wrong_type'],
    ['days below 0', { due_in_days: -1 }, 'due_in_days out_of_range'],
    ['null for fields', { fields: null }, 'fields wrong_type'],
    ['151 fields', { fields: Array.from({ length: 151 }, (_, i) => aField({ code: `f${i}` })) }, 'fields too_long'],
    ['a field without a label', field({ label: undefined }), 'fields.0.label required'],
    ['a field of an unknown type', field({ type: 'colour' }), 'fields.0.type unknown_choice'],
    ...['', 'a/b', '.', '..', 'x'.repeat(21), 'a\n'].map((code) => called(code, 'invalid')),
    ...RESERVED.map((code) => called(code, 'reserved')),
    ['a code given twice', { fields: [aField(), aField({ type: 'date' })] }, 'fields.1.code repeated'],
    ['a label twice', field({ localized_labels: twice }), 'fields.0.localized_labels.1.language_code repeated'],
    ['a select without choices', field({ type: 'select' }), 'fields.0.choices required'],
    ['a multiselect without choices', field({ type: 'multiselect' }), 'fields.0.choices required'],
    ['an empty list of choices', select({ choices: [] }), 'fields.0.choices too_short'],
    ['an empty choice', select({ choices: ['a', ''] }), 'fields.0.choices.1 too_short'],
    ['a choice given twice', select({ choices: ['a', 'b', 'a'] }), 'fields.0.choices repeated'],
    ['choices of a text', field({ choices: ['a'] }), 'fields.0.choices unfit'],
    ['names of a choice that is none', named('c', []), 'fields.0.localized_choices.0.choice unknown_choice'],
    ['a name twice', named('b', twice), 'fields.0.localized_choices.0.localized_names.1.language_code repeated'],
    ['a dataset field without one', field({ type: 'dataset' }), 'fields.0.dataset required'],
    ['a dimension of a text', field({ dimension: 'city' }), 'fields.0.dimension unfit'],
    ['a data set that is not there', { fields: [aField(), asking('no')] }, 'fields.1.dataset unknown_dataset'],
    ['a max_length of a select', select({ max_length: 5 }), 'fields.0.max_length unfit'],
    ['a max_length of an e-mail address', field({ type: 'email', max_length: 5 }), 'fields.0.max_length unfit'],
    ['a max_length of a file', field({ type: 'file', max_length: 5 }), 'fields.0.max_length unfit'],
    ['a max_length of 0', field({ max_length: 0 }), 'fields.0.max_length out_of_range'],
    ['a manager who is not there', { assign_to: ['nobody'] }, 'assign_to.0 unknown_manager'],
    ['a role that is not there', { assign_to: ['role:none'] }, 'assign_to.0 unknown_role'],
    [
      'several things, each by its place',
      { localized_titles: twice, ...field({ code: 'body', choices: ['a'] }), assign_to: ['nobody'] },
      'localized_titles.1.language_code repeated',
      'fields.0.code reserved',
      'fields.0.choices unfit',
      'assign_to.0 unknown_manager',
    ],
  ]
  for (const [what, body, ...errors] of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = aCode()
      const code = await aForm()
      const before = await read(code)

      const whole = { ...plain(), ...body }
      const answers = [await put(fresh, whole), await put(code, whole), await patch(code, body)]

      for (const answer of answers) assert.deepEqual(refusalsOf(answer), errors)
      assert.equal((await get(fresh)).statusCode, 404)
      assert.deepEqual(await read(code), before)
    })
  }

  test('422 a data set of a text, an unknown dimension, and what is another client’s', async () => {
    const ours = await aDataset(service)
    const theirs = await aDataset(service, { owner: globex })
    const manager = await aManager(service, { owner: globex })
    const role = await aRole(service, { owner: globex })
    const fields = [
      { ...asking(ours), dimension: 'planet' },
      { ...asking(theirs), code: 'b' },
    ]

    const unfit = await put(aCode(), plain('Bad', aField({ dataset: ours })))
    const unknown = await put(aCode(), { ...plain('Bad', ...fields), assign_to: [manager, `role:${role}`] })

    assert.deepEqual(refusalsOf(unfit), ['fields.0.dataset unfit'])
    assert.deepEqual(refusalsOf(unknown), [
      'fields.0.dimension unknown_dimension',
      'fields.1.dataset unknown_dataset',
      'assign_to.0 unknown_manager',
      'assign_to.1 unknown_role',
    ])
  })

  test('422 a language given twice, also when the form is what the rest of it says', async () => {
    const title = { language_code: 'fr', value: 'Un' }
    const code = await aForm({ localized_titles: [title] })

    const answer = await patch(code, { localized_titles: [title, { language_code: 'FR', value: null }] })

    assert.deepEqual(refusalsOf(answer), ['localized_titles.1.language_code repeated'])
  })

  test('422 a body without title or fields, and a code that cannot be one', async () => {
    const answers = [await put(aCode(), {}), await put('x'.repeat(21), plain()), await put('a/b', plain())]

    assert.deepEqual(answers.map(refusalsOf), [
      ['title required', 'fields required'],
      ['code invalid'],
      ['code invalid'],
    ])
  })
})

describe('PATCH /forms/{code}', () => {
  test('200 changes what is given and keeps the rest, as the next version', async () => {
    const dataset = await aDataset(service)
    const code = await aForm({ title: 'One', featured: true, due_in_days: 5, fields: [asking(dataset)] })
    const before = await read(code)
    clock.advance(5)

    const answer = await patch(code, { title: 'Two', due_in_days: null })

    assert.equal(answer.statusCode, 200)
    const { updated_at } = answer.json()
    assert.deepEqual(answer.json(), { ...before, version: 2, title: 'Two', due_in_days: null, updated_at })
    assert.ok(updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.equal((await v2('DELETE', `/datasets/${dataset}`)).statusCode, 409)
  })

  test('200 when a manager whom it names is gone, unless somebody names that one anew', async () => {
    const gone = await aManager(service)
    const code = await aForm({ title: 'One', fields: [], assign_to: [gone] })
    await v2('DELETE', `/users/${gone}`)

    assert.equal((await patch(code, { title: 'Two' })).statusCode, 200)
    assert.equal((await patch(code, { assign_to: [] })).statusCode, 200)
    assert.equal((await patch(code, { assign_to: [gone] })).statusCode, 422)
  })

  test('200 changes nothing with an empty object, or with what is there', async () => {
    const code = await aForm()
    const before = await read(code)

    const answers = [await patch(code, {}), await patch(code, before)]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.equal((await versionsOf(code)).length, 1)
  })

  test('404 one that is not there, or was deleted, and makes none', async () => {
    const fresh = aCode()
    const code = await aForm()
    await remove(code)

    for (const gone of [fresh, code]) {
      const answer = await patch(gone, { title: 'A' })

      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { code: 'not_found', message: `Form ${gone} not found.` })
      assert.equal((await get(gone)).statusCode, 404)
    }
  })

  test('200 gives the default form another title, and 422 on fields when it is given some', async () => {
    const renamed = await patch('default', { title: 'Question' })
    const refused = await patch('default', { fields: [aField()] })
    const put = await v2('PUT', at('default'), { body: plain('Mine', aField()) })

    assert.deepEqual([renamed.statusCode, renamed.json().title], [200, 'Question'])
    for (const answer of [refused, put]) {
      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, [
        { field: 'fields', code: 'too_long', message: 'The default form cannot have fields.' },
      ])
    }
  })
})

describe('DELETE /forms/{code}', () => {
  test('204 ends a form: it is read, listed and asked for no more, and its requests stay', async () => {
    const code = await aForm({ title: 'Gone', category: { slug: 'a', name: 'Gone too' }, featured: true })
    const request = await made({ form_code: code, creator_technical_id })

    const answer = await remove(code)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    for (const gone of [await get(code), await remove(code), await call('GET', `/forms/${code}/`)]) {
      assert.equal(gone.statusCode, 404)
    }
    assert.deepEqual(await list.list({ q: code }), [])
    assert.deepEqual(refusedFields(await post({ form_code: code, creator_technical_id })), ['form_code'])
    const shown = await readRequest(request.id)
    assert.deepEqual(shown, { ...request, form: { ...request.form, updated_at: shown.form.updated_at } })
    assert.deepEqual((await call('GET', `/requests/?form_code=${code}`)).json(), [shown])
  })

  test('a PUT afterwards answers 201 with the next version, the same as before or not', async () => {
    const code = await aForm({ title: 'One' })
    const { created_at } = await read(code)
    await remove(code)

    const same = await put(code, plain('One'))
    await remove(code)
    const other = await put(code, plain('Two'))

    assert.deepEqual([same.statusCode, same.json().version, other.statusCode, other.json().version], [201, 2, 201, 3])
    assert.deepEqual([same.json().created_at, await read(code)], [created_at, other.json()])
    assert.deepEqual((await versionsOf(code)).length, 3)
  })

  test('409 form_built_in for the default form, which stays', async () => {
    const answer = await remove('default')

    assert.equal(answer.statusCode, 409)
    assert.deepEqual(answer.json(), { code: 'form_built_in', message: 'The default form cannot be deleted.' })
    assert.equal((await get('default')).statusCode, 200)
  })
})

describe('the calls of /forms', () => {
  test('403 insufficient_scope beyond what an application may do; forms:read reads, forms:write writes', async () => {
    const code = await aForm()
    const calls = [
      ['GET', '/forms'],
      ['GET', at(code)],
      ['PUT', at(code)],
      ['PATCH', at(code)],
      ['DELETE', at(code)],
    ] as const
    const statusesOf = async (...permissions: string[]) => {
      const headers = await allowedTo(service, ...permissions)
      const answers = []
      for (const [method, path] of calls) {
        answers.push(await v2(method, path, { headers, ...(method[0] === 'P' ? { body: plain() } : {}) }))
      }
      return answers.map((one) => `${one.statusCode} ${one.statusCode === 403 ? one.json().code : ''}`.trim())
    }
    const no = '403 insufficient_scope'

    assert.deepEqual(await statusesOf('datasets:*'), [no, no, no, no, no])
    assert.deepEqual(await statusesOf('forms:read'), ['200', '200', no, no, no])
    assert.deepEqual(await statusesOf('forms:write'), [no, no, '200', '200', '204'])
    assert.deepEqual(await statusesOf('forms:*'), ['200', '404', '201', '200', '204'])
  })

  test("404 for another client's form, which stays as it is; the same code is free for each", async () => {
    const code = await aForm({ title: 'Ours' })
    const theirs = (method: 'GET' | 'PATCH' | 'DELETE' | 'PUT', body?: object) =>
      v2(method, at(code), { application: 'rival', body })

    const answers = [await theirs('GET'), await theirs('PATCH', { title: 'Mine' }), await theirs('DELETE')]
    const own = await theirs('PUT', plain('Theirs'))

    for (const answer of answers) {
      assert.deepEqual([answer.statusCode, answer.json().message], [404, `Form ${code} not found.`])
    }
    assert.deepEqual([own.statusCode, own.json().version], [201, 1])
    assert.equal((await read(code)).title, 'Ours')
  })
})
