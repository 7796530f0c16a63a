import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import type { Profile } from './schemas.ts'

type Change = { technicalId: string; before: readonly Profile[]; after: readonly Profile[] }

/** Writes down that a manager got other profiles, with the roles that came and went. */
export function recordProfiles(work: Work, { technicalId, before, after }: Change): void {
  const roles = (profiles: readonly Profile[]) => [...new Set(profiles.map(({ role }) => role))]
  const [had, has] = [roles(before), roles(after)]
  recordAudit(work, {
    action: 'user.profiles_changed',
    subject: { type: 'user', technical_id: technicalId },
    resource: { type: 'user', id: null },
    details: { added: has.filter((one) => !had.includes(one)), removed: had.filter((one) => !has.includes(one)) },
  })
}
