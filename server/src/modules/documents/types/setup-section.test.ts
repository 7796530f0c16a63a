import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { db, v2, clock } = service

const apply = async (document_types: object[]) =>
  (await applySetup(service, parseSetup({ clients: [{ id: 'acme', document_types }] })))
    .flatMap((one) => one.changes)
    .filter((one) => one.what.startsWith('document type'))
    .map(({ what, outcome }) => `${outcome} ${what}`)
const read = (code: string) => v2('GET', `/document_types/${code}`)

describe('the section document_types', () => {
  test('creates each type with everything that the file says', async () => {
    const payslip = unique('type')
    const contract = unique('type')
    const given = {
      kind: 'company',
      name: 'Contract',
      visible_by_employee: true,
      retention: { months: 12, from: 'date' },
      metas: [{ code: 'level', name: 'Level', type: 'list', required: true, values: ['A'] }],
    }

    const outcomes = await apply([
      { code: payslip, kind: 'employee' },
      { code: contract, ...given },
    ])

    assert.deepEqual(outcomes, [`created document type ${payslip}`, `created document type ${contract}`])
    assert.partialDeepStrictEqual((await read(contract)).json(), { code: contract, ...given })
    assert.deepEqual(await eventsOf(db, payslip), ['employee_document_type.created'])
    assert.deepEqual(await eventsOf(db, contract), ['company_document_type.created'])
  })

  test('twice changes nothing, and tells only of what differs', async () => {
    const same = unique('type')
    const other = unique('type')
    await apply([same, other].map((code) => ({ code, kind: 'employee' })))
    const before = (await read(same)).json()
    clock.advance(60)

    const outcomes = await apply([
      { code: same, kind: 'employee' },
      { code: other, kind: 'employee', name: 'Renamed' },
    ])

    assert.deepEqual(outcomes, [`unchanged document type ${same}`, `updated document type ${other}`])
    assert.deepEqual((await read(same)).json(), before)
    assert.deepEqual(await eventsOf(db, same), ['employee_document_type.created'])
    assert.deepEqual(await eventsOf(db, other), ['employee_document_type.created', 'employee_document_type.updated'])
  })

  test('never deletes a type that a later file leaves out', async () => {
    const code = unique('type')
    await apply([{ code, kind: 'employee' }])

    await apply([])

    assert.equal((await read(code)).statusCode, 200)
  })

  const mistakes: Record<string, { type: object; line: string }> = {
    'a kind that changes': { type: { kind: 'company' }, line: 'kind: This is a type of employee documents.' },
    'a list without values': {
      type: { kind: 'employee', metas: [{ code: 'level', type: 'list' }] },
      line: 'metas[0].values: A list must have values.',
    },
    'no kind': { type: {}, line: 'kind: This field is required.' },
    'a name that is too long': {
      type: { kind: 'employee', name: 'n'.repeat(256) },
      line: 'name: This exceeds 255 characters.',
    },
  }
  for (const [what, { type, line }] of Object.entries(mistakes)) {
    test(`refuses ${what} by its place, and leaves everything as it was`, async () => {
      const fresh = unique('type')
      const known = unique('type')
      await apply([{ code: known, kind: 'employee' }])
      const before = (await read(known)).json()

      const applying = apply([
        { code: fresh, kind: 'employee' },
        { code: known, ...type },
      ])

      await assert.rejects(applying, {
        name: 'StartRefused',
        message: `The set-up file is not valid:\n  clients[0].document_types[1].${line}`,
      })
      assert.equal((await read(fresh)).statusCode, 404)
      assert.deepEqual((await read(known)).json(), before)
      assert.deepEqual(await eventsOf(db, fresh), [])
    })
  }

  test('refuses a code that is none', async () => {
    await assert.rejects(apply([{ code: 'pay slip', kind: 'employee' }]), {
      name: 'StartRefused',
      message: /clients\[0\]\.document_types\[0\]\.code: /,
    })
  })
})
