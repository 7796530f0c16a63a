import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forSessions, personOf } from '#kernel/access/session-person.ts'
import { readingOf } from '#kernel/audit/reading.ts'
import { ProcessParams } from '#modules/signatures/processes/schemas.ts'
import { acceptedLanguages } from '#platform/http/browser/accepted-languages.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { ListSignerProcessesQuery, SignerProcess } from './schemas.ts'
import { getSignerProcess, listSignerProcesses, presentForSigner, type SignerProcessRow } from './signer-processes.ts'
import { mountSignerRoutes, type SignerDeps } from './signer-routes.ts'

export type MySignatureDeps = SignerDeps & { cursors: Cursors }

/** What employees and managers are asked to sign. */
export function signerRoutes(deps: MySignatureDeps): Routes {
  const { db, cursors } = deps
  return (portal) => {
    portal.get(
      '/me/signatures',
      {
        config: forSessions,
        schema: {
          operationId: 'listMySignatures',
          summary: 'Documents that wait for my signature, or that I was asked to sign before; the last first',
          querystring: ListSignerProcessesQuery,
          response: { 200: Type.Array(SignerProcess) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { state = 'open' } = request.query
        const scope = listScope(client, '/me/signatures', [person.scope, person.technical_id, state])
        return answerPage({ cursors, reply, query: request.query, scope }, async (asked) => {
          const page = await listSignerProcesses(db, client, { person, state }, asked)
          const present = ({ process, signer }: SignerProcessRow) =>
            presentForSigner(process, signer, person.client_name)
          return { ...page, rows: page.rows.map(present) }
        })
      },
    )

    mountSignerRoutes(portal, deps, {
      path: '/me/signatures/:id',
      params: ProcessParams,
      config: forSessions,
      name: 'MySignature',
      // The session of a call is known before its body is read.
      check: async () => {},
      async enter(request) {
        const caller = callerOf(request)
        const { client_name: company, language: chosen, ...person } = personOf(request)
        const { id } = request.params as { id: string }
        // Anyone who chose no language reads the portal in that of the browser, and so what they agree to.
        const language = chosen ?? acceptedLanguages(request.headers['accept-language'])[0] ?? null
        const found = await getSignerProcess(db, caller.client, person, id)
        return { ...found, caller, reading: readingOf(request, deps.audit), company, language }
      },
    })
  }
}
