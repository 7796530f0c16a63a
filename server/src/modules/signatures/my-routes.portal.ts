import { Type } from 'typebox'
import { acceptedLanguages } from '#platform/http/accepted-languages.ts'
import { callerOf } from '#platform/http/caller.ts'
import { type Cursors, listScope } from '#platform/http/cursor.ts'
import { writeCursors } from '#platform/http/keyset-page.ts'
import type { Routes } from '#platform/http/routes.ts'
import { forSessions, personOf } from '#platform/http/session-person.ts'
import { getMySignature, listMySignatures, presentMine } from './my-signatures.ts'
import { ListMySignaturesQuery, MySignature } from './portal-schemas.ts'
import { ProcessParams } from './process-schemas.ts'
import { mountSigner, type SignerParts } from './signer-routes.ts'

export type MySignatureParts = SignerParts & { cursors: Cursors }

/** What employees and managers are asked to sign. */
export function mySignatureRoutes(parts: MySignatureParts): Routes {
  const { db, cursors } = parts
  return (portal) => {
    portal.get(
      '/me/signatures',
      {
        config: forSessions,
        schema: {
          operationId: 'listMySignatures',
          summary: 'Documents that wait for my signature, or that I was asked to sign before; the last first',
          querystring: ListMySignaturesQuery,
          response: { 200: Type.Array(MySignature) },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { state = 'open', per_page, cursor } = request.query
        const scope = listScope(client, '/me/signatures', [person.scope, person.technical_id, state])
        const asked = { state, at: cursors.read(scope, cursor), perPage: per_page }
        const page = await listMySignatures(db, client, person, asked)
        writeCursors(reply, cursors, scope, page)
        return page.rows.map(({ process, signer }) => presentMine(process, signer, person.client_name))
      },
    )

    mountSigner(portal, parts, {
      ...{ path: '/me/signatures/:id', params: ProcessParams, config: forSessions, name: 'MySignature' },
      // The session of a call is known before its body is read.
      check: async () => {},
      async enter(request) {
        const caller = callerOf(request)
        const { client_name: company, language: chosen, ...person } = personOf(request)
        const { id } = request.params as { id: string }
        // Whoever chose no language reads the portal in that of the browser, and so what they agree to.
        const language = chosen ?? acceptedLanguages(request.headers['accept-language'])[0] ?? null
        return { ...(await getMySignature(db, caller.client, person, id)), caller, company, language }
      },
    })
  }
}
