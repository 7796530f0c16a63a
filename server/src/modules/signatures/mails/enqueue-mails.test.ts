import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Work } from '#kernel/work.ts'
import { endEarly } from '#modules/signatures/processes/end-process.ts'
import { getLockedProcess } from '#modules/signatures/processes/get-process.ts'
import { startProcess } from '#modules/signatures/processes/start-process.ts'
import { isUuid } from '#platform/uuid.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aProcessRow, aSignerRow } from '#test/harness/features/signature-rows.ts'
import { anExternal, signatureCalls } from '#test/harness/features/signatures.ts'
import { enqueueRequesterMail, enqueueSignerMails } from './enqueue-mails.ts'

const service = await startApp()
const { doWork, keyring, pool, v2 } = service
const { created, started, read, move, eventsOf } = signatureCalls(service)

const PROCESS = '0194f9a1-0000-7000-8000-000000000001'

/** The jobs that a step would leave; they are not kept. */
async function jobsOf(step: (work: Work) => void) {
  return doWork(acme, async (work) => {
    const before = work.nextPosition
    step(work)
    const jobs = work.pendingJobs.splice(0) as { name: string; data: Record<string, string>; startAt: Date | null }[]
    return { jobs, positions: work.nextPosition - before }
  })
}

const mailJobs = async (id: string): Promise<object[]> => {
  const { rows } = await pool.query<{ name: string; data: Record<string, string> }>(
    `SELECT name, data FROM jobs.job WHERE name ~ '^signatures[.]mail-' AND data ->> 'process_id' = $1
     ORDER BY data ->> 'occasion'`,
    [id],
  )
  return rows.map(({ name, data }) => [name.replace('signatures.mail-', ''), data.kind, data.signer_id])
}

describe('mails to signers', () => {
  test('are one job for each, at once, in their order and each for an occasion of its own', async () => {
    const signers = ['one', 'two', 'three'].map((name) => aSignerRow({ id: name, email: `${name}@outside.test` }))

    const { jobs, positions } = await jobsOf((work) => enqueueSignerMails(work, PROCESS, signers, 'reminder'))

    const occasions = jobs.map(({ data }) => data.occasion ?? '')
    assert.deepEqual(
      jobs,
      ['one', 'two', 'three'].map((signer_id, index) => ({
        name: 'signatures.mail-signer',
        data: { client_id: 'acme', process_id: PROCESS, kind: 'reminder', signer_id, occasion: occasions[index] },
        startAt: null,
      })),
    )
    assert.ok(occasions.every(isUuid))
    assert.deepEqual([new Set(occasions).size, occasions.toSorted(), positions], [3, occasions, 3])
  })

  test('are none for those without an address, and for nobody', async () => {
    const signers = [aSignerRow({ id: 'one' }), aSignerRow({ id: 'two' }), aSignerRow({ id: 'three' })]
    const [first, second, third] = signers
    const withGaps = [{ ...first, email: null }, { ...second, email: '' }, third] as typeof signers

    const { jobs } = await jobsOf((work) => enqueueSignerMails(work, PROCESS, withGaps, 'asked'))
    const nobody = await jobsOf((work) => enqueueSignerMails(work, PROCESS, [], 'asked'))

    assert.deepEqual([jobs.map(({ data }) => data.signer_id), nobody.jobs], [['three'], []])
  })

  test('about the same signer are two occasions, so that a second reminder is another mail', async () => {
    const remind = (work: Work) => enqueueSignerMails(work, PROCESS, [aSignerRow()], 'reminder')

    const { jobs } = await jobsOf((work) => {
      remind(work)
      remind(work)
    })

    assert.notEqual(jobs[0]?.data.occasion, jobs[1]?.data.occasion)
  })
})

describe('mails to the manager who asked', () => {
  test('are one job with an occasion; none for what an application asked', async () => {
    const asked = (creator_user_key: string | null) =>
      jobsOf((work) => enqueueRequesterMail(work, aProcessRow({ creator_user_key }), 'all_signed'))

    const [own, ofProgram] = [await asked('7'), await asked(null)]

    const occasion = own.jobs[0]?.data.occasion ?? ''
    const data = { client_id: 'acme', process_id: PROCESS, kind: 'all_signed', occasion }
    assert.deepEqual(own.jobs, [{ name: 'signatures.mail-requester', data, startAt: null }])
    assert.ok(isUuid(occasion))
    assert.deepEqual([ofProgram.jobs, ofProgram.positions], [[], 0])
  })
})

describe('the mails about a process', () => {
  test('go to those whose turn it is and who have an address, and to nobody before the start', async () => {
    const silent = await anEmployee(service)
    const { id, signers } = await created({
      signers: [
        anExternal({ signing_order: 2 }),
        anExternal(),
        { type: 'employee', technical_id: silent },
        anExternal({ signing_order: 3 }),
      ],
    })
    assert.deepEqual(await mailJobs(id), [])

    await move(id, 'start')

    assert.deepEqual(await mailJobs(id), [['signer', 'asked', signers[1]?.id]])
    assert.deepEqual(
      (await read(id)).signers.map((one) => one.status),
      ['waiting', 'asked', 'asked', 'waiting'],
    )
  })

  test('call off those who were asked, and not those who waited for their turn', async () => {
    const { id, signers } = await started({ signers: [anExternal(), anExternal({ signing_order: 2 }), anExternal()] })
    const before = (await mailJobs(id)).length

    await v2('POST', '/signature_processes/cancel', { body: { signature_process_ids: [id] } })

    const calledOff = [0, 2].map((position) => ['signer', 'called_off', signers[position]?.id])
    assert.deepEqual((await mailJobs(id)).slice(before), calledOff)
  })

  test('vanish with the change and its events when a later step fails', async () => {
    const [draft, running] = [await created(), await started()]
    const stateOf = async (id: string) => [await read(id), await mailJobs(id), (await eventsOf(id)).length]
    const before = [await stateOf(draft.id), await stateOf(running.id)]

    const failing = doWork(acme, async (work) => {
      await startProcess(work, draft.id)
      await endEarly(work, keyring, await getLockedProcess(work, running.id), { status: 'canceled' })
      assert.equal(work.pendingJobs.length, 2)
      throw new Error(unique('later'))
    })

    await assert.rejects(failing, /later-/)
    assert.deepEqual([await stateOf(draft.id), await stateOf(running.id)], before)
  })
})
