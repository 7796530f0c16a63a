import { jobName } from '#platform/jobs/define-job.ts'
import type { DeletionRef } from './queries.ts'

export const RUN_DELETION = jobName<DeletionRef>('deletion_requests.run')
