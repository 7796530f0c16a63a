import type { Mail } from '#platform/mail/mail.ts'
import { ALL_JOBS } from '#src/worker.ts'
import type { TestApp } from '#test/harness/app.ts'
import { aRecordingMailer } from '#test/harness/features/notes.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'

/** Runs the jobs that mail people, each once; the answer is what was mailed since the last time. */
export function mailJobRunner(service: TestApp) {
  const seen = new Set<string>()
  return async function deliver(): Promise<Mail[]> {
    const office = aRecordingMailer()
    const { rows } = await service.pool.query<{ id: string; name: string; data: object }>(
      `SELECT id, name, data FROM jobs.job WHERE name ~ '\\.mail-' ORDER BY created_on, id`,
    )
    for (const { id, name, data } of rows.filter((one) => !seen.has(one.id))) {
      seen.add(id)
      const job = ALL_JOBS.find((one) => one.name === name)
      if (job) await runJob({ ...service, mailer: office.mailer }, job, data)
    }
    return office.sent
  }
}
