import { Type } from 'typebox'
import { forAdministrators } from '#kernel/access/session-person.ts'
import { AccountId, findAccount, parseAccountId, refuseLogInChange } from '#modules/directory/index.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { closeSessionsOf } from './open-session.ts'

/** Below /admin: the sessions of people. */
export const accountRoutes: Routes = (admin) => {
  admin.delete(
    '/accounts/:id/sessions',
    {
      config: forAdministrators('users:write'),
      schema: {
        operationId: 'endSessions',
        summary: 'End all sessions of a person, on all their devices',
        params: Type.Object({ id: AccountId }),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await request.work(async (work) => {
        const owner = parseAccountId(id)
        await refuseLogInChange(work, owner)
        if (!(await findAccount(work.tx, work.client, owner))) throw notFound('account', id)
        await closeSessionsOf(work, owner)
      })
      return reply.code(204).send(null)
    },
  )
}
