import { defineJob } from '#kernel/jobs.ts'
import { systemActor } from '#kernel/work.ts'
import { dayOf } from '#modules/signatures/processes/check-process.ts'
import { listDueReminders, listExpired } from '#modules/signatures/processes/due-queries.ts'
import { expireProcess, isOver } from '#modules/signatures/processes/end-process.ts'
import { lockProcess } from '#modules/signatures/processes/queries.ts'
import { remind } from '#modules/signatures/processes/start-process.ts'
import { renewSeals as renew } from '#modules/signatures/sealing/renew-seals.ts'
import { sealProcess as seal } from '#modules/signatures/sealing/seal-process.ts'
import { type ProcessRef, SEAL } from './job-names.ts'

export { mailCode, mailRequester, mailSigner } from '#modules/signatures/mails/jobs.ts'

const BATCH = 500

/** Seals fully signed documents, and retries as long as the timestamp authority is unavailable. */
export const sealProcess = defineJob<ProcessRef>(SEAL.name, seal, { retries: 10_000, concurrency: 2 })

/** Renews the validation data of sealed documents before their newest timestamp ages. */
export const renewSeals = defineJob('signatures.renew-seals', (_data, context) => renew(context), {
  schedule: '41 4 * * *',
})

/** Ends processes whose last day is over. */
export const expireProcesses = defineJob(
  'signatures.expire',
  async (_data, { db, doWork, clock, keyring, signal }) => {
    for (;;) {
      const due = await listExpired(db, { day: dayOf(clock.now()), limit: BATCH })
      for (const { client_id, languages, process_id } of due) {
        signal.throwIfAborted()
        const caller = { client: { id: client_id, languages }, actor: systemActor }
        await doWork(caller, (work) => expireProcess(work, keyring, process_id))
      }
      if (due.length < BATCH) return
    }
  },
  { schedule: '3 * * * *' },
)

/** Reminds signers as often as the signature type says. */
export const remindSigners = defineJob(
  'signatures.remind',
  async (_data, { db, doWork, clock, signal }) => {
    for (;;) {
      const due = await listDueReminders(db, { now: clock.now(), limit: BATCH })
      for (const { client_id, languages, process_id, signer_id } of due) {
        signal.throwIfAborted()
        await doWork({ client: { id: client_id, languages }, actor: systemActor }, async (work) => {
          const process = await lockProcess(work.tx, work.client, process_id)
          const signer = process?.signers.find((one) => one.id === signer_id)
          const isOpen = process?.status === 'signing' && !isOver(work, process)
          if (isOpen && signer?.status === 'asked') await remind(work, process_id, signer)
        })
      }
      if (due.length < BATCH) return
    }
  },
  { schedule: '23 7 * * *' },
)
