import { type Resource, resourceRoutes } from '#kernel/resources/resource-routes.ts'
import { listSection } from '#kernel/resources/setup-section.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { presentPolicy } from './present.ts'
import { deletePolicy, lockPolicies, patchPolicy, putPolicy } from './put-policy.ts'
import { findPolicy, listPolicies } from './queries.ts'
import { ListPoliciesQuery, OwnPolicyId, PolicyId, RetentionPolicy, RetentionPolicyInput } from './schemas.ts'

const NEWEST_FIRST: ListOrder = { column: 'created_at', tie: 'id', descending: true }

const retentionPolicies: Resource<typeof RetentionPolicy, typeof ListPoliciesQuery, typeof RetentionPolicyInput> = {
  path: '/retention_policies',
  conflicts: ['put', 'patch', 'delete'],
  name: 'retention policy',
  plural: 'retention policies',
  idName: 'id',
  id: PolicyId,
  item: RetentionPolicy,
  query: ListPoliciesQuery,
  put: RetentionPolicyInput,
  list: (db, client, query, page) =>
    orderedPage(NEWEST_FIRST, page, (request) => listPolicies(db, client, query, request), presentPolicy),
  async find(db, client, id) {
    const row = await findPolicy(db, client, id)
    return row && presentPolicy(row)
  },
  lock: lockPolicies,
  putOne: putPolicy,
  patchOne: patchPolicy,
  deleteOne: deletePolicy,
}

export function retentionPolicyRoutes(deps: { db: Db; cursors: Cursors }): Routes {
  return (v2) => resourceRoutes(v2, deps, retentionPolicies)
}

export const retentionPoliciesSection = listSection({
  ...retentionPolicies,
  key: 'retention_policies',
  id: OwnPolicyId,
})
