import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import { listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { malformed } from '#platform/problem.ts'
import { DEFAULT_HITS, type FoundOfKind, SEARCH_KINDS, SearchAnswer, SearchQuery } from './schemas.ts'
import { MAX_COUNTED, searchByKind } from './search-by-kind.ts'

/** One search over everything that the employee who is logged in may read. */
export function searchRoutes({ db, cursors }: { db: Db; cursors: Cursors }): Routes {
  return (portal) => {
    portal.get(
      '/me/search',
      {
        config: forEmployees,
        schema: {
          operationId: 'searchMine',
          summary: 'Search my articles, forms, documents and requests',
          description: 'The first hits of every kind; with `kind`, those of one kind, page by page.',
          querystring: SearchQuery,
          response: { 200: SearchAnswer },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { q, kind, per_page: perPage = DEFAULT_HITS, cursor } = request.query
        if (cursor !== undefined && kind === undefined) throw malformed('cursor: Say of which kind.', [withoutKind])
        const found = await Promise.all(
          (kind === undefined ? SEARCH_KINDS : [kind]).map(async (one): Promise<FoundOfKind> => {
            const scope = listScope(client, `search ${one} of ${person.technical_id}`, [q, String(perPage)])
            const asked = { q, perPage, at: cursors.read(scope, cursor) }
            const { hits, total, next } = await searchByKind[one](db, client, person, asked)
            const next_cursor = next ? cursors.write(scope, next) : null
            return { kind: one, total, is_at_least: total >= MAX_COUNTED, hits, next_cursor }
          }),
        )
        return { found }
      },
    )
  }
}

const withoutKind = { field: 'cursor', code: 'invalid', message: 'A cursor belongs to one kind; name it by kind.' }
