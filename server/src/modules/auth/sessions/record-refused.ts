import type { AuditActor } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Caller } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { type AccountOwner, personSubject } from '#modules/directory/index.ts'
import { Problem } from '#platform/problem.ts'

/** Those who are refused have not proved who they are: all that is known of them is where they call from. */
const strangerAt = (address: string | undefined): AuditActor => ({
  type: 'external',
  id: null,
  name: null,
  address: address ?? null,
})

/** Records that a log-in was refused: that of a person, or of a name that no one has, which is not written down. */
export async function recordRefused(auth: Auth, caller: Caller, owner?: AccountOwner): Promise<void> {
  await auth.doWork(caller, async (work) =>
    recordAudit(work, {
      action: 'session.refused',
      outcome: 'refused',
      actor: strangerAt(caller.address),
      subject: owner && personSubject(owner),
    }),
  )
}

/** Opens a session, and records a refusal because the log-in is switched off. */
export async function refusedIfInactive<T>(
  auth: Auth,
  caller: Caller,
  owner: () => AccountOwner | undefined,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof Problem && error.code === 'account_inactive') await recordRefused(auth, caller, owner())
    throw error
  }
}
