import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aRow, fileOf, HEADER, managerImportCalls } from '#test/harness/features/manager-imports.ts'

const service = await startApp()
const { v2 } = service
const { imported, submit, report, errorsReport, readUser } = managerImportCalls(service)
for (const code of ['hr', 'boss']) await aRole(service, { code })
await anOrganization(service, { code: 'paris' })

const linesOf = (csv: string) => csv.split('\r\n').slice(0, -1)

describe('GET /imports/{id}/report', () => {
  test('200 tells what became of each row, as a CSV file to save', async () => {
    const same = aRow()
    const changed = aRow()
    const fresh = aRow()
    const wrong = aRow({ role: 'none', email: '' })
    await imported(fileOf([same, changed]))
    const rows = [same, fresh, { ...changed, last_name: 'Meier' }, wrong, { ...fresh, role: 'boss' }]

    const { id } = await imported(fileOf(rows))

    const answer = await v2('GET', `/imports/${id}/report`)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], `attachment; filename="report-${id}.csv"`)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.deepEqual(linesOf(answer.body), [
      'line,severity,field,code,message',
      `2,info,,unchanged,The manager ${same.technical_id} is unchanged.`,
      `3,info,,created,The manager ${fresh.technical_id} was created.`,
      `6,info,,created,The manager ${fresh.technical_id} was created.`,
      `4,info,,updated,The manager ${changed.technical_id} was updated.`,
      '5,error,email,required,This field is required.',
    ])
  })

  test('200 has every error, also those beyond the first 100', async () => {
    const { id } = await imported(fileOf(Array.from({ length: 120 }, () => aRow({ role: 'none' }))))

    const lines = linesOf(await report(id)).slice(1)

    assert.equal(lines.length, 120)
    assert.ok(lines.every((line, index) => line.startsWith(`${index + 2},error,role,unknown_role,`)))
  })

  test('200 tells why the whole file failed', async () => {
    const { id } = await imported(fileOf([aRow()]).replace('email', 'mail'))

    assert.deepEqual(linesOf(await report(id)).slice(1), ['1,error,email,missing_column,The column email is missing.'])
  })

  test('200 quotes what has to be quoted', async () => {
    const row = aRow({ technical_id: '"a;b, ""c"""', email: 'a@acme.test' })

    const { id } = await imported(fileOf([row]))

    assert.deepEqual(linesOf(await report(id)).slice(1), ['2,info,,created,"The manager a;b, ""c"" was created."'])
  })

  test('200 has its header alone while nothing was done', async () => {
    const id = await submit(fileOf([aRow()]))

    assert.equal(await report(id), 'line,severity,field,code,message\r\n')
  })
})

describe('GET /imports/{id}/errors_report', () => {
  test('200 is a CSV file to save: the header and the rows that failed, once each', async () => {
    const good = aRow()
    const wrong = aRow({ role: '', email: 'x' })
    const joined = aRow()
    const rows = [good, wrong, joined, { ...joined, role: 'none' }, aRow()]

    const { id } = await imported(fileOf(rows))

    const answer = await v2('GET', `/imports/${id}/errors_report`)
    const expected = fileOf([wrong, joined, { ...joined, role: 'none' }])
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], `attachment; filename="errors-${id}.csv"`)
    assert.equal(answer.body, expected.replaceAll('\n', '\r\n'))
  })

  test('200 has each cell as it was sent, formulas guarded, columns of no concern to the import included', async () => {
    const header = 'note;technical_id; email ;first_name;last_name;language;role;organization_codes;"a;b"'
    const row = `"say ""hi""; twice";M-1;x;=1+1;"Weber, Max";;" none ";;"@SUM(A1)\n-1"`

    const { id } = await imported(`\uFEFF${header}\n${row}\n`)

    assert.equal(
      await errorsReport(id),
      'note,technical_id, email ,first_name,last_name,language,role,organization_codes,"a;b"\r\n' +
        '"say ""hi""; twice",M-1,x,\'=1+1,"Weber, Max",, none ,,"\'@SUM(A1)\n-1"\r\n',
    )
  })

  test('200 is the header alone when all went well, or nothing was done yet', async () => {
    const waiting = await submit(fileOf([aRow()]))
    const before = await errorsReport(waiting)
    const { id, status } = await imported(fileOf([aRow()]))

    assert.equal(status, 'success')
    assert.deepEqual([before, await errorsReport(id)], [`${HEADER}\r\n`, `${HEADER}\r\n`])
  })

  for (const delimiter of [',', ';']) {
    test(`mended and imported again it succeeds, after a file with ${delimiter}`, async () => {
      const good = aRow()
      const wrong = aRow({ role: 'none', last_name: '"d\'Arc; ""Jo"", the great"' })
      const also = { ...wrong, role: 'boss' }
      const first = await imported(fileOf([good, wrong, also], { delimiter }))

      const mended = (await errorsReport(first.id)).replace('none', 'hr')
      const again = await imported(mended)

      const { last_name, profiles } = (await readUser(wrong.technical_id)).json()
      assert.deepEqual([first.status, again.status, again.stats.rows], ['partial_success', 'success', 2])
      assert.equal(last_name, 'd\'Arc; "Jo", the great')
      assert.deepEqual(
        profiles.map((one: { role: string }) => one.role),
        ['hr', 'boss'],
      )
      assert.equal(await errorsReport(again.id), `${HEADER}\r\n`)
    })
  }

  test('imported again as it is, it fails the same way', async () => {
    const first = await imported(fileOf([aRow(), aRow({ role: 'none' }), aRow({ email: '' })]))

    const again = await imported(await errorsReport(first.id))

    assert.equal(again.status, 'failed')
    assert.deepEqual(
      again.errors.map(({ field, code }) => [field, code]),
      first.errors.map(({ field, code }) => [field, code]),
    )
    assert.equal(await errorsReport(again.id), await errorsReport(first.id))
  })
})

describe('GET /imports/{id}/errors_report of a file whose header cannot be read', () => {
  test('200 is empty', async () => {
    const { id } = await imported('"technical_id,email\nM-1,a@acme.test\n')

    const answer = await v2('GET', `/imports/${id}/errors_report`)

    assert.deepEqual([answer.statusCode, answer.body.trim()], [200, ''])
  })

  test('500 has the shape of the group when the file is gone', async () => {
    const { id } = await imported(fileOf([aRow()]))
    const { rows } = await service.pool.query<{ sha256: string }>('SELECT sha256 FROM imports WHERE id = $1', [id])
    await service.blobs.delete(rows[0]?.sha256 ?? '')

    const answer = await v2('GET', `/imports/${id}/errors_report`)

    assert.equal(answer.statusCode, 500)
    assert.equal(answer.json().code, 'internal_error')
    assert.equal(answer.headers['content-disposition'], undefined)
  })
})
