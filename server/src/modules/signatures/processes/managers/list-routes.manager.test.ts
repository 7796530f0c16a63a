import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteEmployee } from '#modules/directory/employees/delete-employee.ts'
import { deleteUser } from '#modules/directory/users/delete-user.ts'
import type { ManagerProcess, SignatureOptions } from '#modules/signatures/signing/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { anExternal, aSignatureType, signatureCalls } from '#test/harness/features/signatures.ts'

const service = await startApp()
const { doWork, clock } = service
const { portal, body, created, started, read } = signatureCalls(service)
clock.stop()

// Who looks after an organization that stands above all looks after the whole client.
const parent = await anOrganization(service)
const paris = await anOrganization(service, { parent })
const everything = await aRole(service)
const profiles = [{ role: everything, organizations: [paris], include_below: true }]
const manager = await aManager(service, { profiles })
const ofParis = await anEmployee(service, { organizations: [paris] })
const elsewhere = await anEmployee(service, { organizations: [await anOrganization(service, { parent })] })
const call = portal.as(`manager:${manager}`)
const process = await started({ employee_technical_id: ofParis })
const draft = await created({ employee_technical_id: ofParis })

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const at = (id: string, more = '') => `/manager/signatures/${id}${more}`
const READING: [Method, string][] = [
  ['GET', '/manager/signatures'],
  ['GET', '/manager/signatures/counts'],
  ['GET', '/manager/signature_options'],
  ['GET', at(process.id)],
  ['GET', at(process.id, '/pages/1')],
  ['GET', at(process.id, '/text')],
  ['GET', at(process.id, '/file')],
]
const WRITING: [Method, string, object?][] = [
  ['GET', '/manager/signatories?type=user'],
  ['POST', '/manager/signatures', await body()],
  ['PATCH', at(draft.id), { title: 'Mine' }],
  ['DELETE', at(draft.id)],
  ['POST', at(draft.id, '/start')],
  ['POST', at(process.id, '/cancel')],
  ['POST', at(process.id, '/send')],
  ['POST', at(process.id, '/archive'), {}],
  ['POST', at(process.id, `/signers/${process.signers[0]?.id}/remind`)],
]
const stateOfBoth = async () => [await read(process.id), await read(draft.id)]

/** Has all of these calls answered alike, and nothing changed by them. */
async function refusedTo(who: typeof call, calls: [Method, string, object?][], status: number, expected: object) {
  const before = await stateOfBoth()
  for (const [method, path, sent] of calls) {
    const answer = await who(method, path, sent ? { body: sent } : {})
    assert.deepEqual([answer.statusCode, answer.json()], [status, expected], `${method} ${path}`)
  }
  assert.deepEqual(await stateOfBoth(), before)
}

