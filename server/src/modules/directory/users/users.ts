import type { Resource } from '#kernel/resources/resource-routes.ts'
import { lockDirectoryShared } from '#modules/directory/directory-lock.ts'
import { presentUser } from '#modules/directory/present.ts'
import { TechnicalId } from '#modules/directory/schemas.ts'
import { listOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { deleteUser } from './delete-user.ts'
import { patchUser, putUser } from './put-user.ts'
import { findUser, listUsers, lockUser } from './queries.ts'
import { ListUsersQuery, User, UserInput } from './schemas.ts'

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
  list(db, client, query, page) {
    const order = listOrder(query.sort ?? 'name', { name: 'sort_name' }, 'key')
    return orderedPage(order, page, (request) => listUsers(db, client, query, request), presentUser)
  },
  async find(db, client, technicalId) {
    const row = await findUser(db, client, technicalId)
    return row && presentUser(row)
  },
  async lock(work, technicalId) {
    await lockDirectoryShared(work)
    return lockUser(work.tx, work.client, technicalId)
  },
  putOne: putUser,
  patchOne: patchUser,
  deleteOne: deleteUser,
}
