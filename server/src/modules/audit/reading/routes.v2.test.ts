import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AuditAction } from '#kernel/audit/audit-entry.ts'
import { openSeal } from '#modules/audit/verification/verify.mjs'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { auditCalls } from '#test/harness/features/audit.ts'

const service = await startApp()
const { v2 } = service
const { recorded, chain, entries, exported } = auditCalls(service)

const manager = { type: 'user', id: 'M-1', name: 'Max Muster', address: '10.1.2.3' } as const
const aLook = (id: string, action: AuditAction = 'document.downloaded') => ({
  action,
  actor: manager,
  subject: { type: 'employee', technical_id: `E-${id}` } as const,
  resource: { type: 'employee_document', id },
  details: { ranges: 2 },
})
const GENESIS = '0'.repeat(64)

describe('GET /audit_entries', () => {
  test('200 answers an entry with its people, and the same by its sequence', async () => {
    const id = unique('doc')
    await recorded([aLook(id)])
    await chain()

    const [found] = await entries({ resource_id: id })

    const { sequence, at, actor, subject, actor_hash, subject_hash, previous_hash, hash, ...rest } =
      found ?? assert.fail()
    assert.deepEqual(rest, {
      action: 'document.downloaded',
      outcome: 'done',
      actor_type: 'user',
      resource: { type: 'employee_document', id },
      details: { ranges: 2 },
    })
    assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    assert.deepEqual({ ...actor, salt: '' }, { ...manager, salt: '' })
    assert.deepEqual([subject?.type, subject?.technical_id], ['employee', `E-${id}`])
    assert.notEqual(actor?.salt, subject?.salt)
    for (const one of [actor_hash, subject_hash, previous_hash, hash]) assert.match(String(one), /^[0-9a-f]{64}$/)
    assert.deepEqual((await v2('GET', `/audit_entries/${sequence}`)).json(), found)
  })

  test('200 finds entries by each filter, and by several', async () => {
    const id = unique('doc')
    const refused = {
      ...aLook(id),
      outcome: 'refused',
      actor: { ...manager, type: 'employee', id: `E-${id}` },
    } as const
    await recorded([aLook(id), refused, aLook(id, 'document.deleted'), { action: 'role.deleted', actor: manager }])
    await chain()

    const actions = async (query: Record<string, string>) =>
      (await entries({ subject_technical_id: `E-${id}`, ...query })).map(
        ({ action, outcome }) => `${action} ${outcome}`,
      )

    const all = ['document.deleted done', 'document.downloaded refused', 'document.downloaded done']
    assert.deepEqual(await actions({}), all)
    assert.deepEqual(await actions({ sort: 'sequence' }), all.toReversed())
    assert.deepEqual(await actions({ action: 'document.*', resource_type: 'employee_document', resource_id: id }), all)
    assert.deepEqual(await actions({ action: 'document.deleted' }), all.slice(0, 1))
    assert.deepEqual(await actions({ outcome: 'refused' }), all.slice(1, 2))
    assert.deepEqual(await actions({ actor_id: 'M-1', outcome: 'done' }), [all[0], all[2]])
    assert.deepEqual(await actions({ actor_type: 'employee' }), all.slice(1, 2))
    assert.deepEqual(await actions({ at_until: '2020-01-01T00:00:00+00:00' }), [])
    assert.deepEqual(await actions({ at_since: '2020-01-01T00:00:00+00:00' }), all)
    assert.deepEqual(await actions({ resource_type: 'request' }), [])
  })

  test('200 pages by cursors, and holds each entry once', async () => {
    const id = unique('doc')
    await recorded(Array.from({ length: 7 }, () => aLook(id)))
    await chain()
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const answer = await v2('GET', `/audit_entries?resource_id=${id}&per_page=3${cursor}`)
      seen.push(...answer.json().map((one: { sequence: number }) => one.sequence))
      const next = answer.headers['next-cursor']
      if (next === undefined) break
      cursor = `&cursor=${next}`
    }
    assert.deepEqual(
      seen,
      [...new Set(seen)].toSorted((a, b) => b - a),
    )
    assert.equal(seen.length, 7)
  })

  for (const query of [
    'action=nothing',
    'outcome=maybe',
    'at_since=yesterday',
    'cursor=forged',
    'actor_type=robot',
    'sort=at',
    'who=me',
  ])
    test(`400 for ${query}`, async () => {
      assert.equal((await v2('GET', `/audit_entries?${query}`)).statusCode, 400)
    })

  test('404 for what is no entry, and for an entry of another client', async () => {
    await recorded([aLook(unique('doc'))], globex)
    await chain('globex')
    const last = (await v2('GET', '/audit_entries/head', { application: 'rival' })).json()
    assert.ok(last.sequence > 0)
    for (const sequence of ['987654321', '0', '-1', 'x', '99999999999999999999']) {
      assert.equal((await v2('GET', `/audit_entries/${sequence}`)).statusCode, 404, sequence)
    }
  })
})

