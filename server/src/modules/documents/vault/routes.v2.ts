import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { changeIf } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { findVaultLink, listVaultLinks } from './link-queries.ts'
import { linkVault, presentVaultLink, unlinkVault } from './link-vault.ts'
import { ListVaultLinksQuery, VaultLink, VaultLinkInput, VaultLinkParams } from './schemas.ts'

const { read, write } = accessTo('vault_links')
const NEWEST_FIRST: ListOrder = { column: 'created_at', tie: 'id', descending: true }

type Deps = { db: Db; cursors: Cursors }

export function vaultLinkRoutes(deps: Deps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountChanges(v2)
  }
}

function mountReading(v2: Http, { db, cursors }: Deps): void {
  v2.get(
    '/vault_links',
    {
      config: read,
      schema: {
        operationId: 'listVaultLinks',
        summary: 'List vault links, newest first',
        querystring: ListVaultLinksQuery,
        response: { 200: Type.Array(VaultLink) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { employee_technical_id } = request.query
      const scope = listScope(client, 'vault_links', [employee_technical_id])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          NEWEST_FIRST,
          page,
          (wanted) => listVaultLinks(db, client, request.query, wanted),
          presentVaultLink,
        ),
      )
    },
  )

  v2.get(
    '/vault_links/:id',
    {
      config: read,
      schema: {
        operationId: 'getVaultLink',
        summary: 'Read a vault link',
        params: VaultLinkParams,
        response: { 200: VaultLink },
      },
    },
    async (request) => {
      const link = await findVaultLink(db, callerOf(request).client, request.params.id)
      if (!link) throw notFound('vault link', request.params.id)
      return presentVaultLink(link)
    },
  )
}

function mountChanges(v2: Http): void {
  v2.post(
    '/vault_links',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'createVaultLink',
        summary: 'Link an employee to the vault, so that documents filed from now on reach it',
        body: VaultLinkInput,
        response: { 201: VaultLink },
      },
    },
    async (request, reply) => {
      const { employee_technical_id } = request.body
      return reply.code(201).send(await request.work((work) => linkVault(work, employee_technical_id)))
    },
  )

  v2.delete(
    '/vault_links/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'deleteVaultLink',
        summary: 'Unlink an employee from the vault, which keeps its documents',
        params: VaultLinkParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      // A link never changes, so there is nothing to lock.
      const lockCurrent = async ({ tx, client }: Work) => {
        const link = await findVaultLink(tx, client, id)
        return link && presentVaultLink(link)
      }
      await changeIf(request, { schema: VaultLink, lockCurrent }, (work) => unlinkVault(work, id))
      return reply.code(204).send(null)
    },
  )
}
