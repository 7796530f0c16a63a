import { jobName } from '#platform/jobs/define-job.ts'
import type { PackageRef } from './queries.ts'

export const BUILD_PACKAGE = jobName<PackageRef>('access-packages.build')
export const EXPIRE_PACKAGES = jobName<object>('access-packages.expire')
export const REMOVE_BYTES = jobName<{ sha256s: string[] }>('access-packages.remove-bytes')
export const MAIL_LINK = jobName<PackageRef>('access-packages.mail-link')
export const MAIL_CODE = jobName<PackageRef>('access-packages.mail-code')