describe('every call about the processes of managers', () => {
  const all = [...READING, ...WRITING]

  test('401 without a session', async () => {
    const expected = { code: 'not_logged_in', message: 'Log in to continue.' }
    await refusedTo(portal.as(undefined), all, 401, expected)
  })

  test('403 for employees, also for whom it is', async () => {
    const expected = { code: 'wrong_role', message: 'Only managers can do this.' }
    await refusedTo(portal.as(`employee:${ofParis}`), all, 403, expected)
  })

  test('403 without the permission for signatures, and with that to read alone for what changes them', async () => {
    const holding = async (...permissions: string[]) => {
      const role = await aRole(service, { permissions })
      const held = [{ role, organizations: [paris], include_below: true }]
      return portal.as(`manager:${await aManager(service, { profiles: held })}`)
    }
    const without = (what: string) => ({
      code: 'not_permitted',
      message: `Your roles do not grant signatures:${what}.`,
    })

    await refusedTo(await holding('employees:read'), READING, 403, without('read'))
    await refusedTo(await holding('employees:read'), WRITING, 403, without('write'))
    await refusedTo(await holding('signatures:read'), WRITING, 403, without('write'))
    await refusedTo(await holding('signatures:write'), READING, 403, without('read'))
  })

  test('404 for the manager of another client, as for what is not there', async () => {
    const role = await aRole(service, { owner: globex })
    const there = await anOrganization(service, { owner: globex })
    const held = [{ role, organizations: [there], include_below: true }]
    const rival = portal.as(`manager:${await aManager(service, { owner: globex, profiles: held })}`, 'globex')
    const expected = (id: string) => ({ code: 'not_found', message: `Signature process ${id} not found.` })

    for (const { id } of [process, draft]) {
      const about = all.filter(([, path]) => path.includes(id))
      assert.ok(about.length > 2)
      await refusedTo(rival, about, 404, expected(id))
    }
    assert.deepEqual((await rival('GET', '/manager/signatures')).json(), [])
    const counts = (await rival('GET', '/manager/signatures/counts')).json()
    assert.deepEqual(counts, { draft: 0, signing: 0, signed: 0, to_sign: 0 })
  })

  test('a manager who was deleted meanwhile is logged out, and sees nothing', async () => {
    const gone = await aManager(service, { profiles })
    const who = portal.as(`manager:${gone}`)
    assert.equal((await who('GET', '/manager/signatures')).statusCode, 200)

    await doWork(acme, (work) => deleteUser(work, gone))

    assert.equal((await who('GET', '/manager/signatures')).statusCode, 401)
  })
})

describe('GET /manager/signatures', () => {
  const idsIn = (answer: Awaited<ReturnType<typeof call>>): string[] =>
    answer.json().map((one: ManagerProcess) => one.id)

  test('200 goes on from page to page, newest first, through what is in the perimeter alone', async () => {
    const q = unique('zzz')
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const { id } = await created({ title: q, employee_technical_id: count === 2 ? elsewhere : ofParis })
      if (count !== 2) ids.unshift(id)
      clock.advance(1)
    }
    const pages: string[][] = []
    let cursor: unknown = ''
    while (cursor !== undefined) {
      const query = new URLSearchParams({ q, per_page: '3', ...(cursor ? { cursor: String(cursor) } : {}) })
      const answer = await call('GET', `/manager/signatures?${query}`)
      pages.push(idsIn(answer))
      cursor = answer.headers['next-cursor']
    }

    assert.deepEqual(pages, [ids.slice(0, 3), ids.slice(3)])
  })

  test('400 for the cursor of another manager, and of other filters', async () => {
    const { headers } = await call('GET', '/manager/signatures?per_page=1')
    const cursor = encodeURIComponent(String(headers['next-cursor']))
    const other = portal.as(`manager:${await aManager(service, { profiles })}`)
    const why = 'This is not a valid cursor for this list.'
    const errors = [{ field: 'cursor', code: 'invalid', message: why }]
    const expected = { code: 'invalid_request', message: `cursor: ${why}`, errors }

    for (const answer of [
      await other('GET', `/manager/signatures?per_page=1&cursor=${cursor}`),
      await call('GET', `/manager/signatures?per_page=1&state=draft&cursor=${cursor}`),
      await call('GET', `/manager/signatures?per_page=1&mine=true&cursor=${cursor}`),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json()], [400, expected])
    }
    assert.equal((await call('GET', `/manager/signatures?cursor=${cursor}`)).statusCode, 200)
  })

  for (const [query, message] of [
    ['state=open', /^state: This must be one of draft, signing, signed, ended\.$/],
    ['mine=perhaps', /^mine: /],
    ['per_page=0', /^per_page: This must be >= 1\.$/],
    [`q=${'x'.repeat(201)}`, /^q: This exceeds 200 characters\.$/],
    ['q=%00', /^q: This contains characters that cannot be stored\.$/],
  ] as const) {
    test(`400 for ${query.slice(0, 20)}`, async () => {
      const answer = await call('GET', `/manager/signatures?${query}`)

      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
      assert.match(answer.json().message, message)
    })
  }

  test('200 names what a process refers to in the language of the reader; what is outside is not there', async () => {
    const signature_type_id = await aSignatureType(service, {
      name: 'Simple',
      localized_names: [{ language_code: 'fr-fr', value: 'Simple, en français' }],
    })
    const document_type_code = await aDocumentType(service, { name: 'Contract' })
    const own = { signature_type_id, document_type_code, employee_technical_id: ofParis }
    const full = await created(own)
    const bare = await created({ signature_type_id, signers: [anExternal({ first_name: null, last_name: null })] })
    const reader = await aManager(service, { profiles, language: 'fr-fr' })

    const shown: ManagerProcess = (await portal.as(`manager:${reader}`)('GET', at(full.id))).json()

    assert.deepEqual(
      [shown.signature_type_name, shown.document_type_name, shown.employee_name, shown.creator_name, shown.is_mine],
      ['Simple, en français', 'Contract', `Eve ${ofParis}`, 'payroll', false],
    )
    assert.equal((await call('GET', at(bare.id))).statusCode, 404)
  })
})

