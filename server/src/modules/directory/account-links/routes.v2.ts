import { Type } from 'typebox'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { parseAccountId } from '#modules/directory/accounts/accounts.ts'
import { Account, AccountId } from '#modules/directory/accounts/schemas.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { deleteLink, putLink } from './put-link.ts'

const { write } = accessTo('accounts')

/** Links between log-ins that an administrator or an application answers for. */
export const accountLinkRoutes: Routes = (v2) => {
  v2.put(
    '/accounts/:id/link',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'putAccountLink',
        summary: 'Link the employee log-in and the manager log-in of one person',
        description: 'The caller must hold all permissions of both log-ins. Both addresses are notified by mail.',
        params: Type.Object({ id: AccountId }),
        body: Type.Object({ linked_to: AccountId }),
        response: { 200: Account, 201: Account },
      },
    },
    async (request, reply) => {
      const { item, outcome } = await request.work((work) =>
        putLink(work, parseAccountId(request.params.id), parseAccountId(request.body.linked_to)),
      )
      return reply.code(outcome === 'created' ? 201 : 200).send(item)
    },
  )

  v2.delete(
    '/accounts/:id/link',
    {
      config: write,
      schema: {
        operationId: 'deleteAccountLink',
        summary: 'End the link of a log-in with another one',
        params: Type.Object({ id: AccountId }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => deleteLink(work, parseAccountId(request.params.id)))
      return reply.code(204).send(null)
    },
  )
}
