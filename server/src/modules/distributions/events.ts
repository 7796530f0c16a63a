import { defineEvent } from '#kernel/events/define-event.ts'
import type { DistributionProject } from '#modules/distributions/projects/schemas.ts'

const byNumber = ({ id }: DistributionProject) => String(id)

export const projectCreated = defineEvent<DistributionProject>('distribution_project.created', byNumber)
/** Every spool has been read, and the project can be validated. */
export const projectReady = defineEvent<DistributionProject>('distribution_project.ready', byNumber)
export const projectValidated = defineEvent<DistributionProject>('distribution_project.validated', byNumber)
export const projectCompleted = defineEvent<DistributionProject>('distribution_project.completed', byNumber)
