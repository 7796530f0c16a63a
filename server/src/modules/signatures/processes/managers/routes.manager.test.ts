import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ManagerProcessDetail } from '#modules/signatures/signing/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { anExternal, aSignatureType, type Over, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

const service = await startApp()
const { portal, body, created, started, signed, sign, seal, read } = signatureCalls(service)

await anOrganization(service, { code: 'HQ' })
for (const code of ['PAR', 'LON']) await anOrganization(service, { code, parent: 'HQ' })
const everything = await aRole(service)
const reading = await aRole(service, { permissions: ['signatures:read'] })
const managerOf = (role: string, code: string) =>
  aManager(service, { profiles: [{ role, organizations: [code], include_below: true }] })
const boss = await managerOf(everything, 'HQ')
const paris = await managerOf(everything, 'PAR')
const looker = await managerOf(reading, 'PAR')
const ofParis = await anEmployee(service, { organizations: ['PAR'], email: 'par@acme.test' })
const ofLondon = await anEmployee(service, { organizations: ['LON'], email: 'lon@acme.test' })
const document_type_code = await aDocumentType(service)
const filing = { employee_technical_id: ofParis, document_type_code }
const as = (who: string) => portal.as(`manager:${who}`)

async function make(who: string, over: Over = {}): Promise<ManagerProcessDetail> {
  const answer = await as(who)('POST', '/manager/signatures', { body: await body(over) })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json()
}
const idsOf = async (who: string, query: Record<string, string>): Promise<string[]> => {
  const answer = await as(who)('GET', `/manager/signatures?${new URLSearchParams({ per_page: '100', ...query })}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().map((one: { id: string }) => one.id)
}

describe('what a manager sees', () => {
  test('what they made, and what is for folders of employees whom they look after; all for the whole client', async () => {
    const q = unique('zzz')
    const ofFolder = await created({ title: `${q} folder`, ...filing })
    const ofOther = await created({ title: `${q} other`, employee_technical_id: ofLondon })
    const ofNobody = await created({ title: `${q} nobody` })
    const own = await make(paris, { title: `${q} own` })

    assert.deepEqual((await idsOf(paris, { q })).toSorted(), [ofFolder.id, own.id].toSorted())
    assert.deepEqual(await idsOf(paris, { q, mine: 'true' }), [own.id])
    assert.deepEqual(await idsOf(paris, { q, employee: ofParis }), [ofFolder.id])
    assert.equal((await idsOf(boss, { q })).length, 4)
    for (const id of [ofOther.id, ofNobody.id]) {
      assert.equal((await as(paris)('GET', `/manager/signatures/${id}`)).statusCode, 404)
    }
  })

  test('by groups of states, with the names of what a process refers to', async () => {
    const q = unique('zzz')
    const draft = await created({ title: `${q} 1`, ...filing })
    const running = await started({ title: `${q} 2`, ...filing })
    const complete = await signed({ title: `${q} 3`, ...filing })
    const sealing = await started({ title: `${q} 4`, ...filing })
    await sign(sealing, 0)
    const refused = await started({ title: `${q} 5`, ...filing })
    await as(paris)('POST', `/manager/signatures/${refused.id}/cancel`)

    assert.deepEqual(await idsOf(paris, { q, state: 'draft' }), [draft.id])
    assert.deepEqual(await idsOf(paris, { q, state: 'signing' }), [sealing.id, running.id])
    assert.deepEqual(await idsOf(paris, { q, state: 'signed' }), [complete.id])
    assert.deepEqual(await idsOf(paris, { q, state: 'ended' }), [refused.id])
    const [shown] = (await as(paris)('GET', `/manager/signatures?q=${q}&state=signing`)).json()
    assert.deepEqual(
      [shown.is_sealing, shown.employee_name, shown.is_mine, shown.signers[0].name],
      [true, `Eve ${ofParis}`, false, 'Eve Outside'],
    )
    await seal(sealing.id)
    const detail: ManagerProcessDetail = (await as(paris)('GET', `/manager/signatures/${sealing.id}`)).json()
    assert.deepEqual([detail.is_sealing, detail.status], [false, 'signed'])
    assert.equal(detail.evidence.at(-1)?.action, 'sealed')
  })

  test('how many there are to take care of, and how many wait for their own signature', async () => {
    const counts = async () => (await as(paris)('GET', '/manager/signatures/counts')).json()
    const before = await counts()
    await created({ ...filing, title: 'One more' })
    await started({ signers: [{ type: 'user', technical_id: paris }] })

    const after = await counts()

    assert.deepEqual(
      [after.draft - before.draft, after.signing - before.signing, after.to_sign - before.to_sign],
      [1, 0, 1],
    )
  })

  test('who may only read changes nothing', async () => {
    const { id } = await created(filing)
    const call = as(looker)

    assert.equal((await call('GET', `/manager/signatures/${id}`)).json().may_write, false)
    assert.equal((await call('POST', `/manager/signatures/${id}/start`)).statusCode, 403)
    assert.equal((await call('DELETE', `/manager/signatures/${id}`)).statusCode, 403)
    assert.equal((await read(id)).status, 'draft')
  })
})

describe('what a manager has signed', () => {
  test('from a file, through draft and start, to the folder', async () => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(aPdf('two', { pages: 2 }))], 'Contract é.pdf'))
    const { headers, payload } = await asPayload(form)
    const call = as(paris)
    const upload = await call('POST', '/manager/signature_uploads', { headers, body: payload })
    assert.equal(upload.statusCode, 201, upload.body)
    assert.deepEqual([upload.json().filename, upload.json().page_count], ['Contract é.pdf', 2])
    const { id, may_write, is_mine, creator_name } = await make(paris, {
      upload_id: upload.json().upload_id,
      title: 'Contract',
      signers: [{ type: 'user', technical_id: paris }],
    })
    assert.deepEqual([may_write, is_mine, creator_name], [true, true, `Max ${paris}`])
    const path = `/manager/signatures/${id}`
    const patched = await call('PATCH', path, { body: { ...filing, message: 'Please' } })
    assert.equal(patched.json().employee_technical_id, ofParis)
    assert.equal((await call('GET', `${path}/pages/2`)).headers['content-type'], 'image/png')
    assert.equal((await call('POST', `${path}/start`)).json().status, 'signing')
    const process = await read(id)
    await sign(process, 0)
    await seal(id)

    assert.equal((await call('POST', `${path}/send`)).json().status, 'sent')
    const done: ManagerProcessDetail = (await call('POST', `${path}/archive`, { body: {} })).json()

    assert.equal(done.status, 'done')
    const folder = await call('GET', `/manager/documents/${done.document_id}`)
    assert.equal(folder.json().origin, 'signature')
  })

  test('from a document of a folder that they may read; only a PDF', async () => {
    const { aDocument } = filingCalls(service)
    const { id: document_id } = await aDocument('employee', { document_type_code, employee_technical_id: ofParis })
    const copy = (who: string, id: string) =>
      as(who)('POST', '/manager/signature_uploads/copies', { body: { document_id: id } })

    assert.equal((await copy(paris, document_id)).statusCode, 201)
    const { id: elsewhere } = await aDocument('employee', { document_type_code, employee_technical_id: ofLondon })
    assert.equal((await copy(paris, elsewhere)).statusCode, 404)
    assert.equal((await copy(paris, 'nothing')).statusCode, 404)
    const form = new FormData()
    form.append('file', new File(['hello'], 'hello.txt'))
    const { headers, payload } = await asPayload(form)
    const refused = await as(paris)('POST', '/manager/signature_uploads', { headers, body: payload })
    assert.deepEqual([refused.statusCode, refused.json().errors[0].code], [422, 'not_a_pdf'])
  })

  test('with answers that tell how it stands now, also when the call has an idempotency key', async () => {
    const post = async (path: string, given?: object) => {
      const headers = { 'idempotency-key': unique('key') }
      return (await as(paris)('POST', path, { headers, ...(given ? { body: given } : {}) })).json()
    }

    const made = await post('/manager/signatures', await body(filing))
    const begun = await post(`/manager/signatures/${made.id}/start`)

    assert.deepEqual([made.status, made.may_write], ['draft', true])
    assert.deepEqual([begun.status, begun.signers[0].asked_at !== null], ['signing', true])
  })

  test('with the signature type that documents of the same type were last signed with', async () => {
    const code = await aDocumentType(service)
    const other = await aDocumentType(service)
    const first = await aSignatureType(service)
    const second = await aSignatureType(service)
    for (const signature_type_id of [first, second]) await created({ signature_type_id, document_type_code: code })

    const { document_types: types } = (await as(paris)('GET', '/manager/signature_options')).json()

    const usual = new Map(
      types.map((one: { code: string; usual_signature_type_id: string | null }) => [
        one.code,
        one.usual_signature_type_id,
      ]),
    )
    assert.deepEqual([usual.get(code), usual.get(other)], [second, null])
  })

  test('403 for employees whom they do not look after: as signers, to file for, and to archive for', async () => {
    const call = as(paris)
    const foreign = { type: 'employee' as const, technical_id: ofLondon }
    const create = async (over: Over) => call('POST', '/manager/signatures', { body: await body(over) })
    const { id } = await make(paris)
    const { id: done } = await signed(filing)

    for (const [answer, field] of [
      [await create({ signers: [anExternal(), foreign] }), 'signers.1.technical_id'],
      [await create({ employee_technical_id: ofLondon }), 'employee_technical_id'],
      [await call('PATCH', `/manager/signatures/${id}`, { body: { signers: [foreign] } }), 'signers.0.technical_id'],
      [
        await call('POST', `/manager/signatures/${done}/archive`, { body: { employee_technical_id: ofLondon } }),
        'employee_technical_id',
      ],
    ] as const) {
      const { code, errors } = answer.json()
      assert.deepEqual([answer.statusCode, code, errors[0].field], [403, 'outside_perimeter', field])
    }
    assert.equal((await as(boss)('POST', `/manager/signatures/${done}/archive`, { body: {} })).statusCode, 200)
  })

  test('whom they may ask: managers of the client, and employees whom they look after', async () => {
    const find = async (who: string, type: string, q: string) =>
      (await as(who)('GET', `/manager/signatories?type=${type}&q=${q}`))
        .json()
        .map((one: { technical_id: string }) => one.technical_id)

    assert.deepEqual(await find(paris, 'employee', ofParis), [ofParis])
    assert.deepEqual(await find(paris, 'employee', ofLondon), [])
    assert.deepEqual(await find(boss, 'employee', ofLondon), [ofLondon])
    assert.deepEqual(await find(paris, 'user', boss), [boss])
  })
})

describe('what a manager is refused', () => {
  test('422 for an address to call, in a new draft and in a change: only an application can set one', async () => {
    const { id } = await make(paris)
    const callback_url = 'https://example.com/'
    const sent = await body({ callback_url })

    for (const answer of [
      await as(paris)('POST', '/manager/signatures', { body: sent }),
      await as(paris)('PATCH', `/manager/signatures/${id}`, { body: { callback_url } }),
    ]) {
      assert.equal(answer.statusCode, 422, answer.body)
      const message = 'Only an application can set this field.'
      assert.deepEqual(answer.json().errors, [{ field: 'callback_url', code: 'unknown_field', message }])
    }
    assert.equal((await read(id)).callback_url, null)
  })

  test('400 for moves that the state does not allow, with the reason, and nothing changes', async () => {
    const draft = await make(paris)
    const running = await started(filing)
    const before = [await read(draft.id), await read(running.id)]
    const [signer = assert.fail()] = draft.signers
    const notSigned = 'only what all have signed, and what was not'

    for (const [id, move, message] of [
      [running.id, 'start', 'The signature process is signing: it was started already.'],
      [draft.id, 'cancel', `The signature process is draft: ${draft.id} cannot be canceled.`],
      [draft.id, 'send', `The signature process is draft: ${notSigned} sent yet, can be sent.`],
      [running.id, 'archive', `The signature process is signing: ${notSigned} filed yet, can be archived.`],
      [draft.id, `signers/${signer.id}/remind`, 'The signature process is draft: no signer can be reminded.'],
    ] as const) {
      const answer = await as(paris)(
        'POST',
        `/manager/signatures/${id}/${move}`,
        move === 'archive' ? { body: {} } : {},
      )
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 'invalid_state', message }], move)
    }
    assert.deepEqual([await read(draft.id), await read(running.id)], before)
  })

  test('404 for every call about a process outside the perimeter, and nothing changes', async () => {
    const { id, signers } = await started({ employee_technical_id: ofLondon })
    const before = await read(id)

    for (const [method, path, sent] of [
      ['GET', '', undefined],
      ['GET', '/pages/1', undefined],
      ['GET', '/text', undefined],
      ['GET', '/file', undefined],
      ['PATCH', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/start', undefined],
      ['POST', '/cancel', undefined],
      ['POST', '/send', undefined],
      ['POST', '/archive', {}],
      ['POST', `/signers/${signers[0]?.id}/remind`, undefined],
    ] as const) {
      const answer = await as(paris)(method, `/manager/signatures/${id}${path}`, sent ? { body: sent } : {})
      const expected = { code: 'not_found', message: `Signature process ${id} not found.` }
      assert.deepEqual([answer.statusCode, answer.json()], [404, expected], `${method} ${path}`)
    }
    assert.deepEqual(await read(id), before)
  })

  test('422 for a form without a file', async () => {
    const form = new FormData()
    form.append('other', new File(['x'], 'a.pdf'))
    const { headers, payload } = await asPayload(form)

    const answer = await as(paris)('POST', '/manager/signature_uploads', { headers, body: payload })

    const errors = [{ field: 'file', code: 'required', message: 'The form is missing a file.' }]
    assert.deepEqual([answer.statusCode, answer.json().errors], [422, errors])
  })

  test('400 deletes nothing that is being signed; 404 for what is outside the perimeter; 204 for a draft', async () => {
    const running = await started(filing)
    const ofOther = await created({ employee_technical_id: ofLondon })
    const draft = await make(paris)
    const remove = (id: string) => as(paris)('DELETE', `/manager/signatures/${id}`)

    const refused = await remove(running.id)
    assert.deepEqual([refused.statusCode, refused.json().code], [400, 'invalid_state'])
    assert.equal((await remove(ofOther.id)).statusCode, 404)
    assert.equal((await remove(draft.id)).statusCode, 204)
    assert.equal((await remove(draft.id)).statusCode, 404)
    assert.deepEqual([(await read(running.id)).status, (await read(ofOther.id)).status], ['signing', 'draft'])
  })
})

describe('a manager with access restrictions', () => {
  /** Works for Paris, but sees contracts of the north alone. */
  async function aRestricted() {
    const filters = [{ code: 'site', name: 'Site', type: 'list' as const, values: ['north', 'south'] }]
    const code = await aDocumentType(service, { filters })
    const only = { document_type_code: code, filter_code: 'site', values: ['north'] }
    const profile = { role: everything, organizations: ['PAR'], include_below: true, access_restrictions: [only] }
    const call = as(await aManager(service, { profiles: [profile] }))
    const at = (site: string) => ({
      employee_technical_id: ofParis,
      document_type_code: code,
      document_type_filters: { site },
    })
    return { call, at }
  }

  test('404 for processes whose document they could not read', async () => {
    const { call, at } = await aRestricted()
    const north = await created(at('north'))
    const south = await created(at('south'))

    assert.equal((await call('GET', `/manager/signatures/${north.id}`)).statusCode, 200)
    assert.equal((await call('GET', `/manager/signatures/${south.id}`)).statusCode, 404)
    assert.equal((await call('POST', `/manager/signatures/${south.id}/start`)).statusCode, 404)
  })

  test('403 makes, changes and files nothing that they could not read then, and names the field', async () => {
    const { call, at } = await aRestricted()
    const draft = await created(at('north'))
    const done = await signed(at('north'))
    const path = `/manager/signatures/${draft.id}`

    for (const answer of [
      await call('POST', '/manager/signatures', { body: await body(at('south')) }),
      await call('PATCH', path, { body: { document_type_filters: { site: 'south' } } }),
      await call('POST', `/manager/signatures/${done.id}/archive`, { body: at('south') }),
    ]) {
      const { code, errors } = answer.json()
      assert.deepEqual(
        [answer.statusCode, code, errors?.[0]?.field],
        [403, 'outside_access_restrictions', 'document_type_filters.site'],
        answer.body,
      )
    }
    assert.deepEqual((await read(draft.id)).document_type_filters, { site: 'north' })
    assert.equal((await read(done.id)).status, 'signed')
    assert.equal((await call('PATCH', path, { body: { title: 'Mine' } })).statusCode, 200)
  })
})
