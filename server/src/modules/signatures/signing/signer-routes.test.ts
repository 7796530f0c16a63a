import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, CONSENT, SIGNER_CALLS, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { signingToken } from './signing-link.ts'

const service = await startApp()
const { app, clock, keyring, pool } = service
clock.stop()
const { portal, started, read, seal, signerCalls, sign, visiting, visitor } = signatureCalls(service)
const { upload } = importCalls(service)

const BYTES = aPdfOf(['The first page', 'The last page'])
const POSITION = { page: 2, x: 0.1, y: 0.2, width: 0.3, height: 0.1 }
const upload_id = await upload(BYTES, { filename: 'Contrat signé.pdf' })
const employee = await anEmployee(service, { email: 'ada@acme.test', first_name: 'Ada', last_name: 'Love' })
const now = () =>
  clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, '+00:00')

/** A process that an employee and an external sign; each of them reads it in their own way. */
const aProcess = () =>
  started({
    title: 'Contract',
    reason: 'New work',
    message: 'Please',
    expiry_date: '2031-01-02',
    upload_id,
    signers: [
      { type: 'employee', technical_id: employee, positions: [POSITION] },
      anExternal({ email: 'eve@outside.test' }),
    ],
  })
const shared = await aProcess()
const READERS: [who: string, position: number][] = [
  ['an employee', 0],
  ['an external', 1],
]

for (const [who, position] of READERS) {
  const mine = shared.signers[position] ?? assert.fail()
  const calls = await signerCalls(shared, mine)

  describe(`${who} who was asked`, () => {
    test('200 reads what it is, who signs it, and what they agree to, and nothing else', async () => {
      const answer = await calls('GET', '')

      const signers = shared.signers.map(({ id, type }) => ({
        id,
        name: type === 'employee' ? 'Ada Love' : 'Eve Outside',
        type,
        status: 'asked',
        signing_order: 1,
        signed_at: null,
        is_me: id === mine.id,
      }))
      const sha256 = createHash('sha256').update(BYTES).digest('hex')
      assert.deepEqual(answer.json(), {
        id: shared.id,
        title: 'Contract',
        reason: 'New work',
        message: 'Please',
        status: 'signing',
        expiry_date: '2031-01-02',
        my_status: 'asked',
        may_sign: true,
        requested_by: 'Acme',
        requested_at: now(),
        signers,
        document: { filename: 'Contrat signé.pdf', size: BYTES.length, sha256, page_count: 2 },
        signed_document: null,
        answered_at: null,
        rejection_reason: null,
        my_name: position === 0 ? 'Ada Love' : 'Eve Outside',
        consent: CONSENT,
        positions: position === 0 ? [POSITION] : [],
      })
    })

    test('200 sees each page as a picture, which the browser keeps', async () => {
      const [first, second] = [await calls('GET', '/pages/1'), await calls('GET', '/pages/2')]

      for (const { statusCode, headers, rawPayload } of [first, second]) {
        assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'])
        assert.equal(rawPayload.toString('latin1', 1, 4), 'PNG')
        assert.equal(headers['cache-control'], 'private, no-cache')
      }
      assert.ok(!first.rawPayload.equals(second.rawPayload))
      assert.notEqual(first.headers.etag, second.headers.etag)
    })

    test('200 has the text of the pages, from where it asks, and where it stands', async () => {
      const textOf = async (query: string) => {
        const { pages, next } = (await calls('GET', `/text${query}`)).json()
        const lines = pages.map((one: { page: number; lines: { text: string }[][] }) => [
          one.page,
          one.lines.map((line) => line.map((run) => run.text).join(' ')).join('\n'),
        ])
        return { lines, next }
      }

      const last = [2, 'The last page']
      assert.deepEqual(await textOf(''), { lines: [[1, 'The first page'], last], next: null })
      assert.deepEqual(await textOf('?from=2'), { lines: [last], next: null })
    })

    test('200 has the file, shown in place or to be saved', async () => {
      const [shown, saved] = [await calls('GET', '/file'), await calls('GET', '/file?download=true')]
      const original = await calls('GET', '/file?version=original&download=false')

      const name = `filename="Contrat sign_.pdf"; filename*=UTF-8''Contrat%20sign%C3%A9.pdf`
      for (const answer of [shown, saved, original]) {
        assert.ok(answer.statusCode === 200 && answer.rawPayload.equals(BYTES))
        assert.equal(answer.headers['content-type'], 'application/pdf')
      }
      assert.deepEqual(
        [shown, saved, original].map((one) => one.headers['content-disposition']),
        [`inline; ${name}`, `attachment; ${name}`, `inline; ${name}`],
      )
    })

    test('200 sees the signed document everywhere once it is sealed, and the original if they ask for it', async () => {
      const process = await aProcess()
      const call = await signerCalls(process, process.signers[position] ?? assert.fail())
      const before = (await call('GET', '/pages/2')).rawPayload
      for (const index of [0, 1]) assert.equal((await sign(process, index)).statusCode, 200)
      await seal(process.id)
      // To sign, the external entered another code, which ended the first visit.
      const after = await signerCalls(process, process.signers[position] ?? assert.fail())

      const { signed_document, my_status, answered_at, may_sign } = (await after('GET', '')).json()
      assert.deepEqual([my_status, answered_at, may_sign], ['signed', now(), false])
      assert.deepEqual(signed_document, (await read(process.id)).signed_document)
      const file = await after('GET', '/file')
      const sha256 = createHash('sha256').update(file.rawPayload).digest('hex')
      assert.deepEqual([file.rawPayload.length, sha256], [signed_document?.size, signed_document?.sha256])
      assert.ok((await after('GET', '/file?version=original')).rawPayload.equals(BYTES))
      assert.ok(!(await after('GET', '/pages/2')).rawPayload.equals(before))
      const pages = (await after('GET', '/text')).json().pages
      assert.ok(pages.length > 2 && JSON.stringify(pages.slice(2)).includes('Ada'))
    })

    test('200 answers a signature with the process as it is then', async () => {
      const process = await aProcess()
      const call = await signerCalls(process, process.signers[position] ?? assert.fail())
      const { my_name: _, consent, positions: __, ...shown } = (await call('GET', '')).json()
      clock.advance(60)

      const answer = await call('POST', '/sign', { body: { drawing: TYPED, consent } })

      const signers = shown.signers.map((one: { is_me: boolean }) =>
        one.is_me ? { ...one, status: 'signed', signed_at: now() } : one,
      )
      const mine = { my_status: 'signed', may_sign: false, answered_at: now() }
      assert.deepEqual([answer.statusCode, answer.json()], [200, { ...shown, signers, ...mine }])
      clock.advance(-60)
    })

    test('200 answers a refusal with the reason, and that it is over', async () => {
      const process = await aProcess()
      const call = await signerCalls(process, process.signers[position] ?? assert.fail())

      const answer = await call('POST', '/reject', { body: { reason: ' The salary is missing. ' } })

      const { status, my_status, may_sign, answered_at, rejection_reason } = answer.json()
      assert.deepEqual([answer.statusCode, status, my_status, may_sign], [200, 'rejected', 'rejected', false])
      assert.deepEqual([answered_at, rejection_reason], [now(), ' The salary is missing. '])
    })

    test('422 for a signature without its parts, with more than fits, or no text of consent', async () => {
      const wrong = async (body: unknown) => {
        const answer = await calls('POST', '/sign', { body })
        assert.equal(answer.statusCode, 422, answer.body)
        return answer.json().errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
      }

      assert.deepEqual(await wrong({}), ['drawing required', 'consent required'])
      assert.deepEqual(await wrong({ drawing: TYPED, consent: '' }), ['consent too_short'])
      assert.deepEqual(await wrong({ drawing: TYPED, consent: 'x'.repeat(5001) }), ['consent too_long'])
      assert.deepEqual(await wrong({ drawing: {}, consent: CONSENT }), ['drawing.kind required'])
      assert.deepEqual(await wrong({ drawing: { ...TYPED, text: 'x'.repeat(101) }, consent: CONSENT }), [
        'drawing.text too_long',
      ])
      const drawn = { kind: 'drawn', aspect: 20.1, strokes: [] }
      assert.deepEqual(await wrong({ drawing: drawn, consent: CONSENT }), [
        'drawing.aspect out_of_range',
        'drawing.strokes too_short',
      ])
      assert.equal((await read(shared.id)).signers[position]?.status, 'asked')
    })
  })
}

