import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { auditedBy, auditedIn, withoutTrail } from '#test/harness/features/audit.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { managerWorld } from '#test/harness/features/directory/manager-world.ts'
import { aDocumentType, documentCalls, signedAddress } from '#test/harness/features/documents/document-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { app, db, v2, clock } = service
await managerWorld(service, ['employees:read', 'employee_documents:read'])
const { as } = portalCalls(service)
const { uploaded } = documentCalls(service)
await aDocumentType(service, { code: 'contract', name: 'Contract' })

const SECRETS = ['Ada’s dismissal', 'dismissal-of-ada.pdf', 'Lovelace', 'employee-of-tests']
async function aDocument(data: object = {}) {
  const employee = await anEmployee(service, { organizations: ['PAR'], technical_id: unique('employee-of-tests') })
  const given = { title: SECRETS[0], document_type_code: 'contract', employee_technical_id: employee, ...data }
  const id = await uploaded(given, { file: aPdf(unique('page')), filename: SECRETS[1] ?? '' })
  return { id, employee }
}
const fileOf = (id: string) => `/employee_documents/${id}/file`
const recorded = (id: string, action = 'document.downloaded') => auditedIn(db, { resource_id: id, action })
const download = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

describe('document.downloaded', () => {
  test('names the application, its address, the employee and the document', async () => {
    const { id, employee } = await aDocument()

    await v2('GET', fileOf(id))

    const [entry, ...more] = await recorded(id)
    assert.deepEqual(more, [])
    assert.deepEqual(entry, {
      action: 'document.downloaded',
      outcome: 'done',
      actor: { type: 'application', id: 'payroll', name: entry?.actor.name, address: '127.0.0.1' },
      subject: { type: 'employee', technical_id: employee },
      resource: { type: 'employee_document', id },
      details: {},
    })
  })

  test('names the API key by which an address was signed, or the shared token', async () => {
    const { id } = await aDocument()

    await download(signedAddress(service, id))
    await download(signedAddress(service, id, { token: 'acme-api-key' }), { 'x-api-key': 'acme-api-key' })

    const actors = (await recorded(id)).map(({ actor, outcome }) => [actor.type, actor.id, actor.address, outcome])
    assert.deepEqual(actors, [
      ['shared_token', null, '127.0.0.1', 'done'],
      ['api_key', 'main', '127.0.0.1', 'done'],
    ])
  })

  test('is refused for each signed address of a document that does not open it: wrong, old, by an unknown key, trashed', async () => {
    const { id, employee } = await aDocument()
    const key = { 'x-api-key': unique('unknown') }

    const statuses = [
      await download(signedAddress(service, id, { token: 'wrong' })),
      await download(signedAddress(service, id, { at: clock.now().getTime() / 1000 - 4000 })),
      await download(signedAddress(service, id), key),
    ].map(({ statusCode }) => statusCode)
    await v2('PUT', `/employee_documents/${id}/trash`)
    statuses.push((await download(signedAddress(service, id))).statusCode)

    const entries = await recorded(id)
    assert.deepEqual(statuses, [403, 403, 403, 404])
    assert.deepEqual(
      entries.map(({ outcome, actor, subject }) => [outcome, actor.type, actor.id, subject?.technical_id]),
      [
        ['refused', 'shared_token', null, employee],
        ['refused', 'shared_token', null, employee],
        ['refused', 'api_key', null, employee],
        ['refused', 'shared_token', null, employee],
      ],
    )
  })

  test('is none for a document that does not exist, nor in the trail of one client for the key of another', async () => {
    const { id } = await aDocument()
    const nowhere = randomUUID()

    const entries = await auditedBy(db, async () => {
      await download(signedAddress(service, nowhere, { token: 'wrong' }))
      await download(signedAddress(service, 'nonsense'))
      await download(signedAddress(service, id, { token: 'globex-api-key' }), { 'x-api-key': 'globex-api-key' })
      await download(`/api/v1/enterprise/documents/${id}/download/`)
    })

    assert.deepEqual(entries, [])
    assert.deepEqual(await auditedIn(db, { client: 'globex', resource_id: id }), [])
  })

  test('is none for HEAD, for what the caller has already, for a range that is not there, and for lists', async () => {
    const { id, employee } = await aDocument()
    const url = signedAddress(service, id)

    const answers = [
      await download(url, {}, 'HEAD'),
      await download(url, { 'if-none-match': '*' }),
      await download(url, { range: 'bytes=99999999-' }),
      await download(signedAddress(service, id, { token: 'wrong' }), {}, 'HEAD'),
      await v2('HEAD', fileOf(id)),
      await v2('GET', `/employee_documents/${id}`),
      await v2('GET', `/employee_documents?employee_technical_id=${employee}`),
    ]

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 304, 416, 403, 200, 200, 200],
    )
    assert.deepEqual(await recorded(id), [])
  })

  test('is one for the ranges of one download, whatever they are, and another for an address that was signed anew', async () => {
    const { id } = await aDocument()
    const url = signedAddress(service, id)
    for (const range of ['bytes=0-0', 'bytes=1-', 'bytes=-5', 'bytes=0-0']) {
      assert.equal((await download(url, { range })).statusCode, 206)
    }
    const ranges = (await recorded(id)).length
    clock.advance(1)
    await download(signedAddress(service, id), { range: 'bytes=0-3' })
    const signedAnew = (await recorded(id)).length
    await v2('GET', fileOf(id), { headers: { range: 'bytes=0-0' } })
    await v2('GET', fileOf(id), { headers: { range: 'bytes=1-1' } })

    assert.deepEqual([ranges, signedAnew, (await recorded(id)).length], [1, 2, 3])
  })

  test('cannot be avoided by a header, by HEAD before it, nor by another spelling of the address', async () => {
    const { id } = await aDocument()
    const ways: [url: string, headers: Record<string, string>][] = [
      [signedAddress(service, id), { range: 'bytes=0-1,2-3' }],
      [signedAddress(service, id), { range: 'bytes=0-', 'if-range': '"other"' }],
      [signedAddress(service, id), { 'if-none-match': '"other"' }],
      [signedAddress(service, id), { 'if-modified-since': 'Wed, 21 Oct 2099 07:28:00 GMT' }],
      [signedAddress(service, id).replace('/download/?', '/download?'), {}],
      [signedAddress(service, id.toUpperCase()), {}],
      [signedAddress(service, id).replace('documents', '%64ocuments'), {}],
    ]

    for (const [url, headers] of ways) {
      await download(url, {}, 'HEAD')
      assert.equal((await download(url, headers)).statusCode, 200, url)
    }

    assert.equal((await recorded(id)).length, ways.length)
  })

  test('is one each for callers at the same moment', async () => {
    const { id } = await aDocument()
    const [first, second] = await Promise.all([as('manager:all')('GET', '/session'), v2('GET', '/employees')])
    assert.deepEqual([first.statusCode, second.statusCode], [200, 200])

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => [
        v2('GET', fileOf(id)),
        download(signedAddress(service, id)),
        as('manager:all')('GET', `/manager/documents/${id}/file`),
      ]).flat(),
    )

    assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    assert.equal((await recorded(id)).length, 30)
  })

  test('503 and no byte of the file while entries cannot be stored; 200 afterwards', async () => {
    const { id } = await aDocument()
    const url = signedAddress(service, id)
    const manager = as('manager:all')
    await manager('GET', '/session')
    await v2('GET', '/employees')

    const answers = await withoutTrail(service, async () => [
      await download(url),
      await download(url, { range: 'bytes=0-3' }),
      await v2('GET', fileOf(id)),
      await v2('GET', `/employee_documents/${id}/preview`),
      await manager('GET', `/manager/documents/${id}`),
      await manager('GET', `/manager/documents/${id}/file`),
      await manager('GET', `/manager/documents/${id}/pages/1`),
      await manager('GET', `/manager/documents/${id}/text`),
    ])

    for (const answer of answers) {
      assert.equal(answer.statusCode, 503, answer.body.slice(0, 200))
      assert.ok(!answer.body.includes('%PDF') && !answer.body.includes('page-'))
      assert.equal(answer.headers['content-disposition'], undefined)
    }
    assert.equal(answers[2]?.json().code, 'audit_unavailable')
    assert.deepEqual(await recorded(id), [])
    assert.equal((await download(url)).statusCode, 200)
    assert.equal((await manager('GET', `/manager/documents/${id}`)).statusCode, 200)
    assert.equal((await recorded(id, 'document.viewed')).length, 1)
  })
})

