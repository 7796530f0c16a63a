import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Actor, Work } from '#kernel/work.ts'
import { accountLoggedIn } from '#modules/directory/events.ts'
import { presentAccount } from '#modules/directory/present.ts'
import { lookup } from '#platform/db/statement.ts'
import { personSubject } from './person-subject.ts'
import { type AccountOwner, type AccountRow, markLogIn } from './queries.ts'

const findName = lookup<{ name: string }, { client_id: string; scope: string; technical_id: string }>(`
  SELECT first_name || ' ' || last_name AS name FROM employees
  WHERE $scope = 'employee' AND client_id = $client_id AND technical_id = $technical_id
  UNION ALL
  SELECT first_name || ' ' || last_name FROM users WHERE $scope = 'manager' AND client_id = $client_id AND technical_id = $technical_id`)

/** Records a log-in and emits its event. The actor is the person, regardless of the caller. */
export async function recordLogIn(work: Work, owner: AccountOwner, account: AccountRow): Promise<void> {
  await markLogIn(work.tx, work.client, owner, work.now)
  const [found] = await findName(work.tx, {
    client_id: work.client.id,
    scope: owner.scope,
    technical_id: owner.technicalId,
  })
  const type = owner.scope === 'manager' ? 'user' : 'employee'
  const actor: Actor = { type, id: owner.technicalId, name: found?.name ?? null }
  emit(work, accountLoggedIn, presentAccount({ ...account, last_login_at: work.now }), actor)
  recordAudit(work, {
    action: 'session.opened',
    actor: { type, id: owner.technicalId, name: actor.name, address: work.address ?? null },
    subject: personSubject(owner),
  })
}
