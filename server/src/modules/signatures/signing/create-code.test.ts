import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex } from '#test/harness/builders.ts'
import { signatureCalls } from '#test/harness/features/signatures.ts'
import { codeHash, createCode } from './create-code.ts'

const service = await startApp()
const { pool, clock, keyring, doWork, v2 } = service
clock.stop()
const { started, visitor } = signatureCalls(service)

type Kept = { code_hash: Buffer | null; code_expires_at: Date | null; code_tries: number }

async function aSigner() {
  const { id, signers } = await started()
  const signer_id = signers[0]?.id ?? assert.fail()
  const create = (client: typeof acme.client | typeof globex.client = acme.client) =>
    createCode(service, client, { client_id: client.id, process_id: id, signer_id })
  const kept = async (): Promise<Kept> =>
    (
      await pool.query(`SELECT code_hash, code_expires_at, code_tries FROM signature_signers WHERE id = $1`, [
        signer_id,
      ])
    ).rows[0]
  const enter = (code: string) => visitor(signer_id)('POST', '/visits', { body: { code } })
  return { id, signer_id, create, kept, enter }
}

describe('the code of an external', () => {
  test('has six digits, whatever the number is, and is another one each time', async () => {
    const { create } = await aSigner()
    const codes: string[] = []
    for (let count = 0; count < 25; count += 1) codes.push(await create())

    for (const code of codes) assert.match(code, /^\d{6}$/)
    assert.ok(new Set(codes).size > 20, codes.join())
  })

  test('is kept as a keyed hash alone, for ten minutes, and nobody has tried it', async () => {
    const { signer_id, create, kept } = await aSigner()

    const code = await create()

    const { code_hash, code_expires_at, code_tries } = await kept()
    assert.ok(code_hash?.equals(codeHash(keyring, signer_id, code)))
    assert.deepEqual([code_expires_at?.getTime(), code_tries], [clock.now().getTime() + 10 * 60 * 1000, 0])
  })

  test('ends the one before, with its tries', async () => {
    const { create, enter, kept } = await aSigner()
    const first = await create()
    for (let tries = 0; tries < 6; tries += 1) await enter('x')
    assert.equal((await kept()).code_tries, 6)

    let second = await create()
    while (second === first) second = await create()

    assert.equal((await kept()).code_tries, 0)
    assert.equal((await enter(first)).json().errors[0].code, 'wrong_code')
    assert.equal((await enter(second)).statusCode, 204)
  })

  test('is worth nothing at the very end of its ten minutes, and opens a visit a moment before', async () => {
    const [early, late] = [await aSigner(), await aSigner()]
    const [inTime, tooLate] = [await early.create(), await late.create()]

    clock.advance(10 * 60)
    const refused = await late.enter(tooLate)
    clock.advance(-0.001)
    const opened = await early.enter(inTime)
    clock.advance(0.001 - 10 * 60)

    assert.deepEqual([refused.statusCode, refused.json().errors[0].code], [422, 'code_expired'])
    assert.equal(opened.statusCode, 204, opened.body)
  })

  test('is told of in the evidence, without a digit of it', async () => {
    const { id, signer_id, create } = await aSigner()

    const code = await create()

    const entries = (await v2('GET', `/signature_processes/${id}/evidence`)).json()
    const { created_at: _, ...entry } = entries.at(-1)
    const nothing = { actor_name: null, address: null, agent: null, detail: null }
    assert.deepEqual(entry, { action: 'code_sent', signer_id, ...nothing })
    assert.ok(!JSON.stringify(entries).includes(`"${code}"`))
  })

  test('is not made when the evidence cannot be kept: a code that was sent without a trace is worth nothing', async () => {
    const { signer_id, create, kept } = await aSigner()
    const before = await kept()

    // There is no such process for another client, nor a signer of it.
    await assert.rejects(create(globex.client), /signature_evidence_process/)
    const failing = createCode(
      {
        keyring,
        doWork: (caller, operation) =>
          doWork(caller, async (work) => {
            await operation(work)
            throw new Error('later')
          }),
      },
      acme.client,
      { client_id: 'acme', process_id: (await started()).id, signer_id },
    )

    await assert.rejects(failing, /later/)
    assert.deepEqual(await kept(), before)
  })
})

describe('the hash of a code', () => {
  const SIGNER = '0194f9a1-0203-7abc-8def-0123456789ab'

  test('is the same for the same signer and code, and another for any other', () => {
    const hashes = [
      codeHash(keyring, SIGNER, '000000'),
      codeHash(keyring, SIGNER, '000001'),
      codeHash(keyring, SIGNER, '00000'),
      codeHash(keyring, SIGNER.replace('ab', 'ac'), '000000'),
      codeHash(openKeyring('another secret key that is long enough'), SIGNER, '000000'),
    ].map((one) => one.toString('hex'))

    assert.equal(new Set(hashes).size, hashes.length)
    assert.equal(codeHash(keyring, SIGNER, '000000').toString('hex'), hashes[0])
    assert.ok(hashes.every((one) => !one.includes('000000') && one.length === 64))
  })
})
