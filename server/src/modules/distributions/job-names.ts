import { jobName } from '#platform/jobs/define-job.ts'

export type DistributionRef = { client_id: string; distribution_id: number }
export type ProjectRef = { client_id: string; project_id: number }
export type MailRef = ProjectRef & { employee_key: string }

export type HandOverRef = ProjectRef & { turn: number }

export const PROCESS = jobName<DistributionRef>('distributions.process')
export const DELIVER = jobName<ProjectRef>('distributions.deliver')
export const HAND_OVER = jobName<HandOverRef>('distributions.hand_over')
export const MAIL = jobName<MailRef>('distributions.mail')
