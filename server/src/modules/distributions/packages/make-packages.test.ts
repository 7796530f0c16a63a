import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { deliverProject, releaseProjects } from '#modules/distributions/jobs.ts'
import { CsvFile } from '#platform/csv/csv-file.ts'
import { openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { readZip } from '#platform/zip/read-zip.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aPdf, aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, pool } = service
const { prepared, delivered, project, spool, run, deliver, validate, read, report } = distributionCalls(service)
const reader = await openPdfReader()
const signal = new AbortController().signal

await withDistribution(service, {
  paper_configurations: [
    { code: 'one-side', name: 'One side' },
    { code: 'both-sides', name: 'Both sides', address_window: 'left', duplex: true },
  ],
})
const indexed = await aDistributionType(service, { format: 'zip_index', title: '{title}' })

type Row = { to: string; pdf: Buffer; title?: string; organization?: string }

/** A spool with one file for each of these, in their order. */
async function aSpool(rows: Row[]) {
  const lines = rows.map(({ to, title = 'Payslip', organization = '' }, n) => `${n}.pdf,${to},${title},${organization}`)
  const by = rows.some((row) => row.organization) ? 'employee_number' : 'technical_id'
  const index = [`file,${by},title,organization`, ...lines].join('\n')
  const files = Object.fromEntries(rows.map(({ pdf }, n) => [`${n}.pdf`, pdf]))
  return { type: indexed, bytes: await aZip({ 'index.csv': index, ...files }) }
}

const download = (id: number, what: 'packages' | 'manifest') =>
  v2('GET', `/distribution_projects/${id}/${what === 'packages' ? 'packages/file' : what}`)

type Line = Record<string, string>

async function manifestOf(id: number): Promise<Line[]> {
  const answer = await download(id, 'manifest')
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
  return linesOf(answer.rawPayload)
}

function linesOf(bytes: Buffer): Line[] {
  const csv = new CsvFile()
  const [header, ...rows] = [...csv.read(bytes), ...csv.read(undefined)].map((row) => row.cells)
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

/** What is in the ZIP of a campaign, by name, in its order. */
async function filesOf(id: number): Promise<Map<string, Buffer>> {
  const answer = await download(id, 'packages')
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/zip')
  const zip = answer.rawPayload
  const source = {
    sizeBytes: zip.length,
    stream: async (start: number, end: number) => Readable.from([zip.subarray(start, end + 1)], { objectMode: false }),
  }
  const files = new Map<string, Buffer>()
  for await (const entry of readZip(source, { maxEntries: 5000, maxEntryBytes: 10 ** 8 })) {
    files.set(entry.name, await buffer(await entry.open()))
  }
  return files
}

/** The pages of each envelope by its number, as text. */
async function envelopesOf(id: number): Promise<Map<number, string[]>> {
  const files = await filesOf(id)
  const envelopes = (await manifestOf(id)).filter((line) => line.file !== '')
  return new Map(envelopes.map((line) => [Number(line.package), pagesIn(files, line.file ?? '')]))
}

function pagesIn(files: Map<string, Buffer>, name: string): string[] {
  return reader.textOf(files.get(name) ?? assert.fail(`${name} not found.`)).map((text) => text.trimEnd())
}

const addressIn = (line: Line) =>
  Array.from({ length: 8 }, (_, index) => line[`address_${index + 1}`]).filter((one) => one !== '')

const ADDRESS = { address: '5 Rue du Lac', address_2: 'Bât. C', postcode: '69000', city: 'Lyon', country: 'France' }
const OWN_LINES = ['5 Rue du Lac', 'Bât. C', '69000 Lyon', 'France']

const first = unique('1-org')
const second = unique('2-org')
await anOrganization(service, { code: first, name: 'Werk Köln' })
await anOrganization(service, { code: second, name: 'Завод' })

describe('an envelope for each document, to the address of each employee', async () => {
  const own = { ...ADDRESS, organizations: [first] }
  const zoe = await anEmployee(service, { ...own, first_name: 'Zoë', last_name: 'Zwart' })
  const boris = await anEmployee(service, { ...own, first_name: 'Борис', last_name: 'Ёлкин', city: 'Αθήνα' })
  const early = await anEmployee(service, { first_name: 'A', last_name: 'Aa', organizations: [second] })
  const free = await anEmployee(service, {
    ...ADDRESS,
    address_2: '\n\tBât.\n\n C\n',
    first_name: 'No',
    last_name: 'Place',
  })
  const id = await delivered(
    [
      await aSpool([
        { to: free, pdf: aPdf('of free') },
        { to: early, pdf: aPdf('of early') },
        { to: zoe, pdf: aPdfOf(['one of zoe', 'two of zoe']), title: 'Contract' },
        { to: boris, pdf: aPdf('of boris') },
      ]),
      await aSpool([{ to: zoe, pdf: aPdf('last of zoe'), title: 'Letter' }]),
    ],
    { delivery_paper_conf: 'one-side', name: 'The campaign', package_contact: 'help@acme.test' },
  )
  const lines = await manifestOf(id)
  const envelopes = await envelopesOf(id)

  test('200 are numbered by organization and name, those of no organization last', async () => {
    assert.deepEqual(
      lines.map((line) => [line.package, line.employee_technical_id, line.organization]),
      [zoe, zoe, boris, early, free].map((one, index) => [
        String(index + 1),
        one,
        [first, first, first, second, ''][index],
      ]),
    )
    assert.equal((await read(id)).packages_count, 5)
  })

  test('200 have a manifest with every column, and figures that are right', () => {
    const [line] = lines
    assert.deepEqual(line, {
      package: '1',
      file: `000001-${zoe}.pdf`,
      employee_technical_id: zoe,
      employee_name: 'Zoë Zwart',
      organization: first,
      documents: '1',
      pages: '3',
      sheets: '3',
      address_1: 'Zoë Zwart',
      address_2: '5 Rue du Lac',
      address_3: 'Bât. C',
      address_4: '69000 Lyon',
      address_5: 'France',
      address_6: '',
      address_7: '',
      address_8: '',
      problem: '',
      sha256: line?.sha256,
    })
    assert.deepEqual(
      lines.map(({ documents, pages, sheets, problem }) => [documents, pages, sheets, problem]),
      [
        ['1', '3', '3', ''],
        ['1', '2', '2', ''],
        ['1', '2', '2', ''],
        ['1', '2', '2', `The address of employee ${early} is missing.`],
        ['1', '2', '2', ''],
      ],
    )
  })

  test('have the page with name and address first, and what is in them and the contact at its foot', () => {
    const notes = (number: number, title: string) => [`The campaign · ${number}`, title, 'help@acme.test']
    const expected: [string[], string[]][] = [
      [
        ['Zoë Zwart', ...OWN_LINES, ...notes(1, 'Contract')],
        ['one of zoe', 'two of zoe'],
      ],
      [['Zoë Zwart', ...OWN_LINES, ...notes(2, 'Letter')], ['last of zoe']],
      [['Борис Ёлкин', '5 Rue du Lac', 'Bât. C', '69000 Αθήνα', 'France', ...notes(3, 'Payslip')], ['of boris']],
      [['A Aa', ...notes(4, 'Payslip')], ['of early']],
      [['No Place', ...OWN_LINES, ...notes(5, 'Payslip')], ['of free']],
    ]
    for (const [index, [letter, documents]] of expected.entries()) {
      const [page = '', ...rest] = envelopes.get(index + 1) ?? []
      assert.deepEqual(page.replaceAll(/ +/g, ' ').split('\n'), letter)
      assert.deepEqual(rest, documents)
    }
  })

  test('200 lie in a ZIP with the manifest, as long as it says, and with its checksums', async () => {
    const files = await filesOf(id)

    assert.deepEqual([...files.keys()], ['manifest.csv', ...lines.map((line) => line.file)])
    assert.deepEqual(files.get('manifest.csv'), (await download(id, 'manifest')).rawPayload)
    for (const { file = '', pages, sha256 } of lines) {
      const bytes = files.get(file) ?? Buffer.alloc(0)
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
      assert.equal(String(reader.textOf(bytes).length), pages)
    }
  })

  test('200 are the same bytes, however often they are downloaded', async () => {
    const one = await download(id, 'packages')
    const two = await download(id, 'packages')

    assert.ok(one.rawPayload.equals(two.rawPayload))
    assert.equal(one.headers['content-disposition'], `attachment; filename="packages-${id}.zip"`)
    const { headers } = await download(id, 'manifest')
    assert.equal(headers['content-disposition'], `attachment; filename="manifest-${id}.csv"`)
  })

  test('hold every document that was handed out, each in one of them', async () => {
    const packed = (await report(id)).map((line) => [line.employee_technical_id, line.package])

    assert.deepEqual(packed, [
      [free, 5],
      [early, 4],
      [zoe, 1],
      [boris, 3],
      [zoe, 2],
    ])
  })

  test('are not made twice when the project is handed out again', async () => {
    const rows = 'SELECT number, id, sha256, made_at FROM distribution_packages WHERE project_id = $1 ORDER BY number'
    const before = (await pool.query(rows, [id])).rows

    await deliver(id)

    assert.deepEqual((await pool.query(rows, [id])).rows, before)
  })

  test('stand in a window on the right', async () => {
    const [bytes] = [...(await filesOf(id)).values()].slice(1)
    const [start] = reader.charactersOf(bytes ?? Buffer.alloc(0), 1)

    assert.equal(Math.round(start?.left ?? 0), Math.round((105 / 25.4) * 72))
  })

  test('403 and 404 for those who may not see them', async () => {
    const answers = [
      await v2('GET', `/distribution_projects/${id}/packages/file`, { application: 'rival' }),
      await v2('GET', `/distribution_projects/${id}/manifest`, { application: 'rival' }),
      await v2('GET', '/distribution_projects/2000000000/packages/file'),
    ]

    assert.deepEqual(
      answers.map((one) => one.statusCode),
      [404, 404, 404],
    )
  })
})

describe('one envelope for each employee, to the organization, on both sides', async () => {
  const zoe = await anEmployee(service, { ...ADDRESS, last_name: 'Zwart', organizations: [first, second] })
  const ann = await anEmployee(service, { ...ADDRESS, last_name: 'Able', organizations: [second] })
  const free = await anEmployee(service, { ...ADDRESS, last_name: 'Place' })
  const id = await project({
    delivery_paper_conf: 'both-sides',
    regroup_paper_mailing: 'true',
    package_sent_to_orgs: 'true',
    package_address: 'not this one',
    package_city: 'Nowhere',
  })
  const seven = Array.from({ length: 7 }, (_, index) => ({
    to: ann,
    pdf: aPdf(`ann ${index}`),
    title: `Title ${index}`,
  }))
  const spools = [
    await spool(id, await aSpool([{ to: zoe, pdf: aPdfOf(['main 1', 'main 2', 'main 3']), organization: second }])),
    await spool(id, await aSpool([...seven, { to: zoe, pdf: aPdf('annex') }, { to: free, pdf: aPdf('free') }])),
  ]
  // Whichever is read first, the main one is the one that came first.
  for (const one of spools.toReversed()) await run(one)
  await validate(id)
  await deliver(id)
  const lines = await manifestOf(id)
  const envelopes = await envelopesOf(id)

  test('200 lie in a folder for each organization: that of the first document, or none', async () => {
    assert.deepEqual(
      lines.map((line) => [line.file, line.organization, line.documents]),
      [
        [`${second}/000001-${ann}.pdf`, second, '7'],
        [`${second}/000002-${zoe}.pdf`, second, '2'],
        [`000003-${free}.pdf`, '', '1'],
      ],
    )
    assert.deepEqual([...(await filesOf(id)).keys()], ['manifest.csv', ...lines.map((line) => line.file)])
  })

  test('go to the organization by its name, with the name of the employee, and never to the own address', () => {
    assert.deepEqual(lines.map(addressIn), [['Eve Able', 'Завод'], ['Eve Zwart', 'Завод'], ['Eve Place']])
    assert.deepEqual(envelopes.get(1)?.[0]?.split('\n').slice(0, 2), ['Eve Able', 'Завод'])
  })

  test('have the documents of the main spool first, and each document begins on a sheet of its own', () => {
    assert.deepEqual(envelopes.get(2)?.slice(1), ['', 'main 1', 'main 2', 'main 3', '', 'annex', ''])
    assert.deepEqual(
      lines.map(({ pages, sheets }) => [pages, sheets]),
      [
        ['16', '8'],
        ['8', '4'],
        ['4', '2'],
      ],
    )
  })

  test('name the first five documents at the foot, and how many more there are', () => {
    const letter = envelopes.get(1)?.[0]?.replaceAll(/\s+/g, ' ') ?? ''

    assert.match(letter, /Title 0 · Title 1 · Title 2 · Title 3 · Title 4 · \+ 2$/)
  })

  test('stand in a window on the left', async () => {
    const [bytes] = [...(await filesOf(id)).values()].slice(-1)
    const [start] = reader.charactersOf(bytes ?? Buffer.alloc(0), 1)

    assert.equal(Math.round(start?.left ?? 0), Math.round((25 / 25.4) * 72))
  })

  test('hold every document of the report once', async () => {
    const numbers = (await report(id)).map((line) => line.package)

    assert.deepEqual(numbers, [2, 1, 1, 1, 1, 1, 1, 1, 2, 3])
  })
})

test('an envelope goes to an organization of whom it is sent to, wherever the document was first meant for', async () => {
  const ann = await anEmployee(service, { last_name: 'A', organizations: [first] })
  const bob = await anEmployee(service, { last_name: 'B', organizations: [second] })
  const cyd = await anEmployee(service, { last_name: 'C', organizations: [first] })
  const rows = [ann, cyd].map((to) => ({ to, pdf: aPdf(to), organization: first }))
  const id = await prepared([await aSpool(rows)], { delivery_paper_conf: 'one-side', package_sent_to_orgs: '1' })
  const [line] = await report(id)
  const body = { employee_technical_id: bob }
  await v2('PATCH', `/distribution_projects/${id}/documents/${line?.id}`, { body })
  await anEmployee(service, { technical_id: cyd, last_name: 'C', organizations: [second] })
  await validate(id)

  await deliver(id)

  assert.deepEqual(
    (await manifestOf(id)).map((one) => [one.file, addressIn(one)]),
    [
      [`${second}/000001-${bob}.pdf`, ['Eve B', 'Завод']],
      [`${second}/000002-${cyd}.pdf`, ['Eve C', 'Завод']],
    ],
  )
})

test('an address of the widest letters is cut, and does not keep the project from being completed', async () => {
  const wide = '\u2031'.repeat(255)
  const address = { address: wide, address_2: wide, address_3: wide, city: wide, country: wide }
  const ann = await anEmployee(service, { ...address, first_name: wide.slice(0, 80), organizations: [first] })
  const form = { delivery_paper_conf: 'one-side', name: wide, package_contact: wide }

  const id = await delivered([await aSpool([{ to: ann, pdf: aPdf('ann'), title: wide }])], form)

  assert.equal((await read(id)).status, 'completed')
  assert.deepEqual(
    [...(await envelopesOf(id)).values()].map((pages) => pages.slice(1)),
    [['ann']],
  )
})

describe('envelopes to the address of the project', async () => {
  const ann = await anEmployee(service, { ...ADDRESS, first_name: '=1+1', last_name: 'Able', organizations: [first] })
  const bob = await anEmployee(service, { last_name: 'Broke', organizations: [first] })
  /** It says that it has a page, and has none. */
  const hollow = Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      '2 0 obj\n<< /Type /Pages /Kids [9 0 R] /Count 1 >>\nendobj\n' +
      'trailer\n<< /Size 3 /Root 1 0 R >>\n%%EOF\n',
  )
  const id = await delivered(
    [
      await aSpool([
        { to: bob, pdf: hollow },
        { to: ann, pdf: aPdf('ann') },
        { to: bob, pdf: aPdf('bob') },
      ]),
    ],
    {
      delivery_paper_conf: 'one-side',
      package_sent_to_orgs: 'false',
      package_first_name: 'Front',
      package_last_name: 'Desk',
      package_address: '1 High St',
      package_address2: 'Gate 2',
      package_address_3: 'Box 3',
      package_postcode: 'X1',
      package_city: 'Town',
      package_country: 'Land',
    },
  )
  const lines = await manifestOf(id)

  test('have all of its lines below the name of the employee, who needs no address then', async () => {
    const project = ['Front Desk', '1 High St', 'Gate 2', 'Box 3', 'X1 Town', 'Land']

    assert.deepEqual(lines.map(addressIn), [
      ['=1+1 Able', ...project],
      ['Eve Broke', ...project],
      ['Eve Broke', ...project],
    ])
    assert.ok((await download(id, 'manifest')).body.includes(",'=1+1 Able,"))
    assert.deepEqual((await envelopesOf(id)).get(1)?.[0]?.split('\n').slice(0, 7), ['=1+1 Able', ...project])
    assert.deepEqual(
      lines.map((line) => line.organization),
      [first, first, first],
    )
    assert.ok(lines.every((line) => !line.file?.includes('/')))
  })

  test('are told as a problem when a document cannot be printed; it is in the folder, and the others are printed', async () => {
    assert.deepEqual(
      lines.map(({ file, pages, sheets, problem }) => [file !== '', pages, sheets, problem]),
      [
        [true, '2', '2', ''],
        [false, '', '', 'A document cannot be printed.'],
        [true, '2', '2', ''],
      ],
    )
    assert.equal((await filesOf(id)).size, 3)
    const { status, counts, packages_count } = await read(id)
    assert.deepEqual([status, counts.delivered, packages_count], ['completed', 3, 3])
  })

  test('200 are all in the manifest, also when they are more than are read at once', async () => {
    await pool.query(
      `INSERT INTO distribution_packages (client_id, project_id, number, id, employee_key, made_at)
       SELECT client_id, project_id, n, gen_random_uuid(), employee_key, made_at FROM distribution_packages,
         generate_series(4, 2300) AS n WHERE project_id = $1 AND number = 1`,
      [id],
    )

    const numbers = (await manifestOf(id)).map((line) => Number(line.package))

    assert.deepEqual(
      numbers,
      Array.from({ length: 2300 }, (_, index) => index + 1),
    )
  })
})

describe('GET /distribution_projects/{id}/packages/file and /manifest', () => {
  const both = async (id: number) =>
    Promise.all([download(id, 'packages'), download(id, 'manifest')]).then((answers) =>
      answers.map((one) => one.statusCode),
    )

  test('404 without paper: no envelopes are made', async () => {
    const ann = await anEmployee(service, { ...ADDRESS, organizations: [first] })
    const id = await delivered([await aSpool([{ to: ann, pdf: aPdf('ann') }])], { delivery_paper_conf: 'no-paper' })

    assert.deepEqual(await both(id), [404, 404])
    assert.equal((await read(id)).packages_count, 0)
    assert.deepEqual(
      (await report(id)).map((line) => line.package),
      [null],
    )
  })

  test('400 until the project was handed out, 200 then, and 400 once the envelopes are no longer kept', async () => {
    const type = await aDistributionType(service)
    const people = await Promise.all(
      Array.from({ length: 60 }, () => anEmployee(service, { ...ADDRESS, organizations: [first] })),
    )
    const bytes = aPdfOf(['nobody', ...people.map((one) => `Employee no: ${one}`)])
    const id = await prepared([{ type, bytes }], { delivery_paper_conf: 'one-side' })
    assert.deepEqual(await both(id), [400, 400])
    await validate(id)
    assert.deepEqual(await both(id), [400, 400])

    // It stops after the first fifty.
    const stop = new AbortController()
    let puts = 0
    const put: typeof service.blobs.put = (...given) => {
      puts += 1
      if (puts === 20) stop.abort()
      return service.blobs.put(...given)
    }
    const context = { ...service, blobs: { ...service.blobs, put }, signal: stop.signal }
    await assert.rejects(deliverProject.run({ client_id: 'acme', project_id: id }, context))
    const made = 'SELECT number FROM distribution_packages WHERE project_id = $1 AND made_at IS NOT NULL'
    assert.deepEqual([(await pool.query(made, [id])).rowCount, puts], [50, 50])
    assert.deepEqual(await both(id), [400, 400])

    await Promise.all([deliver(id), deliver(id)])

    assert.deepEqual(await both(id), [200, 200])
    assert.deepEqual([(await manifestOf(id)).length, (await read(id)).packages_count], [60, 60])
    const packed = (await report(id)).map((line) => line.package)
    assert.deepEqual([packed[0], new Set(packed).size, Math.max(...packed.map(Number))], [null, 61, 60])

    await pool.query(`UPDATE distribution_projects SET ended_at = now() - interval '31 days' WHERE id = $1`, [id])
    await releaseProjects.run({}, { ...service, signal })
    assert.deepEqual(await both(id), [400, 400])
  })
})
