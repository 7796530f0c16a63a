import type { Resource } from '#kernel/resources/resource-routes.ts'
import { presentAccount } from '#modules/directory/present.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { deleteAccount } from './delete-account.ts'
import { patchAccount, putAccount } from './put-account.ts'
import { type AccountOwner, findAccount, listAccounts, lockAccount } from './queries.ts'
import { refuseLogInChange } from './refuse-log-in-change.ts'
import { Account, AccountId, AccountInput, ListAccountsQuery, type Scope } from './schemas.ts'

/** One log-in for each person and scope, so that the two name it. */
const BY_OWNER: ListOrder = { column: 'scope', tie: 'technical_id', descending: false }

/** The owner that the id of an account names. */
export function parseAccountId(id: string): AccountOwner {
  const at = id.indexOf(':')
  return { scope: id.slice(0, at) as Scope, technicalId: id.slice(at + 1) }
}

export const accounts: Resource<typeof Account, typeof ListAccountsQuery, typeof AccountInput> = {
  path: '/accounts',
  conflicts: ['put', 'patch', 'delete'],
  name: 'account',
  plural: 'accounts',
  idName: 'id',
  id: AccountId,
  item: Account,
  query: ListAccountsQuery,
  put: AccountInput,
  list: (db, client, query, page) =>
    orderedPage(BY_OWNER, page, (request) => listAccounts(db, client, query, request), presentAccount),
  async find(db, client, id) {
    const row = await findAccount(db, client, parseAccountId(id))
    return row && presentAccount(row)
  },
  lock: (work, id) => lockAccount(work.tx, work.client, parseAccountId(id)),
  async putOne(work, id, input) {
    await refuseLogInChange(work, parseAccountId(id), input)
    return putAccount(work, parseAccountId(id), input)
  },
  async patchOne(work, id, input) {
    await refuseLogInChange(work, parseAccountId(id), input)
    return patchAccount(work, parseAccountId(id), input)
  },
  async deleteOne(work, id) {
    await refuseLogInChange(work, parseAccountId(id), { is_active: false })
    await deleteAccount(work, parseAccountId(id))
  },
}
