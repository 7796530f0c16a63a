import { covers } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { findUserKey } from '#modules/directory/index.ts'
import {
  applyBulkChange,
  type BulkChange,
  findRequestsFor,
  forecastRequests,
  type ManagerRequestsFilter,
} from '#modules/requests/index.ts'
import type { Db } from '#platform/db/db.ts'
import { invalid } from '#platform/problem.ts'
import type { BulkKind, BulkOptions } from './bulk-kind.ts'
import { refuseNotPermitted } from './refuse-not-permitted.ts'

const ID = /^[1-9]\d{0,17}$/

type ChangeFor = (db: Db, client: Client, options: BulkOptions) => Promise<BulkChange>

function kindOf(changeFor: ChangeFor): BulkKind<ManagerRequestsFilter> {
  return {
    refuseUnlessMay: (person) => {
      for (const needed of ['requests:read', 'requests:write']) {
        if (!covers(person.permissions, needed)) refuseNotPermitted(needed)
      }
    },
    isId: (id) => ID.test(id),
    find: (db, { client, person, now }, filter, most) => findRequestsFor(db, client, { person, now, filter, most }),
    async forecast(db, { client, person }, ids, options) {
      const change = await changeFor(db, client, options)
      const { reachable, changed, skipped, mails } = await forecastRequests(db, client, { person, ids, change })
      const rest = reachable - changed
      return { changed, mails, skipped: rest > 0 ? [{ code: skipped, count: rest }] : [] }
    },
    async apply(work, context, { person, id, options }) {
      return applyBulkChange(work, context, { person, id, change: await changeFor(work.tx, work.client, options) })
    },
  }
}

const assigning: ChangeFor = async (db, client, { managers_assigned: wanted = [] }) => {
  if (wanted.length === 0) throw invalid('managers_assigned', 'required', 'This field is required for this action.')
  const managers = await Promise.all(
    wanted.map(async (technical_id) => ({ technical_id, key: await findUserKey(db, client, technical_id) })),
  )
  return {
    action: 'assign',
    managers: managers.map(({ technical_id, key }) => {
      if (key === undefined) throw invalid('managers_assigned', 'unknown_manager', `Manager ${technical_id} not found.`)
      return { technical_id, key }
    }),
  }
}

export const requestKinds = {
  'requests.assign': kindOf(assigning),
  'requests.close': kindOf(async () => ({ action: 'close' })),
  'requests.reopen': kindOf(async () => ({ action: 'reopen' })),
}
