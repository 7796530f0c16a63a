import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { deliverProject } from '#modules/distributions/jobs.ts'
import type { Document } from '#modules/documents/schemas.ts'
import { CsvFile } from '#platform/csv/csv-file.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { ATTRIBUTES } from '#test/harness/features/documents/filing-calls.ts'
import { jobsFor } from '#test/harness/features/webhooks/deliveries.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, pool } = service
const { prepared, delivered, project, spool, run, deliver, validate, read, readSpool, report } =
  distributionCalls(service)
const documents = documentCalls(service)

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const rome = await anOrganization(service)
/** Once in Lyon, now in Paris and Rome. */
const ann = await anEmployee(service, {
  registrations: [
    { organization_code: lyon, employee_number: unique('old'), active: false },
    { organization_code: paris, employee_number: 'A1' },
    { organization_code: rome, employee_number: 'A1' },
  ],
  email: 'ann@acme.test',
})
const bob = await anEmployee(service, { organizations: [lyon] })

const indexed = (lines: string[], files: Record<string, Buffer | string>) =>
  aZip({ 'index.csv': lines.join('\n'), ...files })

/** The documents of an employee, the last first. */
async function folderOf(employee: string): Promise<Document[]> {
  return (await v2('GET', `/employee_documents?employee_technical_id=${employee}&per_page=100`)).json()
}

/** How many documents and events there are, and mails to be sent. */
async function traces() {
  const { rows } = await pool.query(`SELECT (SELECT count(*)::integer FROM documents) AS documents,
    (SELECT count(*)::integer FROM events) AS events,
    (SELECT count(*)::integer FROM jobs.job WHERE name = 'distributions.mail') AS mails`)
  return rows[0]
}

const sumOf = async (id: number) => {
  const { status, counts } = await read(id)
  return [status, counts.matched, counts.unmatched, counts.delivered]
}

