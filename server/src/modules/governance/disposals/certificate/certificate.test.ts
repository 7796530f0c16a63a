import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { verify, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { upsertImage } from '#modules/documents/previews/queries.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { disposalCalls, holdCalls } from '#test/harness/features/governance.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, db, blobs } = service
const { aDocument } = filingCalls(service)
const { placed } = holdCalls(service)
const { aPolicy, make, made, run, read } = disposalCalls(service)

const certificateOf = (id: string) => v2('GET', `/disposals/${id}/certificate`)

async function filed(count: number) {
  const organization = await anOrganization(service)
  const employee = await anEmployee(service, { organizations: [organization] })
  const documents = []
  for (let n = 0; n < count; n += 1) {
    documents.push(await aDocument('employee', { employee_technical_id: employee, file: aPdf(`${organization} ${n}`) }))
  }
  return { organization, employee, documents }
}
/** What an upload left behind names the bytes for a day. */
const forgetUploads = () => db.deleteFrom('uploads').execute()
const countPicturesOf = async (sha256: string) =>
  (await db.selectFrom('document_images').select('sha256').where('source_sha256', '=', sha256).execute()).length
/** As the preview of a document leaves one behind. */
async function aPictureOf(source: string): Promise<string> {
  const image = await blobs.put(Readable.from([`picture of ${source}`]))
  const client = { id: 'acme', languages: [] }
  await db.transaction().execute((tx) => upsertImage(tx, client, { source, variant: 'small', image, now: new Date() }))
  return image.sha256
}
const isStored = async (sha256: string) => (await blobs.size(sha256)) !== undefined

describe('GET /disposals/{id}/certificate', () => {
  test('200 says what went, what was kept and why, without a title or a name', async () => {
    const { organization, documents } = await filed(3)
    const hold = await placed({ document_ids: [documents[0]?.id ?? ''] })
    const policy = await aPolicy(organization, { legal_basis: 'Labour code' })

    const { id, counts, completed_at } = await made(policy)
    const answer = await certificateOf(id)
    const certificate = answer.json()

    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/json'])
    assert.deepEqual([certificate.version, certificate.client, certificate.disposal_id], [1, 'acme', id])
    assert.deepEqual([certificate.policy.id, certificate.policy.legal_basis], [policy, 'Labour code'])
    assert.deepEqual([certificate.counts, certificate.completed_at], [counts, completed_at])
    assert.deepEqual(
      certificate.items.map((one: { resource_id: string; files: { sha256: string; size: number }[] }) => [
        one.resource_id,
        ...one.files.map(({ sha256, size }) => `${sha256} ${size}`),
      ]),
      documents.slice(1).map((one) => [one.id, `${one.sha256} ${one.size}`]),
    )
    assert.deepEqual(certificate.kept, [
      {
        resource_type: 'employee_document',
        resource_id: documents[0]?.id,
        reason: 'legal_hold',
        legal_hold_ids: [hold.id],
      },
    ])
    for (const { title } of documents) assert.ok(!answer.body.includes(title))
  })

  test('its seal holds over its bytes, and over no others', async () => {
    const { organization } = await filed(1)
    const { id } = await made(await aPolicy(organization))
    const { rawPayload } = await certificateOf(id)

    const seal = await v2('GET', `/disposals/${id}/certificate/seal`)

    const [head = '', payload, signature = ''] = seal.body.split('.')
    const { alg, x5c, iat } = JSON.parse(Buffer.from(head, 'base64url').toString())
    const { publicKey } = new X509Certificate(Buffer.from(x5c[0], 'base64'))
    const holds = (bytes: Buffer) =>
      verify(
        'sha256',
        Buffer.from(`${head}.${bytes.toString('base64url')}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    assert.deepEqual([seal.headers['content-type'], payload, alg], ['application/jose', '', 'ES256'])
    assert.ok(Math.abs(iat - service.clock.now().getTime() / 1000) < 60)
    assert.deepEqual([holds(rawPayload), holds(Buffer.concat([rawPayload, Buffer.from(' ')]))], [true, false])
  })

  test('200 as a PDF that a reader finds signed, and that names the JSON', async (t) => {
    const { organization, documents } = await filed(1)
    const { id } = await made(await aPolicy(organization))
    const json = await certificateOf(id)
    const folder = await mkdtemp(join(tmpdir(), 'dossier-certificate-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'certificate.pdf')

    const answer = await v2('GET', `/disposals/${id}/certificate?format=pdf`)
    await writeFile(file, answer.rawPayload)

    const run = promisify(execFile)
    const { stdout: text } = await run('pdftotext', ['-raw', file, '-'])
    const { stdout: signatures } = await run('pdfsig', [file]).catch((error) => error)
    const flat = text.replaceAll(/\s/g, '')
    assert.equal(answer.headers['content-type'], 'application/pdf')
    assert.ok(flat.includes(documents[0]?.sha256 ?? '?'))
    assert.ok(flat.includes(String(json.headers.etag).replaceAll('"', '')))
    assert.match(signatures, /Signature Validation: Signature is Valid/)
    assert.match(signatures, /Total document signed/)
  })

  test('404 before the end, and where nothing was destroyed', async () => {
    const { organization } = await filed(1)
    const { id } = (await make(await aPolicy(organization, { action: 'trash' }))).json()
    const early = await certificateOf(id)
    await run(id)
    assert.deepEqual([early.statusCode, (await certificateOf(id)).statusCode], [404, 404])
    assert.equal((await v2('GET', `/disposals/${id}/certificate/seal`)).statusCode, 404)
    assert.equal((await read(id)).has_certificate, false)
  })
})

describe('the event of a document that was disposed of', () => {
  for (const kind of ['employee', 'company'] as const) {
    test(`shows the ${kind} document as it was`, async () => {
      const [organization, other] = [await anOrganization(service), await anOrganization(service)]
      const employee = await anEmployee(service, { organizations: [organization] })
      const owner =
        kind === 'employee' ? { employee_technical_id: employee } : { organization_codes: [organization, other] }
      const one = await aDocument(kind, { ...owner, title: 'Été "№ 1"', external_unique_id: `x-${organization}` })
      const two = await aDocument(kind, owner)
      await v2('POST', `/${kind}_documents/${two.id}/trash`)
      const shown = await Promise.all(
        [one, two].map(async ({ id }) => (await v2('GET', `/${kind}_documents/${id}`)).json()),
      )

      await made(await aPolicy(organization, { resource_type: `${kind}_document` }))

      const events = await db
        .selectFrom('events')
        .selectAll()
        .where('type', '=', `${kind}_document.deleted`)
        .where('resource_id', 'in', [one.id, two.id])
        .orderBy('id')
        .execute()
      assert.deepEqual(
        events.map(({ data }) => data),
        shown,
      )
      assert.deepEqual(
        events.map(({ data }) => Object.keys(data as object)),
        shown.map((document) => Object.keys(document)),
      )
      assert.deepEqual([...new Set(events.map(({ actor_type }) => actor_type))], ['system'])
    })
  }
})

describe('the bytes of what was disposed of', () => {
  const outcomesOf = async (id: string) =>
    (await certificateOf(id)).json().items.map((one: { files: { outcome: string }[] }) => one.files[0]?.outcome)

  test('stay in the vault of the employee, and the certificate says so', async () => {
    const { organization, documents } = await filed(1)
    await forgetUploads()
    const { id } = await made(await aPolicy(organization))
    assert.deepEqual([await outcomesOf(id), await isStored(documents[0]?.sha256 ?? '')], [['in_vault'], true])
  })

  test('are gone when it says that they were removed, and stay when another document has them', async () => {
    const [organization, elsewhere] = [await anOrganization(service), await anOrganization(service)]
    const [alone, twice] = [aPdf(`${organization} alone`), aPdf(`${organization} twice`)]
    const company = (file: Buffer, code: string) => aDocument('company', { file, organization_codes: [code] })
    const [one, other] = [await company(alone, organization), await company(twice, organization)]
    const kept = await company(twice, elsewhere)
    await forgetUploads()

    const { id } = await made(await aPolicy(organization, { resource_type: 'company_document' }))

    assert.deepEqual(await outcomesOf(id), ['removed', 'shared'])
    assert.deepEqual([await isStored(one.sha256), await isStored(other.sha256)], [false, true])
    assert.deepEqual((await v2('GET', `/company_documents/${kept.id}/file`)).rawPayload, twice)
  })

  test('go together with the pictures that were made of them, unless another document has the file', async () => {
    const [organization, elsewhere] = [await anOrganization(service), await anOrganization(service)]
    const [alone, twice] = [aPdf(`${organization} alone`), aPdf(`${organization} twice`)]
    const company = (file: Buffer, code: string) => aDocument('company', { file, organization_codes: [code] })
    const going = [await company(alone, organization), await company(twice, organization)]
    await company(twice, elsewhere)
    const pictures: string[] = []
    for (const { sha256 } of going) pictures.push(await aPictureOf(sha256))
    await forgetUploads()

    await made(await aPolicy(organization, { resource_type: 'company_document' }))

    assert.deepEqual(await Promise.all(pictures.map(isStored)), [false, true])
    assert.deepEqual(await Promise.all(going.map(({ sha256 }) => countPicturesOf(sha256))), [0, 1])
  })

  test('wait for a backup that copies files', async () => {
    const { organization } = await filed(1)
    const { id } = (await make(await aPolicy(organization))).json()
    const backup = await service.pool.connect()
    await backup.query(`SELECT pg_advisory_lock(hashtextextended('files kept for a backup', 0))`)

    await run(id)
    const meanwhile = await read(id)
    await backup.query(`SELECT pg_advisory_unlock(hashtextextended('files kept for a backup', 0))`)
    backup.release()
    await run(id)

    assert.deepEqual([meanwhile.status, (await read(id)).status], ['processing', 'completed'])
  })
})
