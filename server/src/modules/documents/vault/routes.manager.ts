import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { Client, Work } from '#kernel/work.ts'
import { EmployeeParams, getEmployeeForManager, permissionsAt } from '#modules/directory/index.ts'
import { VaultState } from '#modules/documents/manager-schemas.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { findVaultLinkOfEmployee } from './link-queries.ts'
import { linkVault, unlinkVault } from './link-vault.ts'

/** Whether documents of an employee reach the employee's vault. */
export function managerVaultRoutes({ db }: { db: Db }): Routes {
  return (portal) => {
    portal.get(
      '/manager/employees/:technical_id/vault_link',
      {
        config: forManagers('vault_links:read'),
        schema: {
          operationId: 'getManagedVaultLink',
          summary: 'Tell whether documents of an employee reach the vault',
          params: EmployeeParams,
          response: { 200: VaultState },
        },
      },
      async (request) =>
        stateOf(db, callerOf(request).client, personOf(request).technical_id, request.params.technical_id),
    )

    for (const { method, operationId, summary, change } of CHANGES) {
      portal[method](
        '/manager/employees/:technical_id/vault_link',
        {
          config: forManagers('vault_links:write'),
          schema: { operationId, summary, params: EmployeeParams, response: { 200: VaultState } },
        },
        async (request) => {
          const { client } = callerOf(request)
          const manager = personOf(request).technical_id
          const { technical_id } = request.params
          await request.work(async (work) => {
            await getEmployeeForManager(work.tx, client, {
              manager,
              technicalId: technical_id,
              permission: 'vault_links:write',
            })
            await change(work, technical_id)
          })
          return stateOf(db, client, manager, technical_id)
        },
      )
    }
  }
}

const CHANGES = [
  {
    method: 'put',
    operationId: 'linkManagedVault',
    summary: 'Link an employee and the vault',
    change: async (work: Work, technicalId: string) => {
      await linkVault(work, technicalId)
    },
  },
  {
    method: 'delete',
    operationId: 'unlinkManagedVault',
    summary: 'Unlink an employee from the vault, which keeps its documents',
    change: async (work: Work, technicalId: string) => {
      const link = await findVaultLinkOfEmployee(work.tx, work.client, technicalId)
      if (!link || link.deleted_at) throw notFound('vault link of the employee', technicalId)
      await unlinkVault(work, link.id)
    },
  },
] as const

async function stateOf(db: Db, client: Client, manager: string, technicalId: string): Promise<VaultState> {
  const { ancestors } = await getEmployeeForManager(db, client, {
    manager,
    technicalId,
    permission: 'vault_links:read',
  })
  const [link, permissions] = await Promise.all([
    findVaultLinkOfEmployee(db, client, technicalId),
    permissionsAt(db, client, manager, ancestors),
  ])
  const may_write = covers(permissions, 'vault_links:write')
  if (!link) return { state: 'never', since: null, may_write }
  if (link.deleted_at) return { state: 'unlinked', since: inSeconds(link.deleted_at), may_write }
  return { state: 'linked', since: inSeconds(link.created_at), may_write }
}
