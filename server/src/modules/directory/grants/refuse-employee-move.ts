import { missingOf } from '#kernel/access/permission.ts'
import type { Work } from '#kernel/work.ts'
import { statement } from '#platform/db/statement.ts'
import { grantsCovering, listHeldGrants, permissionsIn } from './held-grants.ts'
import { refuseMissing } from './refuse-unless-holds.ts'

type Moved = { key: string; ancestors: number[] }

const findAncestors = statement<Moved, { client_id: string; keys: string[] }>(`
  SELECT key, ancestors FROM employees WHERE client_id = $client_id AND key = ANY ($keys::bigint[])`)

/**
 * Refuses a manager who moves employees to where the manager holds more over them. That other managers gain an employee
 * who joins their organization is what moving an employee is for; the actor holds employees:write in both organizations.
 */
export async function refuseEmployeeMove(work: Work, moved: readonly Moved[]): Promise<void> {
  if (work.actor.type !== 'user' || moved.length === 0) return
  const held = await listHeldGrants(work.tx, work)
  const keys = moved.map(({ key }) => key)
  const before = new Map(
    (await findAncestors(work.tx, { client_id: work.client.id, keys })).map((one) => [one.key, one.ancestors]),
  )
  const gained = moved.flatMap(({ key, ancestors }) => {
    const heldBefore = grantsCovering(held, before.get(key) ?? [])
    return grantsCovering(held, ancestors).flatMap(({ permissions, restrictions }) =>
      missingOf(permissionsIn(heldBefore, restrictions), permissions),
    )
  })
  refuseMissing(
    work,
    [...new Set(gained)].map((permission) => ({ permission, where: 'where the employee is registered' })),
  )
}
