import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { importCalls } from '#test/harness/features/imports.ts'
import { anExternal, aSignatureType, type NewSigner, signatureCalls } from '#test/harness/features/signatures.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import type { AccountId } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { v2, clock } = service
clock.stop()
const { portal, body, created, started, signed, sign, signerCalls, move } = signatureCalls(service)

type Call = ReturnType<typeof portal.as>
type Answer = Awaited<ReturnType<Call>>
const list = (who: AccountId, query = '', client = 'acme') => portal.as(who, client)('GET', `/me/signatures?${query}`)
const idsOf = (answer: Answer): string[] => {
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().map((one: { id: string }) => one.id)
}
const cursorOf = (answer: Answer, which: 'next' | 'previous') => answer.headers[`${which}-cursor`] as string | undefined
const cancel = (id: string) => v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })

/** Somebody new, who has nothing to sign yet. */
async function aSigner(type: 'employee' | 'user' = 'employee', technical_id = unique('P')) {
  await (type === 'employee' ? anEmployee(service, { technical_id }) : aManager(service, { technical_id }))
  const signers: NewSigner[] = [{ type, technical_id }]
  const who: AccountId = `${type === 'employee' ? 'employee' : 'manager'}:${technical_id}`
  return { who, signers }
}

async function walk(who: AccountId, query: string, which: 'next' | 'previous' = 'next', from?: string) {
  const pages: string[][] = []
  let cursor = from
  do {
    const answer = await list(who, `${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    pages.push(idsOf(answer))
    cursor = cursorOf(answer, which)
  } while (cursor !== undefined)
  return pages
}

describe('GET /me/signatures', () => {
  test('200 answers an empty list to who was never asked', async () => {
    const { who } = await aSigner()

    for (const query of ['', 'state=open', 'state=past']) assert.deepEqual(idsOf(await list(who, query)), [])
  })

  test('200 lists what waits, the last first, as each is read by itself', async () => {
    const { who, signers } = await aSigner()
    const processes = [await started({ signers }), await started({ signers: [...signers, anExternal()] })]

    const answer = await list(who)

    assert.deepEqual(idsOf(answer), processes.map(({ id }) => id).toReversed())
    for (const one of answer.json()) {
      const { my_name, consent, positions, ...shown } = (await portal.as(who)('GET', `/me/signatures/${one.id}`)).json()
      assert.deepEqual(shown, one)
      assert.ok(my_name && consent && positions)
    }
  })

  test('200 lists each process in the one state that it is in for the signer', async () => {
    const { who, signers } = await aSigner()
    const later: NewSigner[] = [anExternal(), ...signers.map((one) => ({ ...one, signing_order: 2 }))]
    const open = await started({ signers })
    const [draft, waiting] = [await created({ signers }), await started({ signers: later })]
    const answered = await started({ signers: [...signers, anExternal()] })
    await sign(answered, 0)
    const canceled = await started({ signers })
    await cancel(canceled.id)
    const refused = await started({ signers: [...signers, anExternal()] })
    const call = await signerCalls(refused, refused.signers[1] ?? assert.fail())
    assert.equal((await call('POST', '/reject', { body: { reason: 'No' } })).statusCode, 200)
    const sealed = await signed({ signers })
    const neverAsked = await started({ signers: later })
    await cancel(neverAsked.id)

    const past = [sealed, refused, canceled, answered].map(({ id }) => id)
    assert.deepEqual(idsOf(await list(who)), [open.id])
    assert.deepEqual(idsOf(await list(who, 'state=open')), [open.id])
    assert.deepEqual(idsOf(await list(who, 'state=past')), past)
    for (const { id } of [draft, waiting, neverAsked]) {
      assert.equal((await portal.as(who)('GET', `/me/signatures/${id}`)).statusCode, 404)
    }
  })

  test('200 lists what waits for the second turn once the first have signed', async () => {
    const { who, signers } = await aSigner('user')
    const process = await started({ signers: [anExternal(), ...signers.map((one) => ({ ...one, signing_order: 2 }))] })
    assert.deepEqual(idsOf(await list(who)), [])

    await sign(process, 0)

    const [shown] = (await list(who)).json()
    const others = shown.signers.map((one: { status: string; is_me: boolean }) => [one.status, one.is_me])
    assert.deepEqual([shown.id, shown.may_sign], [process.id, true])
    assert.deepEqual(others, [
      ['signed', false],
      ['asked', true],
    ])
  })

  test('200 tells a manager and an employee of the same id, and the same of another client, apart', async () => {
    const technical_id = unique('SAME')
    const employee = await aSigner('employee', technical_id)
    const manager = await aSigner('user', technical_id)
    await anEmployee(service, { owner: globex, technical_id })
    const [ofEmployee, ofManager] = [
      await started({ signers: employee.signers }),
      await started({ signers: manager.signers }),
    ]
    const both = await started({ signers: [...manager.signers, ...employee.signers] })
    const { upload } = importCalls(service)
    const given = await body({
      signers: employee.signers,
      signature_type_id: await aSignatureType(service, { owner: globex }),
      upload_id: await upload(aPdf(), { application: 'rival' }),
    })
    const { id: theirs } = (await v2('POST', '/signature_processes', { application: 'rival', body: given })).json()
    assert.equal((await move(theirs, 'start', { application: 'rival' })).statusCode, 200)

    assert.deepEqual(idsOf(await list(employee.who)), [both.id, ofEmployee.id])
    assert.deepEqual(idsOf(await list(manager.who)), [both.id, ofManager.id])
    assert.deepEqual(idsOf(await list(employee.who, '', 'globex')), [theirs])
    for (const [who, id, client] of [
      [employee.who, ofManager.id, 'acme'],
      [manager.who, ofEmployee.id, 'acme'],
      [employee.who, theirs, 'acme'],
      [employee.who, both.id, 'globex'],
    ] as const) {
      const answer = await portal.as(who, client)('GET', `/me/signatures/${id}`)
      const message = `Signature process ${id} not found.`
      assert.deepEqual([answer.statusCode, answer.json()], [404, { code: 'not_found', message }])
    }
  })

  test('200 leads through the pages once, forwards and back, while one more comes', async () => {
    const { who, signers } = await aSigner()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await started({ signers })).id)

    const forwards = await walk(who, 'per_page=2')
    const first = await list(who, 'per_page=2')
    const second = await list(who, `per_page=2&cursor=${cursorOf(first, 'next')}`)
    await started({ signers })
    const third = await list(who, `per_page=2&cursor=${cursorOf(second, 'next')}`)

    assert.deepEqual(forwards, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    assert.deepEqual([...idsOf(first), ...idsOf(second), ...idsOf(third)], ids)
    const back = await list(who, `per_page=2&cursor=${cursorOf(third, 'previous')}`)
    assert.deepEqual(idsOf(back), idsOf(second))
    assert.equal(cursorOf(first, 'previous'), undefined)
  })

  test('400 for the cursor of another person, of the other list, and for one that was changed', async () => {
    const [one, other] = [await aSigner(), await aSigner()]
    for (const { signers } of [one, one, other, other]) await started({ signers })
    const cursor = cursorOf(await list(one.who, 'per_page=1'), 'next') ?? assert.fail()

    for (const answer of [
      await list(other.who, `per_page=1&cursor=${cursor}`),
      await list(one.who, `per_page=1&state=past&cursor=${cursor}`),
      await list(one.who, `per_page=1&cursor=${cursor.slice(0, -3)}AAA`),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
      assert.match(answer.json().message, /^cursor: /)
    }
    assert.equal((await list(one.who, `per_page=1&state=open&cursor=${cursor}`)).statusCode, 200)
  })

  for (const [query, field, message] of [
    ['state=waiting', 'state', 'This must be one of open, past.'],
    ['per_page=0', 'per_page', 'This must be >= 1.'],
    ['per_page=101', 'per_page', 'This must be <= 100.'],
    ['per_page=all', 'per_page', 'This must be an integer.'],
  ] as const) {
    test(`400 for ${query}`, async () => {
      const { who } = await aSigner()

      const answer = await list(who, query)

      const { code, message: told, errors } = answer.json()
      assert.deepEqual([answer.statusCode, code, told], [400, 'invalid_request', `${field}: ${message}`])
      assert.deepEqual([errors.length, errors[0].field, errors[0].message], [1, field, message])
    })
  }

  test('401 without a session', async () => {
    const answer = await portal.as(undefined)('GET', '/me/signatures')

    assert.deepEqual(
      [answer.statusCode, answer.json()],
      [401, { code: 'not_logged_in', message: 'Log in to continue.' }],
    )
  })
})
