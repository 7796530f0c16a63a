import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ImportPreview, ManagerImport } from '#modules/imports/admin-schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import {
  aField,
  aFile,
  aForm,
  aRow,
  fileOf,
  HEADER,
  managerImportCalls,
  type Row,
} from '#test/harness/features/manager-imports.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const { run, imported, isStored, readUser } = managerImportCalls(service)

await anOrganization(service, { code: 'paris' })
await anOrganization(service, { code: 'lyon' })
await aRole(service, { code: 'hr' })
const wide = (role: string) => [{ role, organizations: ['paris', 'lyon'], include_below: true }]
await aManager(service, { technical_id: 'BOSS', profiles: wide(await aRole(service)) })
const some = await aRole(service, { permissions: ['imports:*', 'users:*', 'roles:*'] })
await aManager(service, { technical_id: 'SOME', profiles: wide(some) })
await aManager(service, { technical_id: 'PARIS', profiles: [{ role: 'hr', organizations: ['paris'] }] })
const boss = as('manager:BOSS')
const other = as('manager:SOME')
const local = as('manager:PARIS')

type Call = typeof boss

function send(call: Call, path: '/manager/imports' | '/manager/imports/preview', ...parts: Buffer[]) {
  const { headers, payload } = aForm(...parts)
  return call('POST', path, { headers, body: payload })
}

async function preview(rows: Row[]): Promise<ImportPreview> {
  const answer = await send(boss, '/manager/imports/preview', aFile(fileOf(rows)))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

const countEvents = async () =>
  (await service.db.selectFrom('events').select('id').where('type', 'like', 'user.%').execute()).length
const told = ({ lines }: ImportPreview) => lines.map((one) => `${one.line} ${one.outcome}`)

describe('POST /manager/imports/preview', () => {
  test('200 tells line by line what would happen, and does none of it', async () => {
    const known = aRow()
    const same = aRow()
    await imported(fileOf([known, same]))
    const before = [await countEvents(), (await readUser(known.technical_id)).json()]
    const fresh = aRow()

    const answer = await preview([
      fresh,
      { ...known, last_name: 'Meyer', organization_codes: 'lyon' },
      same,
      aRow({ role: 'nobody' }),
      { ...fresh, organization_codes: 'lyon' },
    ])

    assert.deepEqual(told(answer), ['2 created', '3 updated', '4 unchanged', '5 error', '6 created'])
    assert.deepEqual(answer.lines[1]?.changes, [
      { field: 'last_name', before: 'Müller', after: 'Meyer' },
      { field: 'profiles', before: 'hr: paris', after: 'hr: lyon' },
    ])
    assert.deepEqual(answer.lines[3]?.errors[0]?.field, 'role')
    const totals = { users_created: 1, users_updated: 1, users_unchanged: 1, users_left_out: 1, rows_in_error: 1 }
    assert.deepEqual([answer.rows, answer.checked, answer.totals], [5, 5, totals])
    assert.deepEqual([await countEvents(), (await readUser(known.technical_id)).json()], before)
    assert.equal(await isStored(fresh.technical_id), false)
  })

  test('200 shows the first 500 lines, those in error among them, and counts all', async () => {
    const rows = Array.from({ length: 600 }, () => aRow())
    const answer = await preview([...rows, aRow({ email: 'none' })])

    assert.deepEqual([answer.lines.length, answer.checked, answer.totals.users_created], [500, 601, 600])
    assert.deepEqual(
      answer.lines.at(-1)?.errors.map(({ line, field }) => [line, field]),
      [[602, 'email']],
    )
  })

  test('200 names what makes the whole file unusable; 400 for what is not such a file', async () => {
    const call = (...parts: Buffer[]) => send(boss, '/manager/imports/preview', ...parts)

    const faulty = await call(aFile('technical_id,email\nM,m@acme.test\n'))
    const refused = [
      await call(aField('name', 'value')),
      await call(aFile(Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]))),
      await call(aFile(`${HEADER}\n`)),
      await boss('POST', '/manager/imports/preview', { body: { a: 1 } }),
    ]

    assert.deepEqual(faulty.json().faults[0].code, 'missing_column')
    assert.deepEqual(
      refused.map((one) => `${one.statusCode} ${one.json().code}`),
      ['400 missing_part', '400 not_utf8', '400 too_few_lines', '400 invalid_request'],
    )
  })
})