describe('GET /audit_entries/head', () => {
  test('200 before the first entry, and then the last one', async () => {
    const answer = await v2('GET', '/audit_entries/head')
    await recorded([aLook(unique('doc'))])
    await chain()
    const head = (await v2('GET', '/audit_entries/head')).json()
    const { hash, at } = (await v2('GET', `/audit_entries/${head.sequence}`)).json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual([head.hash, head.at], [hash, at])
  })
})

describe('POST /audit_entries/checkpoints', () => {
  test('201 seals the head, lists it and emits it', async () => {
    await recorded([aLook(unique('doc'))])
    await chain()
    const head = (await v2('GET', '/audit_entries/head')).json()

    const answer = await v2('POST', '/audit_entries/checkpoints')

    const made = answer.json()
    const { seal, ...content } = made
    assert.equal(answer.statusCode, 201)
    assert.deepEqual([made.client, made.sequence, made.hash], ['acme', head.sequence, head.hash])
    assert.deepEqual(openSeal(seal).payload, content)
    assert.deepEqual((await v2('GET', '/audit_entries/checkpoints')).json()[0], made)
    assert.deepEqual((await v2('GET', '/audit_entries/head')).json().checkpoint, made)
    const [event] = (await v2('GET', '/events?type=audit_checkpoint.created')).json()
    assert.deepEqual([event.resource_id, event.data], [String(made.sequence), made])
    await chain()
    assert.deepEqual((await entries({ action: 'audit.checkpoint' }))[0]?.details, {
      sequence: made.sequence,
      hash: made.hash,
    })
  })
})

describe('GET /audit_entries/export', () => {
  test('200 is the chain, oldest first, closed by its checkpoint', async () => {
    await recorded([aLook(unique('doc')), { action: 'note.deleted' }])
    await chain()

    const { body, headers } = await exported()

    const lines = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { checkpoint, export: made } = lines.pop()
    let hash = GENESIS
    for (const [index, entry] of lines.entries()) {
      assert.deepEqual([entry.sequence, entry.previous_hash], [index + 1, hash])
      hash = entry.hash
    }
    assert.deepEqual([checkpoint.sequence, checkpoint.hash, made.entries], [lines.length, hash, lines.length])
    assert.match(String(headers['content-type']), /^application\/jsonl/)
    assert.match(String(headers['content-disposition']), /audit\.jsonl/)
  })

  test('200 as CSV has a row for each entry that passes the filters, and is an entry itself', async () => {
    const id = unique('doc')
    await recorded([aLook(id), aLook(id)])
    await chain()

    const { body } = await exported({ format: 'csv', resource_id: id })
    await chain()

    const [header = '', ...rows] = body.trim().split('\r\n')
    assert.ok(header.startsWith('sequence,at,action,outcome,actor_type,actor,actor_hash,subject,subject_hash,resource'))
    assert.equal(rows.length, 2)
    assert.ok(rows.every((row) => row.includes(id)))
    const [entry] = await entries({ action: 'audit.exported' })
    assert.deepEqual([entry?.details, entry?.actor?.id], [{ format: 'csv', filters: ['resource_id'] }, 'payroll'])
  })

  test('a HEAD is no entry', async () => {
    await chain()
    const before = (await v2('GET', '/audit_entries/head')).json()
    assert.equal((await v2('HEAD', '/audit_entries/export')).statusCode, 200)
    await chain()
    assert.deepEqual((await v2('GET', '/audit_entries/head')).json(), before)
  })

  test('400 for another format', async () => {
    assert.equal((await exported({ format: 'xml' })).statusCode, 400)
  })
})

describe('the trail', () => {
  test('405 refuses to write, change or delete an entry', async () => {
    for (const [method, path] of [
      ['POST', ''],
      ['DELETE', ''],
      ['PUT', '/1'],
      ['PATCH', '/1'],
      ['DELETE', '/1'],
      ['DELETE', '/checkpoints'],
    ] as const) {
      assert.equal((await v2(method, `/audit_entries${path}`, { body: {} })).statusCode, 405, `${method} ${path}`)
    }
  })

  test('403 without its permission, 401 without a token', async () => {
    for (const path of ['', '/head', '/export', '/1', '/checkpoints']) {
      const refused = await v2('GET', `/audit_entries${path}`, { application: 'reader' })
      assert.deepEqual([refused.statusCode, refused.json().code], [403, 'insufficient_scope'], path)
      assert.equal((await service.app.inject(`/api/v2/client/audit_entries${path}`)).statusCode, 401)
    }
    assert.equal((await v2('POST', '/audit_entries/checkpoints', { application: 'reader' })).statusCode, 403)
  })
})
