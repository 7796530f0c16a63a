import { defineJob } from '#kernel/jobs.ts'
import { runHandOver } from '#modules/distributions/carriers/hand-over.ts'
import { runDelivery } from '#modules/distributions/delivery/deliver-project.ts'
import { deliveryMail } from '#modules/distributions/delivery/delivery-mail.ts'
import { listReleasable, releaseProject } from '#modules/distributions/projects/release-project.ts'
import { runDistribution } from '#modules/distributions/reading/process-distribution.ts'
import { expireReceptions } from '#modules/distributions/spools/reception.ts'
import {
  DELIVER,
  type DistributionRef,
  HAND_OVER,
  type HandOverRef,
  MAIL,
  type MailRef,
  PROCESS,
  type ProjectRef,
} from './job-names.ts'

// They end by themselves, also in failure; a job that was given up would leave a project behind that never ends.
const OPTIONS = { retries: 10_000, timeoutSeconds: 12 * 60 * 60, concurrency: 2 }
/** So long the files of a project that has ended are kept. */
const KEPT_DAYS = 30
const RELEASED_AT_ONCE = 100
const DAY_MS = 24 * 60 * 60 * 1000

export const processDistribution = defineJob<DistributionRef>(PROCESS.name, runDistribution, OPTIONS)

export const deliverProject = defineJob<ProjectRef>(DELIVER.name, runDelivery, OPTIONS)

/** Hands the packages of a project over to its carrier. */
export const handOverPackages = defineJob<HandOverRef>(HAND_OVER.name, runHandOver, OPTIONS)

/** Looks every minute for uploads that broke off without a word. */
export const endReceptions = defineJob('distributions.end_receptions', (_data, context) => expireReceptions(context), {
  schedule: '* * * * *',
})

/** Tells one employee of what a project brought. */
export const mailDelivery = defineJob<MailRef>(
  MAIL.name,
  async (ref, { db, mailer, publicUrl }) => {
    const mail = await deliveryMail(db, ref, publicUrl)
    if (mail) await mailer.send(mail, { clientId: ref.client_id, kind: 'delivery' })
  },
  { concurrency: 4 },
)

/**
 * Deletes the files of spools, documents and packages some time after the end of their project: they contain personal
 * data.
 */
export const releaseProjects = defineJob(
  'distributions.release',
  async (_data, { db, clock }) => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
    for (;;) {
      const due = await listReleasable(db, before, RELEASED_AT_ONCE)
      for (const { client_id, id } of due) await releaseProject(db, { client_id, project_id: id, now: clock.now() })
      if (due.length < RELEASED_AT_ONCE) return
    }
  },
  { schedule: '17 3 * * *' },
)
