import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { eventsWithData } from '#test/harness/features/documents/filing-calls.ts'

const service = await startApp()
const { v2, db } = service

const put = (code: string, allowed_extensions?: unknown) =>
  v2('PUT', `/document_types/${code}`, { body: { kind: 'employee', allowed_extensions } })
const patch = (code: string, body: object) => v2('PATCH', `/document_types/${code}`, { body })
const read = async (code: string) => (await v2('GET', `/document_types/${code}`)).json()

describe('PUT and PATCH /document_types/{code}: allowed_extensions', () => {
  test('201 keeps them in small letters and each once, in their order, and shows them everywhere', async () => {
    const code = unique('type')

    const answer = await put(code, ['PDF', 'docx', 'pdf', 'DocX', '7z'])

    const listed = (await v2('GET', `/document_types?q=${code}`)).json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().allowed_extensions, ['pdf', 'docx', '7z'])
    assert.deepEqual([await read(code), listed], [answer.json(), [answer.json()]])
    assert.deepEqual(await eventsWithData(service, code), [
      { type: 'employee_document_type.created', data: answer.json() },
    ])
  })

  test('201 without them takes any file, and so it is again when they are left out', async () => {
    const code = unique('type')

    const shown = [
      (await put(code)).json().allowed_extensions,
      (await put(code, ['pdf'])).json().allowed_extensions,
      (await put(code)).json().allowed_extensions,
      (await put(code, [])).json().allowed_extensions,
    ]

    assert.deepEqual(shown, [[], ['pdf'], [], []])
  })

  test('200 PATCH changes them alone, and keeps them when it changes something else', async () => {
    const code = unique('type')
    await put(code, ['pdf'])

    const renamed = (await patch(code, { name: 'Payslip' })).json()
    const changed = (await patch(code, { allowed_extensions: ['TXT'] })).json()
    const cleared = (await patch(code, { allowed_extensions: [] })).json()

    const said = [renamed, changed, cleared].map((one) => [one.name, one.allowed_extensions])
    assert.deepEqual(said, [
      ['Payslip', ['pdf']],
      ['Payslip', ['txt']],
      ['Payslip', []],
    ])
  })

  test('200 with the same ones in other letters changes nothing and emits nothing', async () => {
    const code = unique('type')
    const before = (await put(code, ['pdf', 'docx'])).json()

    const answers = [
      await put(code, ['PDF', 'docx', 'Pdf']),
      await patch(code, { allowed_extensions: ['pdf', 'DOCX'] }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, code), ['employee_document_type.created'])
  })

  test('201 for a hundred of them, of up to twenty characters', async () => {
    const allowed = Array.from({ length: 100 }, (_, index) => String(index).padStart(20, 'x'))

    const answer = await put(unique('type'), allowed)

    assert.deepEqual([answer.statusCode, answer.json().allowed_extensions], [201, allowed])
  })

  const form = { code: 'invalid', message: 'This does not match the expected format: Such as pdf.' }
  const refused: [what: string, allowed: unknown, errors: object[]][] = [
    ['a point', ['.pdf'], [{ field: 'allowed_extensions.0', ...form }]],
    ['two ends', ['pdf', 'tar.gz'], [{ field: 'allowed_extensions.1', ...form }]],
    ['an empty one', [''], [{ field: 'allowed_extensions.0', ...form }]],
    ['one of 21 characters', ['x'.repeat(21)], [{ field: 'allowed_extensions.0', ...form }]],
    ['letters with accents', ['é'], [{ field: 'allowed_extensions.0', ...form }]],
    ['a space', ['p df'], [{ field: 'allowed_extensions.0', ...form }]],
    ['a line that ends', ['pdf\n'], [{ field: 'allowed_extensions.0', ...form }]],
    ['a number', [7], [{ field: 'allowed_extensions.0', code: 'wrong_type', message: 'This must be a string.' }]],
    ['null', null, [{ field: 'allowed_extensions', code: 'wrong_type', message: 'This must be an array.' }]],
    ['a text', 'pdf', [{ field: 'allowed_extensions', code: 'wrong_type', message: 'This must be an array.' }]],
    [
      '101 of them',
      Array.from({ length: 101 }, (_, index) => `x${index}`),
      [{ field: 'allowed_extensions', code: 'too_long', message: 'This must have at most 100 items.' }],
    ],
  ]
  for (const [what, allowed, errors] of refused) {
    test(`422 for ${what}, and nothing changes`, async () => {
      const code = unique('type')
      const before = (await put(code, ['pdf'])).json()

      const answers = [await put(code, allowed), await patch(code, { allowed_extensions: allowed })]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(answer.json().errors, errors)
      }
      assert.deepEqual(await read(code), before)
    })
  }
})

describe('the section document_types: allowed_extensions', () => {
  const apply = async (document_types: object[]) =>
    applySetup(service, parseSetup({ clients: [{ id: 'acme', document_types }] }))

  test('are kept as a call would keep them, and twice changes nothing', async () => {
    const code = unique('type')
    const type = { code, kind: 'company', allowed_extensions: ['PDF', 'pdf', 'Txt'] }

    await apply([type])
    await apply([type])

    assert.deepEqual((await read(code)).allowed_extensions, ['pdf', 'txt'])
    assert.deepEqual(await eventsOf(db, code), ['company_document_type.created'])
  })

  test('are refused by their place', async () => {
    const type = { code: unique('type'), kind: 'company', allowed_extensions: ['pdf', '.txt'] }

    await assert.rejects(apply([type]), {
      name: 'StartRefused',
      message: /clients\[0\]\.document_types\[0\]\.allowed_extensions\[1\]: This does not match the expected format/,
    })
    assert.equal((await v2('GET', `/document_types/${type.code}`)).statusCode, 404)
  })
})