describe('a validated project', () => {
  test('has its documents in folders and vaults with all that is said of them, byte for byte as they came', async () => {
    const document_type = await aDocumentType(service, ATTRIBUTES)
    const type = await aDistributionType(service, {
      format: 'zip_index',
      document_type,
      title: 'Payslip {period}',
      metas: { signed_on: '{date}', remark: 'From {organization}' },
      filters: { site: 'HQ' },
    })
    const files = { 'one.pdf': aPdf('one', { pages: 3 }), 'sub/Two é.pdf': aPdf('two'), 'three.pdf': aPdf('three') }
    const bytes = await indexed(
      [
        'file,employee_number,organization,period,date,pages,year',
        `one.pdf,A1,${rome},202401,2024-02-29,12,2024`,
        'sub/Two é.pdf,A1,,2024-03,2024-04-01,,2025',
        `three.pdf,${bob},,,2024-04-02,,`,
      ],
      files,
    )
    const id = await prepared([{ type, bytes }])
    await v2('POST', `/distribution_projects/${id}/validate`)
    const before = service.clock.now()

    await deliver(id)

    const lines = await report(id)
    const filed = await Promise.all(lines.map((line) => documents.read('employee', line.document_id ?? '')))
    const common = { kind: 'employee', document_type_code: document_type, external_unique_id: null }
    const expected = [
      {
        title: 'Payslip 2024-01',
        filename: 'one.pdf',
        employee_technical_id: ann,
        organization_codes: [rome],
        date: '2024-02-29T00:00:00+00:00',
        document_type_filters: { year: 2024, site: 'HQ' },
        page_count: 3,
        document_type_metas: { signed_on: '2024-02-29', pages: 12, remark: `From ${rome}` },
      },
      {
        title: 'Payslip 2024-03',
        filename: 'Two é.pdf',
        employee_technical_id: ann,
        organization_codes: [paris, rome],
        date: '2024-04-01T00:00:00+00:00',
        page_count: 1,
        document_type_metas: { signed_on: '2024-04-01', remark: 'From ' },
        document_type_filters: { year: 2025, site: 'HQ' },
      },
      {
        title: 'Payslip',
        filename: 'three.pdf',
        employee_technical_id: bob,
        organization_codes: [lyon],
        date: '2024-04-02T00:00:00+00:00',
        page_count: 1,
        document_type_filters: { site: 'HQ' },
        document_type_metas: { signed_on: '2024-04-02', remark: 'From ' },
      },
    ]
    for (const [index, file] of Object.values(files).entries()) {
      const { id: documentId, document_type_id, created_at, updated_at, ...rest } = filed[index] ?? assert.fail()
      assert.deepEqual(rest, {
        ...common,
        ...expected[index],
        external_reference: null,
        api_uploader_name: null,
        content_type: 'application/pdf',
        size: file.length,
        origin: 'distribution',
        linked_to_vault: true,
        sha256: createHash('sha256').update(file).digest('hex'),
        trashed: false,
        trashed_at: null,
        legal_hold: false,
      })
      assert.ok(new Date(created_at).getTime() >= before.getTime() - 1000 && created_at === updated_at)
      assert.ok((await v2('GET', `/employee_documents/${documentId}/file`)).rawPayload.equals(file))
      const { rows } = await pool.query('SELECT type, actor_type, actor_id, data FROM events WHERE resource_id = $1', [
        documentId,
      ])
      assert.deepEqual(rows, [
        { type: 'employee_document.created', actor_type: 'application', actor_id: 'payroll', data: filed[index] },
      ])
    }
  })

  test('has pages of a spool as documents of their own, dated when they were handed out, and a title from their type', async () => {
    const document_type = await aDocumentType(service, { localized_names: [{ language_code: 'en-us', value: 'Slip' }] })
    const type = await aDistributionType(service, { document_type })
    const bytes = aPdfOf([`Employee no: ${bob}`, 'second', 'Employee no: A1'])

    const id = await delivered([{ type, bytes, filename: 'all.pdf' }])

    const [one, two] = await report(id)
    const first = await documents.read('employee', one?.document_id ?? '')
    assert.deepEqual(
      [first.title, first.filename, first.page_count, first.date, first.size],
      ['Slip', 'Slip.pdf', 2, first.created_at, one?.size],
    )
    assert.deepEqual((await documents.read('employee', two?.document_id ?? '')).organization_codes, [paris, rome])
  })

  test('is completed: its counts say what was delivered, it tells of it once, and mails one to each with an address', async () => {
    const type = await aDistributionType(service)
    const page = (who: string) => `Employee no: ${who}`
    const id = await project()
    const spools = [
      await spool(id, { type, bytes: aPdfOf(['nothing', page('A1'), page(bob)]) }),
      await spool(id, { type, bytes: aPdfOf([page('A1'), page('nobody')]) }),
    ]
    assert.deepEqual(await sumOf(id), ['preparing', 0, 0, 0])
    for (const one of spools) await run(one)
    assert.deepEqual(await sumOf(id), ['waiting_for_validation', 3, 2, 0])
    await validate(id)
    assert.deepEqual(await sumOf(id), ['validated', 3, 2, 0])

    await deliver(id)

    assert.deepEqual(await sumOf(id), ['completed', 3, 2, 3])
    const counts = await Promise.all(spools.map(async (one) => (await readSpool(one)).counts))
    assert.deepEqual(
      counts.map((one) => [one.documents, one.matched, one.unmatched, one.delivered]),
      [
        [3, 2, 1, 2],
        [2, 1, 1, 1],
      ],
    )
    const ended = await read(id)
    assert.ok(ended.ended_at !== null && ended.ended_at === ended.updated_at && ended.validated_at !== null)
    const { rows } = await pool.query(
      `SELECT type, data FROM events WHERE resource_id = $1 AND type LIKE 'distribution_project.%' ORDER BY id`,
      [String(id)],
    )
    assert.deepEqual(
      rows.map((row) => row.type.split('.')[1]),
      ['created', 'ready', 'validated', 'completed'],
    )
    assert.deepEqual(rows.at(-1).data, ended)
    const mails = (await jobsFor(service, 'distributions.mail', 'acme')) as { project_id: number }[]
    assert.equal(mails.filter((one) => one.project_id === id).length, 1)
  })

  test('tells of employees who were deleted meanwhile as employee_gone, and hands out the rest', async () => {
    const gone = await anEmployee(service, { organizations: [lyon], email: 'gone@acme.test' })
    const type = await aDistributionType(service)
    const bytes = aPdfOf([`Employee no: ${gone}`, `Employee no: ${bob}`, `Employee no: ${gone}`, 'Employee no: x'])
    const id = await prepared([{ type, bytes }])
    const unknown = (await report(id)).at(-1)?.id
    const body = { employee_technical_id: gone }
    assert.equal((await v2('PATCH', `/distribution_projects/${id}/documents/${unknown}`, { body })).statusCode, 200)
    const folder = (await folderOf(bob)).length
    await v2('DELETE', `/employees/${gone}`)

    await validate(id)
    await deliver(id)

    assert.deepEqual(
      (await report(id)).map((line) => [line.outcome, line.reason, line.document_id !== null, line.employee_number]),
      [
        ['unmatched', 'employee_gone', false, gone],
        ['matched', null, true, bob],
        ['unmatched', 'employee_gone', false, gone],
        ['unmatched', 'employee_gone', false, 'x'],
      ],
    )
    const { counts, status } = await read(id)
    const { matched, assigned, unmatched, delivered: out } = counts
    assert.deepEqual([status, matched, assigned, unmatched, out], ['completed', 1, 0, 3, 1])
    assert.equal((await folderOf(bob)).length, folder + 1)
    const mails = (await jobsFor(service, 'distributions.mail', 'acme')) as { project_id: number }[]
    assert.equal(mails.filter((one) => one.project_id === id).length, 0)
  })

  test('is handed out once: in 450 parts, with stops between, by two at once and again', async () => {
    const type = await aDistributionType(service)
    const many = await anEmployee(service, { organizations: [rome] })
    const parts = (count: number) => aPdfOf(Array.from({ length: count }, () => `Employee no: ${many}`))
    const id = await prepared([
      { type, bytes: parts(330) },
      { type, bytes: parts(120) },
    ])
    const spools = [...new Set((await report(id)).map((line) => line.distribution_id))]
    await validate(id)
    const stopped = { ...service, signal: AbortSignal.abort() }
    const before = await traces()

    const deliveredNow = async () => {
      const counts = spools.map(async (one) => (await readSpool(one)).counts.delivered)
      return [(await read(id)).status, ...(await Promise.all(counts))]
    }
    assert.deepEqual(await deliveredNow(), ['validated', 0, 0])
    await assert.rejects(deliverProject.run({ client_id: 'acme', project_id: id }, stopped))
    assert.deepEqual(await deliveredNow(), ['delivering', 200, 0])
    await assert.rejects(deliverProject.run({ client_id: 'acme', project_id: id }, stopped))
    assert.deepEqual(await deliveredNow(), ['delivering', 330, 70])
    await Promise.all([deliver(id), deliver(id)])
    assert.deepEqual(await deliveredNow(), ['completed', 330, 120])
    const ended = await read(id)
    await deliver(id)

    assert.deepEqual(await read(id), ended)
    const after = await traces()
    assert.deepEqual(after, { ...before, documents: before.documents + 450, events: before.events + 451 })
    const lines = await report(id)
    assert.deepEqual(
      lines.map((line) => [line.distribution_id, line.position]),
      [330, 120].flatMap((count, at) => Array.from({ length: count }, (_, index) => [spools[at], index + 1])),
    )
    assert.equal(new Set(lines.map((line) => line.document_id)).size, 450)
  })

  test('stays as it is when it was not validated, or is another client’s', async () => {
    const id = await prepared([{ type: await aDistributionType(service), bytes: aPdfOf([`Employee no: ${bob}`]) }])
    const before = await traces()

    await deliver(id)
    await deliver(id, 'rival')
    await deliver(2_000_000_000)

    assert.deepEqual(await sumOf(id), ['waiting_for_validation', 1, 0, 0])
    assert.deepEqual(await traces(), before)
  })
})

