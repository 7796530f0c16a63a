import type { SettledPackage } from '#modules/governance/packages/make-package.ts'
import { jobName } from '#platform/jobs/define-job.ts'
import type { DeletionRef } from './queries.ts'

export const RUN_DELETION = jobName<DeletionRef>('deletion_requests.run')
export const PACKAGE_SETTLED = jobName<SettledPackage>('deletion_requests.package-settled')
