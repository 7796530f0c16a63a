import { listOrder } from '#platform/db/keyset-sql.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import type { Resource } from '#platform/http/resource-routes.ts'
import { deleteUser } from './delete-user.ts'
import { holdDirectory } from './directory-lock.ts'
import { presentUser } from './present.ts'
import { patchUser, putUser } from './put-user.ts'
import { TechnicalId } from './schemas.ts'
import { findUser, listUsers, lockUser } from './user-queries.ts'
import { ListUsersQuery, User, UserInput } from './user-schemas.ts'

export const users: Resource<typeof User, typeof ListUsersQuery, typeof UserInput> = {
  path: '/users',
  conflicts: ['put', 'patch', 'delete'],
  name: 'user',
  plural: 'users',
  idName: 'technical_id',
  id: TechnicalId,
  item: User,
  query: ListUsersQuery,
  put: UserInput,
  list(db, client, query, at) {
    const order = listOrder(query.sort ?? 'name', { name: 'sort_name' }, 'key')
    return orderedPage(
      order,
      { at, perPage: query.per_page },
      (request) => listUsers(db, client, query, order, request),
      presentUser,
    )
  },
  async find(db, client, technicalId) {
    const row = await findUser(db, client, technicalId)
    return row && presentUser(row)
  },
  async lock(work, technicalId) {
    await holdDirectory(work)
    return lockUser(work.tx, work.client, technicalId)
  },
  putOne: putUser,
  patchOne: patchUser,
  deleteOne: deleteUser,
}