describe('GET /distribution_projects/{id}/report', async () => {
  const type = await aDistributionType(service, { format: 'zip_index' })
  const files = { '=1+1.pdf': aPdf('a'), '@x "y", z.pdf': aPdf('b'), 'c.pdf': 'no PDF' }
  const index = [`file,technical_id,title`, `=1+1.pdf,${bob},+title`, `c.pdf,${bob},`, '"@x ""y"", z.pdf",-5,']
  const id = await project()
  const spools = [
    await spool(id, { type, bytes: await indexed(index, files), name: '-first' }),
    await spool(id, { type, bytes: await indexed(['file,technical_id', `d.pdf,${ann}`], { 'd.pdf': aPdf('d') }) }),
  ]
  for (const one of spools.toReversed()) await run(one)
  await validate(id)
  await deliver(id)
  const path = `/distribution_projects/${id}/report`

  async function csvOf(query: string) {
    const answer = await v2('GET', `${path}${query}`)
    assert.equal(answer.statusCode, 200, answer.body)
    return cellsOf(answer.rawPayload)
  }

  function cellsOf(bytes: Buffer): string[][] {
    const csv = new CsvFile()
    return [...csv.read(bytes), ...csv.read(undefined)].map((row) => row.cells)
  }

  test('200 has a line for each part with all that is known, in the order of the spools', async () => {
    const lines = await report(id)

    assert.deepEqual(
      lines.map((line) => [line.distribution_id, line.position, line.file, line.outcome, line.reason]),
      [
        [spools[0], 1, '=1+1.pdf', 'matched', null],
        [spools[0], 2, 'c.pdf', 'rejected', 'not_a_pdf'],
        [spools[0], 3, '@x "y", z.pdf', 'unmatched', 'unknown_employee'],
        [spools[1], 1, 'd.pdf', 'matched', null],
      ],
    )
    const [first] = lines
    const { document_type_code } = await documents.read('employee', first?.document_id ?? '')
    assert.deepEqual(first, {
      id: first?.id,
      distribution_id: spools[0],
      distribution: '-first',
      position: 1,
      file: '=1+1.pdf',
      first_page: null,
      pages: 1,
      size: files['=1+1.pdf'].length,
      outcome: 'matched',
      reason: null,
      message: null,
      employee_number: bob,
      organization: null,
      period: null,
      employee_technical_id: bob,
      employee_name: `Eve ${bob}`,
      employee_terminated: false,
      document_type_code,
      title: '+title',
      document_id: first?.document_id,
      linked_to_vault: true,
      package: null,
      package_status: null,
      package_problem: null,
      package_message: null,
    })
  })

  test('200 as CSV has the same in columns, and nothing that a spreadsheet takes for a formula', async () => {
    const answer = await v2('GET', `${path}?format=csv`)

    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], `attachment; filename="distribution-${id}.csv"`)
    const [header = [], ...rows] = cellsOf(answer.rawPayload)
    assert.deepEqual(header, [
      'distribution_id',
      'distribution',
      'position',
      'file',
      'first_page',
      'pages',
      'outcome',
      'reason',
      'message',
      'employee_number',
      'organization',
      'period',
      'employee_technical_id',
      'employee_name',
      'employee_terminated',
      'document_type_code',
      'title',
      'document_id',
      'linked_to_vault',
      'package',
      'package_status',
      'id',
      'package_problem',
      'package_message',
    ])
    const lines = (await report(id)) as unknown as Record<string, unknown>[]
    assert.deepEqual(
      rows,
      lines.map((line) => header.map((name) => String(line[name] ?? ''))),
    )
    assert.doesNotMatch(answer.body, /(?:^|\r\n|,)"?[=+\-@]/)
    assert.ok(answer.body.includes(",'=1+1.pdf,"))
    assert.deepEqual(
      rows.map((cells) => [cells[1]?.[0], cells[3]]),
      [
        ['-', '=1+1.pdf'],
        ['-', 'c.pdf'],
        ['-', '@x "y", z.pdf'],
        ['s', 'd.pdf'],
      ],
    )
  })

  test('200 has only what is asked for, by outcome and by spool, in both forms', async () => {
    const asked: [string, string[]][] = [
      ['outcome=matched', ['=1+1.pdf', 'd.pdf']],
      [`outcome=matched&distribution_id=${spools[0]}`, ['=1+1.pdf']],
      [`distribution_id=${spools[1]}`, ['d.pdf']],
      ['outcome=left_out', []],
      ['distribution_id=2000000000', []],
    ]
    for (const [query, names] of asked) {
      assert.deepEqual(
        (await report(id, `?${query}`)).map((line) => line.file),
        names,
        query,
      )
      assert.equal((await csvOf(`?format=csv&${query}`)).length, names.length + 1)
    }
    const own = await v2('GET', `/distribution_projects/${await project()}/report?distribution_id=${spools[0]}`)
    assert.deepEqual(own.json(), [])
  })

  test('200 has every line of a large one', async () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `missing-${n + 1}.pdf,${bob}`)
    const large = await prepared([{ type, bytes: await indexed(['file,technical_id', ...rows], {}) }])

    const lines = await report(large)
    const csv = (await v2('GET', `/distribution_projects/${large}/report?format=csv`)).body

    assert.deepEqual(
      lines.map((line) => [line.position, line.file, line.reason]),
      rows.map((_, n) => [n + 1, `missing-${n + 1}.pdf`, 'file_missing']),
    )
    assert.equal(csv.split('\r\n').length, 2502)
    assert.equal((await report(large, '?outcome=rejected')).length, 2500)
    assert.deepEqual((await read(large)).counts.rejected, 2500)
  })

  test('400 on a filter of the wrong kind, and 404 on a project that is not there', async () => {
    const statuses = [
      await v2('GET', `${path}?outcome=lost`),
      await v2('GET', `${path}?format=xml`),
      await v2('GET', `${path}?distribution_id=x`),
      await v2('GET', '/distribution_projects/2000000000/report'),
      await v2('GET', path, { application: 'rival' }),
    ].map((one) => one.statusCode)

    assert.deepEqual(statuses, [400, 400, 400, 404, 404])
  })
})
