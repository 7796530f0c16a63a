import assert from 'node:assert/strict'
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { describe, test } from 'node:test'
import { PACKAGE_KINDS, type PackageKind } from '#kernel/personal-data/collector.ts'
import type { DeclaredColumns } from '#kernel/personal-data/columns.ts'
import { SHARED_COLUMNS } from '#kernel/personal-data/shared-columns.ts'
import { MODULES } from '#modules/index.ts'
import { COLLECTORS } from '#src/worker.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { type OpenedPackage, packageCalls } from '#test/harness/features/access-packages.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { holdCalls } from '#test/harness/features/governance.ts'
import { noteCalls } from '#test/harness/features/notes.ts'
import { requestCalls } from '#test/harness/features/requests.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2, blobs, db } = service
const { opened, asked, build, read, ask } = packageCalls(service)
const { uploaded } = documentCalls(service)
const { written } = noteCalls(service)
const { made, commented } = requestCalls(service)
const { placed } = holdCalls(service)
const signatures = signatureCalls(service)

const document_type_code = await aDocumentType(service, { visible_by_employee: true })
const top = await anOrganization(service)
const manager = await aManager(service, {
  first_name: 'Manfred',
  last_name: 'Managerson',
  profiles: [{ role: await aRole(service), organizations: [top], include_below: true }],
})
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const originals = ({ files }: OpenedPackage) =>
  [...files].filter(([name]) => name.startsWith('files/')).map(([, bytes]) => sha256Of(bytes))
