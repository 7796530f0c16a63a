import { expireTokens } from '#modules/auth/jobs.ts'
import { foldValueCounts, purgeDataset } from '#modules/datasets/jobs.ts'
import type { AnyJob } from '#platform/jobs/define-job.ts'

/** Every job of the service, with its schedule if it has one. */
export const ALL_JOBS: readonly AnyJob[] = [expireTokens, foldValueCounts, purgeDataset]