describe('who has not proved who they are', () => {
  test('401 for every call without a session, before the body is looked at, and nothing moves', async () => {
    const before = await read(shared.id)

    for (const [method, path] of SIGNER_CALLS) {
      const answer = await portal.as(undefined)(method, `/me/signatures/${shared.id}${path}`)
      assert.deepEqual(
        [answer.statusCode, answer.json()],
        [401, { code: 'not_logged_in', message: 'Log in to continue.' }],
      )
    }
    assert.deepEqual(await read(shared.id), before)
  })

  test('403 for every call with a link and no visit, also with the cookie of a visit to another document', async () => {
    const other = await aProcess()
    const [mine, theirs] = [shared.signers[1]?.id ?? '', other.signers[1]?.id ?? '']
    const visit = await visiting(other, theirs)
    assert.equal((await visit('GET', '/document')).statusCode, 200)
    const { rows } = await pool.query(`SELECT visit_hash FROM signature_signers WHERE id = $1`, [theirs])
    const expected = { code: 'code_required', message: 'Enter the code that was mailed to you first.' }

    for (const [method, path] of SIGNER_CALLS) {
      for (const cookie of [
        undefined,
        'dossier_signing=x',
        `dossier_signing=${rows[0].visit_hash.toString('base64url')}`,
      ]) {
        const answer = await visitor(mine, cookie)(method, `/document${path}`)
        assert.deepEqual([answer.statusCode, answer.json()], [403, expected], `${method} ${path}`)
      }
    }
    assert.equal((await read(shared.id)).signers[1]?.status, 'asked')
  })

  test('404 for every call with a link that was changed, and no word of the document', async () => {
    const token = signingToken(keyring, shared.signers[1]?.id ?? '')
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`

    for (const [method, path] of [
      ...SIGNER_CALLS.map(([one, rest]) => [one, `/document${rest}`] as const),
      ['GET', ''],
      ['POST', '/codes'],
    ] as const) {
      const url = `/portal/api/signing/${changed}${path}`
      const answer = await app.inject({ method, url, headers: { 'x-requested-with': 'dossier' } })
      const message = 'This link is no longer valid.'
      assert.deepEqual(
        [answer.statusCode, answer.json()],
        [404, { code: 'link_expired', message }],
        `${method} ${path}`,
      )
    }
  })
})