describe('POST /manager/imports', () => {
  test('201 submits the import in the name of the manager; its report and failed rows can be had', async () => {
    const good = aRow()
    const bad = aRow({ role: unique('none') })

    const answer = await send(boss, '/manager/imports', aFile(fileOf([good, bad]), { filename: 'new.csv' }))

    assert.equal(answer.statusCode, 201, answer.body)
    const { id, status, origin, creator } = answer.json() as ManagerImport
    assert.deepEqual([status, origin, creator], ['created', 'web', { type: 'user', id: 'BOSS', name: 'Max BOSS' }])
    await run(id)
    const path = `/manager/imports/${id}`
    const ended: ManagerImport = (await boss('GET', path)).json()
    assert.deepEqual([ended.status, ended.counts.created, ended.counts.errors], ['partial_success', 1, 1])
    const lines = (await boss('GET', `${path}/lines`)).json() as { line: number; severity: string }[]
    assert.deepEqual(
      lines.map(({ line, severity }) => [line, severity]),
      [
        [2, 'info'],
        [3, 'error'],
      ],
    )
    assert.equal((await boss('GET', `${path}/lines?severity=error`)).json().length, 1)
    const first = await boss('GET', `${path}/lines?per_page=1`)
    const next = await boss('GET', `${path}/lines?per_page=1&cursor=${first.headers['next-cursor']}`)
    assert.deepEqual([...first.json(), ...next.json()], lines)
    assert.match((await boss('GET', `${path}/report`)).body, /^line,severity/)
    assert.match((await boss('GET', `${path}/errors_report`)).body, new RegExp(`${bad.technical_id}`))
  })

  test('403 for who does not hold everything everywhere, and nothing is submitted', async () => {
    const before = (await boss('GET', '/manager/imports')).json()
    for (const path of ['/manager/imports', '/manager/imports/preview'] as const) {
      const answers = [
        await send(other, path, aFile(fileOf([aRow()]))),
        await send(local, path, aFile(fileOf([aRow()]))),
      ]
      assert.deepEqual(
        answers.map((one) => `${one.statusCode} ${one.json().code}`),
        ['403 beyond_own_permissions', '403 not_permitted'],
      )
    }
    assert.deepEqual((await boss('GET', '/manager/imports')).json(), before)
  })
})

describe('GET /manager/imports', () => {
  test('200 lists imports of every kind that the manager may see, by kind and status', async () => {
    const upload = await service.v2('POST', '/uploads', {
      body: 'country\nfr\n',
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="places.csv"' },
    })
    const dataset_id = unique('places')
    const body = { dataset_id, upload_id: upload.json().id }
    const { id } = (await service.v2('POST', '/dataset_imports', { body })).json()
    await imported(fileOf([aRow()]))
    const kinds = async (call: Call, query = '') =>
      new Set(((await call('GET', `/manager/imports${query}`)).json() as ManagerImport[]).map(({ kind }) => kind))

    assert.deepEqual(await kinds(boss), new Set(['managers', 'dataset']))
    assert.deepEqual(await kinds(boss, '?kind=dataset'), new Set(['dataset']))
    assert.deepEqual(await kinds(boss, '?status=created&kind=managers'), new Set())
    assert.deepEqual(await kinds(other), new Set(['managers']))
    assert.equal((await boss('GET', `/manager/imports/${id}`)).json().dataset_id, dataset_id)
    assert.equal((await other('GET', `/manager/imports/${id}`)).statusCode, 404)
    assert.equal((await boss('GET', `/manager/imports/${id}/errors_report`)).statusCode, 404)
    assert.equal((await boss('GET', '/manager/imports/none')).statusCode, 404)
    assert.equal((await local('GET', '/manager/imports')).statusCode, 403)
  })
})
