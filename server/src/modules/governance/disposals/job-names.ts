import { jobName } from '#platform/jobs/define-job.ts'
import type { DisposalRef } from './queries.ts'

export const RUN_DISPOSAL = jobName<DisposalRef>('disposals.run')