const everythingIn = ({ files }: OpenedPackage) =>
  [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n')
const anEmployeeOf = (over: object = {}) => anEmployee(service, { organizations: [top], ...over })

describe('what modules hand out', () => {
  for (const kind of PACKAGE_KINDS) {
    test(`${kind} has a collector`, () => assert.ok(COLLECTORS.some((one) => one.kind === kind)))
  }

  test('each module hands out what its columns are declared to be handed out as, and nothing that is not declared', () => {
    const shared = kindsOf(SHARED_COLUMNS)
    for (const { name, personalData } of MODULES) {
      const declared = kindsOf([personalData?.columns ?? []].flat())
      const collected = personalData?.collectors?.map(({ kind }) => kind) ?? []
      const mayHave = [...declared, ...shared]

      assert.deepEqual(
        declared.filter((kind) => !collected.includes(kind)),
        [],
        `${name} says that it hands these out`,
      )
      assert.deepEqual(
        collected.filter((kind) => !mayHave.includes(kind)),
        [],
        `${name} hands these out`,
      )
    }
  })
})

function kindsOf(columns: readonly DeclaredColumns[]): PackageKind[] {
  const holdings = columns.flatMap((one) => Object.values(one.holdings))
  return holdings.flatMap(({ handedOut }) => (typeof handedOut === 'string' ? [handedOut] : []))
}

describe('a package', () => {
  test('has a file for each kind, also when empty, and a manifest that names every file with its hash', async () => {
    const employee = await anEmployeeOf()

    const found = await opened(employee)

    const { manifest, files } = found
    assert.deepEqual(
      manifest.kinds.map(({ kind }) => kind),
      [...PACKAGE_KINDS],
    )
    assert.deepEqual(manifest.left_out, [])
    for (const { kind, count, path } of manifest.kinds) {
      const content = JSON.parse(files.get(path)?.toString('utf8') ?? '')
      assert.equal(count, Array.isArray(content) ? content.length : 1, kind)
    }
    const named = manifest.entries.map(({ path }) => path).toSorted()
    assert.deepEqual(named, [...files.keys()].filter((one) => !one.startsWith('manifest.')).toSorted())
    for (const { path, size, sha256 } of manifest.entries) {
      const bytes = files.get(path) ?? assert.fail(path)
      assert.deepEqual([size, sha256], [bytes.length, sha256Of(bytes)], path)
    }
    assert.equal((await read(found.id)).entries_count, files.size)
  })

  test('is sealed: the signature holds over the manifest, and over nothing else', async () => {
    const { files } = await opened(await anEmployeeOf())
    const manifest = files.get('manifest.json') ?? assert.fail()
    const [head = '', payload, signature = ''] = (files.get('manifest.json.jws')?.toString() ?? '').split('.')
    const { alg, x5c } = JSON.parse(Buffer.from(head, 'base64url').toString())
    const { publicKey } = new X509Certificate(Buffer.from(x5c[0], 'base64'))
    const holds = (bytes: Buffer) =>
      verify(
        'sha256',
        Buffer.from(`${head}.${bytes.toString('base64url')}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )

    assert.deepEqual([alg, payload, holds(manifest)], ['ES256', '', true])
    assert.equal(holds(Buffer.concat([manifest, Buffer.from(' ')])), false)
  })

  test('has the originals byte for byte: documents, those of the trash, and files of requests and internal comments', async () => {
    const employee = await anEmployeeOf()
    // One is read at once, the other in parts.
    const [one, trashed] = [aPdf(unique('one')), Buffer.concat([aPdf(unique('two')), randomBytes(3_000_000)])]
    await uploaded({ document_type_code, employee_technical_id: employee }, { file: one })
    const id = await uploaded(
      { document_type_code, employee_technical_id: employee },
      { file: trashed, filename: 'large.bin' },
    )
    await v2('PUT', `/employee_documents/${id}/trash`)
    const request = await made({ creator_technical_id: manager, employee_technical_id: employee })
    await commented(request.id, { body: 'Only for managers', internal: true, author_technical_id: manager })

    const found = await opened(employee)

    assert.deepEqual(originals(found).toSorted(), [one, trashed].map(sha256Of).toSorted())
    const [shown] =
      found.data<{ id: string; comments: { body: string; internal: boolean; by: string }[] }[]>('requests')
    assert.deepEqual(
      shown?.comments.map(({ body, internal, by }) => [body, internal, by]),
      [['Only for managers', true, 'manager']],
    )
    const trash = found
      .data<{ id: string; trashed: boolean; files: { path: string }[] }[]>('documents')
      .find((each) => each.id === id)
    assert.equal(trash?.trashed, true)
    assert.ok(found.files.has(trash?.files[0]?.path ?? ''))
  })

  test('names nobody else: no manager, no co-signer, no hold, no other employee', async () => {
    const [employee, other] = [await anEmployeeOf(), await anEmployeeOf({ first_name: 'Olga', last_name: 'Otherwise' })]
    const id = await uploaded({
      document_type_code,
      employee_technical_id: employee,
      api_uploader_name: 'Ulla Uploader',
    })
    await uploaded({ document_type_code, employee_technical_id: other, title: 'Secret of Olga' })
    const hold = await placed({ document_ids: [id] }, { name: 'Investigation of all' })
    await written('employees', { employee_technical_id: employee, description: 'A note', author_technical_id: manager })
    const request = await made({ creator_technical_id: manager, employee_technical_id: employee })
    await commented(request.id, { body: 'Hello', author_technical_id: manager })
    await v2('PATCH', `/employees/${employee}`, { body: { city: 'Lyon' } })
    const signing = await signatures.started({
      employee_technical_id: employee,
      signers: [
        { type: 'employee', technical_id: employee },
        { type: 'employee', technical_id: other },
        { type: 'external', first_name: 'Xaver', last_name: 'External', email: 'xaver@outside.test' },
      ],
    })
    await auditCalls(service).chain()

    const found = await opened(employee)

    const all = everythingIn(found)
    const names = ['Managerson', manager, 'Otherwise', other, 'Olga', 'Ulla Uploader', 'Xaver', 'xaver@outside.test']
    for (const secret of [...names, hold.name, hold.id, 'legal_hold']) assert.ok(!all.includes(secret), secret)
    const [process] =
      found.data<{ id: string; other_signers: number; your_signature: { status: string } }[]>('signatures')
    assert.deepEqual([process?.id, process?.other_signers, process?.your_signature.status], [signing.id, 2, 'asked'])
    const types = found.data<{ type: string }[]>('events').map(({ type }) => type)
    for (const type of [
      'employee.updated',
      'employee_document.created',
      'note.created',
      'request.created',
      'signature_process.created',
    ])
      assert.ok(types.includes(type), type)
  })

  test('tells of a process about another employee only what the subject did', async () => {
    const [signer, about] = [await anEmployeeOf(), await anEmployeeOf()]
    const { id, title } = await signatures.started({
      employee_technical_id: about,
      signers: [{ type: 'employee', technical_id: signer }],
    })

    const found = await opened(signer)

    const [process] = found.data<{ id: string; about_another_person: boolean; files?: unknown }[]>('signatures')
    assert.deepEqual([process?.id, process?.about_another_person, process?.files], [id, true, undefined])
    assert.deepEqual(originals(found), [])
    assert.ok(!everythingIn(found).includes(title))
  })

  test('leaves out what was excluded: no file, no event, and no trace of its ids', async () => {
    const employee = await anEmployeeOf()
    const note = await written('employees', { employee_technical_id: employee })
    const document = await uploaded({ document_type_code, employee_technical_id: employee })
    await v2('DELETE', `/notes/${note}`)
    const another = await written('documents', { document_id: document })
    await auditCalls(service).chain()

    const found = await opened(employee, { exclude: ['notes', 'documents', 'vault', 'mails'] })

    assert.deepEqual(found.manifest.left_out, ['documents', 'vault', 'notes', 'mails'])
    for (const kind of ['notes', 'documents', 'vault', 'mails']) assert.ok(!found.files.has(`data/${kind}.json`))
    for (const id of [note, document, another]) {
      const naming = [...found.files].filter(([, bytes]) => bytes.includes(id)).map(([name]) => name)
      assert.deepEqual(naming, [], id)
    }
    assert.match(found.html, /Not included/)
  })

  test('keeps what is shared once, under one name for both', async () => {
    const employee = await anEmployeeOf()
    const file = aPdf(unique('same'))
    await uploaded({ document_type_code, employee_technical_id: employee, title: 'First' }, { file })
    await uploaded({ document_type_code, employee_technical_id: employee, title: 'Second' }, { file })

    const found = await opened(employee)

    const paths = found.data<{ files: { path: string }[] }[]>('documents').map(({ files }) => files[0]?.path)
    assert.equal(originals(found).length, 1)
    assert.deepEqual(new Set(paths).size, 1)
  })

  test('has mails without their subject where the address is not the employee’s alone', async () => {
    const email = `${unique('shared')}@acme.test`
    const [employee, namesake] = [
      await anEmployeeOf({ email }),
      await anEmployeeOf({ email: `${unique('own')}@acme.test` }),
    ]
    await anEmployeeOf({ email: email.toUpperCase() })
    const own = (await v2('GET', `/employees/${namesake}`)).json().email
    for (const recipient of [email, own]) {
      await service.pool.query(
        `INSERT INTO mails (client_id, recipient, subject, kind, attempts, attempted_at, sent_at, search_text)
         VALUES ('acme', $1, 'About somebody', 'request', 1, now(), now(), '')`,
        [recipient],
      )
    }

    const subjectsIn = async (id: string) =>
      (await opened(id)).data<{ subject: string | null }[]>('mails').map(({ subject }) => subject)

    assert.deepEqual([await subjectsIn(employee), await subjectsIn(namesake)], [[null], ['About somebody']])
  })

  test('fails and names the file that cannot be read; the events say so, and another can be asked for', async () => {
    const employee = await anEmployeeOf()
    const file = aPdf(unique('lost'))
    const document = await uploaded({ document_type_code, employee_technical_id: employee }, { file })
    await blobs.delete(sha256Of(file))

    const id = await asked(employee)
    await build(id)

    const { status, error, sha256 } = await read(id)
    assert.deepEqual([status, error, sha256], ['failed', `The file of documents ${document} cannot be read.`, null])
    assert.deepEqual(await eventsOf(db, id), ['access_package.created', 'access_package.failed'])
    assert.equal((await ask(employee)).statusCode, 201)
  })

  test('is tried again while the store does not answer, and fails in the end', async () => {
    const employee = await anEmployeeOf()
    await uploaded({ document_type_code, employee_technical_id: employee }, { file: aPdf(unique('away')) })
    const id = await asked(employee)
    await service.pool.query('ALTER TABLE document_types RENAME TO lost')

    for (let tries = 1; tries <= 5; tries += 1) {
      await assert.rejects(build(id), /document_types/)
      assert.equal((await read(id)).status, tries < 5 ? 'building' : 'failed')
    }
    await service.pool.query('ALTER TABLE lost RENAME TO document_types')
  })

  test('of two workers who make the same one, the first is right, and the bytes of the other go', async () => {
    const id = await asked(await anEmployeeOf())
    const before = new Set<string>()
    for await (const { key } of blobs.list()) before.add(key)

    await Promise.all([build(id), build(id)])

    const added: string[] = []
    for await (const { key } of blobs.list()) if (!before.has(key)) added.push(key)
    assert.deepEqual(added, [(await read(id)).sha256])
    assert.deepEqual(await eventsOf(db, id), ['access_package.created', 'access_package.ready'])
  })
})

describe('the index', () => {
  test('is in the language of the employee, escapes texts, links each file, and loads and runs nothing', async () => {
    const employee = await anEmployeeOf({ language: 'fr-fr', first_name: '<script>alert(1)</script>' })
    const title = `Ünïcode "><img src=x onerror=alert(1)> ${unique('t')}`
    await uploaded({ document_type_code, employee_technical_id: employee, title })
    const request = await made({
      creator_technical_id: manager,
      employee_technical_id: employee,
      body: '<script>alert(2)</script><p>Bonjour</p>',
    })

    const { html, files } = await opened(employee)

    assert.match(html, /^<!doctype html>\n<html lang="fr">/)
    assert.match(html, /Vos données personnelles/)
    assert.ok(html.includes(request.subject))
    assert.doesNotMatch(html, /<script|<img|<link|onerror="|javascript:/i)
    assert.doesNotMatch(html, /(?:src|href)\s*=\s*["']?(?:https?:)?\/\//i)
    const links = [...html.matchAll(/href="([^"#]+)"/g)].map(([, link = '']) =>
      decodeURIComponent(link.replaceAll('&amp;', '&')),
    )
    for (const link of links) assert.ok(files.has(link), link)
    for (const name of files.keys()) if (name.startsWith('files/')) assert.ok(links.includes(name), name)
  })

  for (const [language, title] of [
    ['de-de', 'Ihre personenbezogenen Daten'],
    ['es', 'Sus datos personales'],
    ['it', 'Your personal data'],
  ] as const) {
    test(`speaks to a reader of ${language}: ${title}`, async () => {
      const { html } = await opened(await anEmployeeOf({ language }))

      assert.ok(html.includes(`<h1>${title}</h1>`))
    })
  }
})
