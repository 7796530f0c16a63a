import { defineJob, type JobContext } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import { systemCaller } from '#modules/governance/disposals/system-caller.ts'
import { removeUnnamed } from '#platform/blobs/remove-unnamed.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { buildPackage } from './building/build-package.ts'
import { BUILD_PACKAGE, EXPIRE_PACKAGES, REMOVE_BYTES } from './job-names.ts'
import { listOverdue, listStalled, lockPackage, type PackageRef } from './queries.ts'
import { expirePackage } from './settle-package.ts'

const STALLED_MS = 15 * 60 * 1000

export const buildPackages = defineJob<PackageRef>(BUILD_PACKAGE.name, (ref, context) => buildPackage(context, ref), {
  concurrency: 2,
  timeoutSeconds: 12 * 60 * 60,
})

/** Has packages made whose job was given up. */
export const resumePackages = defineJob(
  'access-packages.resume',
  async (_data, { db, doWork, clock }) => {
    const before = new Date(clock.now().getTime() - STALLED_MS)
    for (const ref of await listStalled(db, { before })) {
      const client: Client = { id: ref.client_id, languages: [] }
      await doWork(systemCaller(client), async (work) => enqueue(work, BUILD_PACKAGE, ref))
    }
  },
  { schedule: '*/15 * * * *' },
)

/** Ends packages whose time is over. Each is also put on the queue for its own time; the schedule finds what that missed. */
export const expirePackages = defineJob<object>(
  EXPIRE_PACKAGES.name,
  async (_data, context) => {
    const { db, clock, signal } = context
    for (;;) {
      const overdue = await listOverdue(db, { now: clock.now() })
      if (overdue.length === 0) return
      for (const ref of overdue) {
        signal.throwIfAborted()
        await expireIfOverdue(context, ref)
      }
    }
  },
  { schedule: '* * * * *' },
)

async function expireIfOverdue({ doWork }: JobContext, { client_id, id }: PackageRef): Promise<void> {
  const client: Client = { id: client_id, languages: [] }
  await doWork(systemCaller(client), async (work) => {
    const row = await lockPackage(work.tx, client, id)
    const isOver = row && row.expires_at <= work.now && row.status !== 'expired' && row.status !== 'failed'
    if (isOver) await expirePackage(work, row)
  })
}

/** Removes bytes that packages named. While a backup copies files it is tried again; what is left is swept at night. */
export const removePackageBytes = defineJob<{ sha256s: string[] }>(REMOVE_BYTES.name, async ({ sha256s }, context) => {
  if (!(await removeUnnamed(context, sha256s))) throw new Error('A backup copies files.')
})
