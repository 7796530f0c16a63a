import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteForm, putForm } from '#modules/requests/forms/put-form.ts'
import type { FormInput } from '#modules/requests/forms/schemas.ts'
import { filenameIn } from '#platform/http/responses/content-disposition.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { rawForm } from '#test/harness/features/documents/traces.ts'
import { aFile, type FormFields, KEY, refusedFields, requestCalls } from '#test/harness/features/requests.ts'

const service = await startApp()
const { app, pool, doWork, v2, maxFileBytes } = service
const { call, post } = requestCalls(service)
const creator_technical_id = await aManager(service)
const employee_technical_id = await anEmployee(service)

async function aForm(input: Partial<FormInput> = {}, owner: typeof acme | typeof globex = acme): Promise<string> {
  const code = unique('f')
  await doWork(owner, (work) => putForm(work, code, { title: 'A form', fields: [], ...input }))
  return code
}

/** A form with a field of each kind that a text can be wrong for. */
const survey = await aForm({
  fields: [
    { code: 'why', label: 'Why', type: 'text', required: true, max_length: 5 },
    { code: 'more', label: 'More', type: 'textarea' },
    { code: 'pick', label: 'Pick', type: 'select', choices: ['a', 'b'] },
    { code: 'picks', label: 'Picks', type: 'multiselect', choices: ['a', 'b'] },
    { code: 'day', label: 'Day', type: 'date' },
    { code: 'proof', label: 'Proof', type: 'file', required: true },
  ],
})

const usual: FormFields = { form_code: 'default', creator_technical_id, subject: 'S', body: 'B' }

/** How much there is of everything that a request makes. */
async function traces() {
  const { rows } = await pool.query(`SELECT (SELECT count(*) FROM requests) AS requests,
    (SELECT count(*) FROM request_history) AS history, (SELECT count(*) FROM request_files) AS files,
    (SELECT count(*) FROM request_changes_to_count) AS counted, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM callback_endpoints) AS endpoints, (SELECT count(*) FROM callback_deliveries) AS deliveries,
    (SELECT count(*) FROM jobs.job WHERE name = 'requests.mail') AS mails`)
  return rows[0]
}

/** Looks at what is refused, and that it leaves nothing. */
async function refuses<T extends { statusCode: number; body: string }>(act: () => Promise<T>): Promise<T> {
  const before = await traces()
  const answer = await act()
  assert.ok(answer.statusCode >= 400 && answer.statusCode < 500, `${answer.statusCode} ${answer.body}`)
  assert.deepEqual(await traces(), before)
  return answer
}

type Raw = { headers: Record<string, string>; payload?: string | Buffer }
const sendRaw = ({ headers, payload = '' }: Raw) =>
  app.inject({ method: 'POST', url: '/api/requests/', headers: { 'x-api-key': KEY, ...headers }, payload })

/** A form whose parts are written as they are. */
const written = (...parts: [name: string, content: string | Buffer][]) =>
  rawForm(...parts.map(([name, content]): [string, string | Buffer] => [`name="${name}"`, content]))