describe('GET /manager/signatories', () => {
  const found = async (query: Record<string, string>): Promise<{ technical_id: string }[]> =>
    (await call('GET', `/manager/signatories?${new URLSearchParams(query)}`)).json()
  const idsOf = async (query: Record<string, string>) => (await found(query)).map((one) => one.technical_id)

  test('200 finds employees of the perimeter by name, without those who were deleted', async () => {
    const last_name = unique('Öström')
    const [bea, ada, gone] = await Promise.all(
      ['Bea', 'Ada', 'Cem'].map((first_name) => anEmployee(service, { first_name, last_name, organizations: [paris] })),
    )
    await anEmployee(service, { first_name: 'Eve', last_name })
    await doWork(acme, (work) => deleteEmployee(work, gone ?? ''))

    assert.deepEqual(await idsOf({ type: 'employee', q: last_name.toUpperCase().replaceAll('Ö', 'o') }), [ada, bea])
    assert.deepEqual(await idsOf({ type: 'employee', q: `${last_name}%` }), [])
    assert.deepEqual(await idsOf({ type: 'user', q: last_name }), [])
  })

  test('200 answers at most twenty, also without a search', async () => {
    const last_name = unique('Many')
    for (let count = 0; count < 21; count += 1) await aManager(service, { last_name })

    assert.equal((await found({ type: 'user', q: last_name })).length, 20)
    for (const q of ['', ' ']) assert.equal((await found({ type: 'user', q })).length, 20)
  })

  for (const query of ['', 'type=external', `type=user&q=${'x'.repeat(201)}`]) {
    test(`400 for ${query.slice(0, 30) || 'no type'}`, async () => {
      const answer = await call('GET', `/manager/signatories?${query}`)

      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
    })
  }
})

describe('GET /manager/signature_options', () => {
  test('200 has the types of documents of employees that take a PDF, by name, and what to sign with', async () => {
    const word = unique('zz')
    const metas = [{ code: 'pages', type: 'integer' as const, required: true }]
    const typed = (name: string, more: Parameters<typeof aDocumentType>[1] = {}) =>
      aDocumentType(service, { name: `${word} ${name}`, ...more })
    const second = await typed('b', { metas, allowed_extensions: ['docx', 'pdf'] })
    const first = await typed('a')
    await typed('c', { kind: 'company' })
    await typed('d', { allowed_extensions: ['docx'] })
    await typed('e', { owner: globex })
    const id = await aSignatureType(service, { name: word, expiry_days: 9 })

    const options: SignatureOptions = (await call('GET', '/manager/signature_options')).json()

    const own = options.document_types.filter((one) => one.name.startsWith(word))
    assert.deepEqual(
      own.map((one) => one.code),
      [first, second],
    )
    assert.partialDeepStrictEqual(own[1], { metas, filters: [], usual_signature_type_id: null })
    const type = options.signature_types.find((one) => one.id === id)
    assert.deepEqual(type, { id, name: word, expiry_days: 9 })
  })
})
