import type { SystemState } from './system.api.ts'

/** After this a job or a callback that could have begun is late. */
const LATE_SECONDS = 120

/** Something that an administrator should know, worst first; `href` leads to more. */
export type Problem = { severity: 'bad' | 'warning' | 'info'; href?: string } & (
  | { kind: 'jobsFailed'; job: string; count: number }
  | { kind: 'jobsLate'; job: string; seconds: number }
  | { kind: 'callbacksLate'; seconds: number }
  | { kind: 'callbacksHeld' | 'mailsFailed'; count: number }
  | { kind: 'scanFailing'; detail: string }
  | { kind: 'mailFolder' | 'scanOff' }
)

const ORDER = { bad: 0, warning: 1, info: 2 }

/** What is wrong, or could be better, with how the service does. */
export function problemsOf({ jobs, callbacks, mail, virus_scan }: SystemState): Problem[] {
  const problems: Problem[] = []
  for (const { name, failed, oldest_waiting_seconds } of jobs) {
    if (failed > 0) problems.push({ severity: 'bad', kind: 'jobsFailed', job: name, count: failed })
    const seconds = oldest_waiting_seconds ?? 0
    if (seconds > LATE_SECONDS) problems.push({ severity: 'warning', kind: 'jobsLate', job: name, seconds })
  }
  if (callbacks.oldest_seconds > LATE_SECONDS) {
    problems.push({ severity: 'warning', kind: 'callbacksLate', seconds: callbacks.oldest_seconds })
  }
  if (callbacks.held > 0) {
    problems.push({ severity: 'warning', kind: 'callbacksHeld', count: callbacks.held, href: '/portal/admin/webhooks' })
  }
  if (mail.failed > 0) {
    const href = '/portal/admin/mails?status=failed'
    problems.push({ severity: 'bad', kind: 'mailsFailed', count: mail.failed, href })
  }
  if (virus_scan.state === 'failing') {
    problems.push({ severity: 'bad', kind: 'scanFailing', detail: virus_scan.detail ?? '' })
  }
  if (mail.transport === 'folder') problems.push({ severity: 'info', kind: 'mailFolder' })
  if (virus_scan.state === 'off') problems.push({ severity: 'info', kind: 'scanOff' })
  return problems.toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity])
}