describe('POST /api/requests/', () => {
  const wrong: [what: string, field: string, parts: FormFields][] = [
    ['it is left out', 'form_code', { form_code: undefined }],
    ['it is empty', 'form_code', { form_code: '' }],
    ['the form does not exist', 'form_code', { form_code: 'nothing' }],
    ['it has 21 characters', 'form_code', { form_code: 'f'.repeat(21) }],
    ['it is another letter case', 'form_code', { form_code: 'Default' }],
    ['it is left out', 'creator_technical_id', { creator_technical_id: undefined }],
    ['it is empty', 'creator_technical_id', { creator_technical_id: '' }],
    ['the manager does not exist', 'creator_technical_id', { creator_technical_id: 'nobody' }],
    ['it is an employee', 'creator_technical_id', { creator_technical_id: employee_technical_id }],
    ['it has 51 characters', 'creator_technical_id', { creator_technical_id: 'm'.repeat(51) }],
    ['the employee does not exist', 'employee_technical_id', { employee_technical_id: 'nobody' }],
    ['it is a manager', 'employee_technical_id', { employee_technical_id: creator_technical_id }],
    ['it has 51 characters', 'employee_technical_id', { employee_technical_id: 'e'.repeat(51) }],
    ['it is left out on the default form', 'subject', { subject: undefined }],
    ['it is empty on the default form', 'subject', { subject: '' }],
    ['it has 257 characters', 'subject', { subject: 'x'.repeat(257) }],
    ['it is left out on the default form', 'body', { body: undefined }],
    ['it is empty on the default form', 'body', { body: '' }],
    ['it is a word of nobody’s', 'origin', { origin: 'FAX' }],
    ['it is another letter case', 'origin', { origin: 'phone' }],
    ['it is a word of nobody’s', 'priority', { priority: 'HIGH' }],
    ['it is not a flag', 'visible_to_employee', { visible_to_employee: 'yes' }],
    ['it is not a date', 'processing_date_due', { processing_date_due: 'tomorrow' }],
    ['the day does not exist', 'processing_date_due', { processing_date_due: '2025-02-29' }],
    ['the hour does not exist', 'processing_date_due', { processing_date_due: '2025-02-28T24:00:00Z' }],
    ['its year has no four digits', 'processing_date_due', { processing_date_due: '9999-12-31T23:59:59-01:00' }],
    ['it is not an address', 'callback_url', { callback_url: 'hooks.example.com' }],
    ['it is not of the web', 'callback_url', { callback_url: 'file:///etc/passwd' }],
    ['it has more than 2048 characters', 'callback_url', { callback_url: `https://a.test/${'x'.repeat(2048)}` }],
  ]
  for (const [what, field, fields] of wrong) {
    test(`400 on ${field} when ${what}, and nothing is left`, async () => {
      const answer = await refuses(() => post({ ...usual, ...fields }))

      assert.deepEqual(refusedFields(answer), [field])
      assert.equal(answer.json()[0][field].length, 1)
    })
  }

  const names = ['form_code', 'creator_technical_id', 'employee_technical_id', 'subject', 'body', 'origin', 'priority']
  for (const field of [...names, 'visible_to_employee', 'processing_date_due', 'callback_url']) {
    test(`400 on ${field} when it is sent twice, the same or not, one of them empty or not`, async () => {
      const given = (usual[field] ?? 'x') as string
      for (const values of [
        [given, given],
        [given, 'other'],
        ['', given],
        ['', ''],
      ]) {
        const fields = refusedFields(await refuses(() => post({ ...usual, [field]: values })))

        assert.ok(fields.includes(field), String(fields))
        assert.ok(
          fields.every((one) => one === field || (one === 'base' && field === 'visible_to_employee')),
          String(fields),
        )
      }
    })
  }

  test('400 on base when it is visible to an employee and has none', async () => {
    const answer = await refuses(() => post({ ...usual, visible_to_employee: 'true' }))

    assert.deepEqual(answer.json(), [{ base: ['A request without an employee cannot be visible to one.'] }])
  })

  test('400 on each field of the form that is required, too long or does not fit', async () => {
    const answers = { why: 'Too long', pick: 'c', picks: ['a', 'c'], day: '2025-13-01' }

    const answer = await refuses(() => post({ form_code: survey, creator_technical_id, ...answers }))

    assert.deepEqual(refusedFields(answer), ['day', 'pick', 'picks', 'proof', 'why'])
  })

  test('400 on a field of the form that is sent twice', async () => {
    const fields = { form_code: survey, creator_technical_id, why: ['one', 'two'], proof: aFile() }

    const answer = await refuses(() => post(fields))

    assert.deepEqual(answer.json(), [{ why: ['This field must be sent only once.'] }])
  })

  test('400 says everything at once, each field with its message, in one list', async () => {
    const answer = await refuses(() =>
      post({
        form_code: survey,
        employee_technical_id: 'nobody',
        creator_technical_id: 'noone',
        subject: 'x'.repeat(257),
        origin: 'FAX',
        priority: ['LOW', 'LOW'],
        visible_to_employee: 'maybe',
        processing_date_due: 'soon',
        callback_url: 'nowhere',
        pick: 'c',
        why: 'fine',
      }),
    )

    assert.deepEqual(answer.json(), [
      { priority: ['This field must be sent only once.'] },
      { subject: ['This exceeds 256 characters.'] },
      { origin: ['This must be one of API, EMAIL, PHONE, PORTAL.'] },
      { visible_to_employee: ['This must be a boolean.'] },
      {
        processing_date_due: [
          'This is not a valid date or date-time (expected YYYY-MM-DD or ISO 8601 with an offset).',
        ],
      },
      { callback_url: ['This is not a valid http or https URL.'] },
      { employee_technical_id: ['Employee nobody not found.'] },
      { creator_technical_id: ['Manager noone not found.'] },
      { pick: ['This must be one of a, b.'] },
      { proof: ['This field is required.'] },
    ])
  })

  test('400 on what was deleted: a form, an employee, a manager', async () => {
    const form_code = await aForm()
    const employee = await anEmployee(service)
    const manager = await aManager(service)
    await doWork(acme, (work) => deleteForm(work, form_code))
    for (const path of [`/employees/${employee}`, `/users/${manager}`])
      assert.equal((await v2('DELETE', path)).statusCode, 204)

    const fields = { ...usual, form_code, employee_technical_id: employee, creator_technical_id: manager }
    const answer = await refuses(() => post(fields))

    assert.deepEqual(answer.json(), [
      { form_code: [`Form ${form_code} not found.`] },
      { employee_technical_id: [`Employee ${employee} not found.`] },
      { creator_technical_id: [`Manager ${manager} not found.`] },
    ])
  })

  test('400 on what is another client’s, word for word as on what is nowhere', async () => {
    const owner = globex
    const foreign = {
      form_code: await aForm({}, owner),
      employee_technical_id: await anEmployee(service, { owner }),
      creator_technical_id: await aManager(service, { owner }),
    }
    const absent = { form_code: 'f-00000000', employee_technical_id: 'E-00000000', creator_technical_id: 'M-00000000' }

    const others = await refuses(() => post({ ...usual, ...foreign }))
    const unknown = await refuses(() => post({ ...usual, ...absent }))

    assert.deepEqual(refusedFields(others), ['creator_technical_id', 'employee_technical_id', 'form_code'])
    assert.equal(others.body.replaceAll(/-[0-9a-f]{8}/g, '…'), unknown.body.replaceAll(/-[0-9a-f]{8}/g, '…'))
  })

  const unclean: [string, Buffer][] = [
    ['NUL', Buffer.from('a\0b')],
    ['a byte that is not valid UTF-8', Buffer.from([0x61, 0xff, 0x62])],
    ['half a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
    ['a character that is cut off', Buffer.from('€').subarray(0, 2)],
  ]
  for (const [what, bytes] of unclean) {
    test(`400 on the field that holds ${what}, of the request or of the form`, async () => {
      const texts = ['form_code', 'creator_technical_id', 'employee_technical_id', 'subject', 'body', 'callback_url']
      for (const field of [...texts, 'priority', 'processing_date_due', 'why', 'more', 'pick', 'picks', 'day']) {
        const answer = await refuses(() => sendRaw(written(['form_code', survey], [field, bytes])))

        assert.deepEqual(answer.json(), [{ [field]: ['This contains characters that cannot be stored.'] }], field)
      }
    })
  }

  const mistyped: [string, Raw][] = [
    ['JSON', { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(usual) }],
    ['JSON that is cut off', { headers: { 'content-type': 'application/json' }, payload: '{"form_code"' }],
    ['no body', { headers: {} }],
    ['a body of no type', { headers: {}, payload: 'form_code=default' }],
    ['a form in a line', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=b' }],
    ['text', { headers: { 'content-type': 'text/plain' }, payload: 'form_code=default' }],
    ['a type that is none', { headers: { 'content-type': 'multipart' }, payload: 'x' }],
    ['parts that are no form', { headers: { 'content-type': 'multipart/mixed; boundary=edge' }, payload: '--edge--' }],
    ['no boundary', { headers: { 'content-type': 'multipart/form-data' }, payload: '--edge--' }],
    [
      'another boundary',
      { ...written(['form_code', 'default']), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    ],
    [
      'no last boundary',
      { ...written(['form_code', 'default']), payload: written(['form_code', 'x']).payload.subarray(0, -8) },
    ],
    [
      'a file that is cut off',
      {
        ...rawForm(['name="proof"; filename="a"', 'x']),
        payload: rawForm(['name="proof"; filename="a"', 'x']).payload.subarray(0, -12),
      },
    ],
    ['a part without a name', rawForm(['filename="a"', 'x'])],
  ]
  for (const [what, raw] of mistyped) {
    test(`400 on base with ${what}`, async () => {
      const answer = await refuses(() => sendRaw(raw))

      assert.deepEqual(refusedFields(answer), ['base'])
    })
  }

  test('400 on what is required of a form without any part', async () => {
    const answer = await refuses(() => sendRaw(written()))

    assert.deepEqual(refusedFields(answer), ['creator_technical_id', 'form_code'])
  })

  test('413 with what is wrong in detail: too large a file, for a field or for none, too large a text, too many parts', async () => {
    const large = aFile('x'.repeat(maxFileBytes + 1))
    const tooMuch: [string, FormFields][] = [
      ['a file', { form_code: survey, creator_technical_id, why: 'so', proof: large }],
      ['a file, the form behind it', { proof: large, form_code: survey, creator_technical_id, why: 'so' }],
      ['a file that nobody asks for', { ...usual, other: large }],
      ['a text', { ...usual, body: 'x'.repeat(1024 * 1024 + 1) }],
      ['a text that nobody asks for', { ...usual, other: 'x'.repeat(1024 * 1024 + 1) }],
      ['many parts', { ...usual, other: Array.from({ length: 197 }, () => 'x') }],
    ]
    for (const [what, fields] of tooMuch) {
      const answer = await refuses(() => post(fields))

      assert.equal(answer.statusCode, 413, what)
      assert.deepEqual(Object.keys(answer.json()), ['detail'], what)
      assert.equal(answer.json().detail.includes('file'), what.startsWith('a file'), what)
    }
  })

  test('400 on each parameter that is sent as a file; an empty one counts as left out', async () => {
    const names = ['employee_technical_id', 'subject', 'body', 'origin', 'priority', 'callback_url'] as const
    const form_code = await aForm()

    const answer = await refuses(() =>
      post({ form_code, creator_technical_id, ...Object.fromEntries(names.map((one) => [one, aFile('LOW')])) }),
    )
    const empty = await post({ form_code, creator_technical_id, priority: aFile(''), body: aFile('') })

    assert.deepEqual(refusedFields(answer), [...names].sort())
    assert.deepEqual([empty.statusCode, empty.json().priority, empty.json().body], [200, 'NORMAL', null])
  })

  const JSON_TYPE = '\r\nContent-Type: application/json'
  const named = (name: string, text: string | Buffer): [string, string | Buffer] => [`name="${name}"`, text]
  const typed = (name: string, text: string | Buffer): [string, string | Buffer] => [`name="${name}"${JSON_TYPE}`, text]

  test('200 takes a part that says it is JSON as the text that it is', async () => {
    const form_code = await aForm({ fields: [{ code: 'picks', label: 'P', type: 'multiselect', choices: ['a', 'b'] }] })
    const text = '{ "__proto__": 1 }'
    const parts = [typed('form_code', form_code), typed('creator_technical_id', creator_technical_id)]

    const answer = await sendRaw(
      rawForm(...parts, typed('body', text), typed('subject', '1.0'), typed('picks', '["b", "a"]')),
    )

    assert.equal(answer.statusCode, 200, answer.body)
    const { subject, body, body_json } = answer.json()
    assert.deepEqual([subject, body, body_json], ['1.0', text, { picks: ['b', 'a'] }])
  })

  test('400 or 413 for a part that says it is JSON as for any text', async () => {
    const form = named('form_code', survey)
    const parts: [[string, string | Buffer], number, string][] = [
      [typed('why', 'a\0b'), 400, 'why'],
      [typed('why', Buffer.from([0xff])), 400, 'why'],
      [typed('proof', '{}'), 400, 'proof'],
      [typed('more', 'x'.repeat(1024 * 1024 + 1)), 413, 'detail'],
      [typed('more', 'x'.repeat(maxFileBytes + 1)), 413, 'detail'],
    ]
    for (const [part, status, name] of parts) {
      const answer = await refuses(() => sendRaw(rawForm(form, part, named('subject', 'S'))))

      assert.equal(answer.statusCode, status, answer.body)
      assert.ok(answer.body.includes(`"${name}"`), answer.body)
    }
  })

  test('200 with just as much as is allowed', async () => {
    const proof = aFile('x'.repeat(maxFileBytes))
    const most = 'x'.repeat(1024 * 1024)

    const answers = [
      await post({ form_code: survey, creator_technical_id, why: 'so', proof }),
      await post({ ...usual, body: most }),
      await post({ ...usual, other: Array.from({ length: 196 }, () => 'x') }),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [200, 200, 200],
    )
  })

  const keys: [string, string | null, string][] = [
    ['without a key', null, 'An API key is required.'],
    ['with a key of nobody’s', 'no-such-key', 'The API key is not valid.'],
    ['with the shared token of the client', 'acme-shared-token', 'The API key is not valid.'],
  ]
  for (const [what, key, detail] of keys) {
    test(`403 ${what}, whatever is sent`, async () => {
      for (const fields of [usual, {}, { ...usual, other: aFile() }]) {
        const answer = await refuses(() => post(fields, { key }))

        assert.equal(answer.statusCode, 403)
        assert.deepEqual(answer.json(), { detail })
      }
    })
  }

  test('403 to a token of group A', async () => {
    const headers = { ...(await service.as('payroll')), ...written(['form_code', 'default']).headers }

    const answer = await refuses(() =>
      app.inject({ method: 'POST', url: '/api/requests/', headers, payload: written(['form_code', 'x']).payload }),
    )

    assert.equal(answer.statusCode, 403)
  })

  test('405 to a method that there is not, with those that there are', async () => {
    const answer = await app.inject({ method: 'PUT', url: '/api/requests/', headers: { 'x-api-key': KEY } })

    assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [405, ['detail']])
    assert.deepEqual(String(answer.headers.allow).split(', ').toSorted(), ['GET', 'HEAD', 'POST'])
    assert.equal((await call('GET', '/requests/none/none/')).statusCode, 404)
  })

  const hostile = [
    '',
    ' ',
    '.',
    '__proto__x',
    'é'.repeat(60),
    'x'.repeat(10_000),
    'a[b]',
    'a\\',
    "';--",
    '\u202e',
    '%00',
  ]
  for (const name of hostile) {
    test(`200 whatever else is sent under the name ${name.slice(0, 12)}, as a text and as a file`, async () => {
      const encoded = name.replaceAll('"', '%22')
      const texts = Object.entries(usual).map(([one, text]): [string, string] => [`name="${one}"`, text as string])

      const answers = [
        await sendRaw(rawForm(...texts, [`name="${encoded}"`, 'x'], [`name="${encoded}"`, 'y'])),
        await sendRaw(rawForm([`name="${encoded}"; filename="a.txt"`, 'x'], ...texts)),
      ]

      assert.deepEqual(
        answers.map((one) => one.statusCode),
        [200, 200],
      )
      assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
    })
  }

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    test(`no 500 when something is sent under the name ${name}, and nothing is left`, async () => {
      const parts = [
        [`name="${name}"`, 'x'],
        [`name="${name}"; filename="a.txt"`, 'x'],
      ] as [string, string][]
      for (const part of parts) {
        const answer = await refuses(() => sendRaw(rawForm(part, ['name="form_code"', 'default'])))

        assert.equal(answer.statusCode, 400)
      }
    })
  }

  const filenames: [sent: string, kept: string][] = [
    ['../../etc/passwd', 'passwd'],
    ['a\\b.txt', 'b.txt'],
    ['..', 'file'],
    [' ', 'file'],
    ['x'.repeat(5000), 'file'],
    ['a\tb', 'file'],
    ['a\u0085b', 'file'],
    ['é€🙂.txt', 'é€🙂.txt'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ]
  for (const [sent, kept] of filenames) {
    test(`200 with a file called ${JSON.stringify(sent.slice(0, 20))}, which is called ${kept.slice(0, 20)} then`, async () => {
      const proof = aFile(unique('x'), sent)

      const answer = await post({ form_code: survey, creator_technical_id, why: 'so', proof })

      assert.equal(answer.statusCode, 200, answer.body)
      const file = await app.inject({
        method: 'GET',
        url: answer.json().body_json.proof,
        headers: { 'x-api-key': KEY },
      })
      assert.equal(file.statusCode, 200)
      const disposition = String(file.headers['content-disposition'])
      assert.equal(filenameIn(disposition), kept)
      assert.doesNotMatch(disposition, /[/\\]|[^\x20-\x7e]/)
    })
  }
})