describe('document.viewed', () => {
  test('is one in ten minutes for the session of a manager who opens a document and its pages', async () => {
    const { id, employee } = await aDocument()
    const call = as('manager:all')
    const open = () =>
      Promise.all(['', '/pages/1', '/text', ''].map((path) => call('GET', `/manager/documents/${id}${path}`)))

    const statuses = (await open()).map(({ statusCode }) => statusCode)
    await call('GET', `/manager/documents/${id}/image?size=thumbnail`)
    const first = await recorded(id, 'document.viewed')
    clock.advance(9 * 60)
    await open()
    const again = (await recorded(id, 'document.viewed')).length
    clock.advance(61)
    await open()

    assert.deepEqual(statuses, [200, 200, 200, 200])
    assert.deepEqual(
      first.map(({ actor, subject, resource }) => [actor.type, actor.id, subject?.technical_id, resource?.type]),
      [['user', 'all', employee, 'employee_document']],
    )
    assert.deepEqual([again, (await recorded(id, 'document.viewed')).length], [1, 2])
  })

  test('is one each for two sessions of a person, and for an application’s preview', async () => {
    const { id } = await aDocument()
    for (const call of [as('manager:all'), portalCalls(service).as('manager:all')]) {
      await call('GET', `/manager/documents/${id}`)
    }
    await v2('GET', `/employee_documents/${id}/preview`)
    await v2('GET', `/employee_documents/${id}/preview?width=100`)

    const actors = (await recorded(id, 'document.viewed')).map(({ actor }) => actor.type)
    assert.deepEqual(actors, ['user', 'user', 'application'])
  })

  test('is none for a thumbnail, which belongs to a list', async () => {
    const { id } = await aDocument()

    const answer = await as('manager:all')('GET', `/manager/documents/${id}/image?size=thumbnail`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(await auditedIn(db, { resource_id: id }), [])
  })

  test('and downloaded say that it was the employee, in the folder and in the vault', async () => {
    const { id, employee } = await aDocument()
    const me = as(`employee:${employee}`)
    for (const path of [
      `documents/${id}`,
      `documents/${id}/file`,
      `vault/${id}`,
      `vault/${id}/file`,
      'vault/archive',
    ]) {
      assert.equal((await me('GET', `/me/${path}`)).statusCode, 200, path)
    }

    const entries = (await auditedIn(db, { subject: employee })).filter(({ action }) => !action.startsWith('session.'))
    assert.deepEqual(
      entries.map(({ action, actor, resource }) => [action, actor.type, actor.id, resource?.type, resource?.id]),
      [
        ['document.viewed', 'employee', employee, 'employee_document', id],
        ['document.downloaded', 'employee', employee, 'employee_document', id],
        ['document.viewed', 'employee', employee, 'vault_document', id],
        ['vault.downloaded', 'employee', employee, 'vault_document', id],
        ['vault.downloaded', 'employee', employee, 'vault', null],
      ],
    )
  })
})

describe('document.trashed and document.deleted', () => {
  test('are stored with the change, once', async () => {
    const { id, employee } = await aDocument()
    await v2('PUT', `/employee_documents/${id}/trash`)
    await v2('PUT', `/employee_documents/${id}/trash`)
    await v2('DELETE', `/employee_documents/${id}`)
    await v2('DELETE', `/employee_documents/${id}`)

    const entries = await auditedIn(db, { resource_id: id })
    assert.deepEqual(
      entries.map(({ action, actor, subject }) => [action, actor.id, subject?.technical_id]),
      [
        ['document.trashed', 'payroll', employee],
        ['document.deleted', 'payroll', employee],
      ],
    )
  })

  test('are not there when the change is refused', async () => {
    const { id } = await aDocument()
    await v2('PATCH', `/employee_documents/${id}`, { body: { legal_hold: true } })

    const entries = await auditedBy(db, async () => {
      await v2('PUT', `/employee_documents/${id}/trash`)
      await v2('DELETE', `/employee_documents/${id}`)
    })

    assert.deepEqual(entries, [])
  })
})

test('nothing outside of actor and subject says whose or what a document was', async () => {
  const entries = await auditedIn(db)
  assert.ok(entries.length > 20)
  for (const { actor: _, subject: __, ...rest } of entries) {
    for (const secret of SECRETS) assert.ok(!JSON.stringify(rest).includes(secret), JSON.stringify(rest))
  }
})
