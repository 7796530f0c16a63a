import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import { MAX_COUNTED_HITS, type SearchKind } from '#kernel/search.ts'
import type { Db } from '#platform/db/db.ts'
import { listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { malformed } from '#platform/problem.ts'
import { DEFAULT_HITS, type FoundOfKind, searchSchemas } from './schemas.ts'

export type SearchDeps = { db: Db; cursors: Cursors; searchKinds: readonly SearchKind[] }

/** One search over everything that the employee who is logged in may read. */
export function searchRoutes({ db, cursors, searchKinds }: SearchDeps): Routes {
  const { SearchQuery, SearchAnswer } = searchSchemas(searchKinds)
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
        const wantedKinds = searchKinds.filter(({ name }) => kind === undefined || name === kind)
        const found = await Promise.all(
          wantedKinds.map(async ({ name, find }): Promise<FoundOfKind> => {
            const scope = listScope(client, `search ${name} of ${person.technical_id}`, [q, String(perPage)])
            const asked = { q, perPage, at: cursors.read(scope, cursor) }
            const { hits, total, next } = await find(db, client, person, asked)
            const next_cursor = next ? cursors.write(scope, next) : null
            return { kind: name, total, is_at_least: total >= MAX_COUNTED_HITS, hits, next_cursor }
          }),
        )
        return { found }
      },
    )
  }
}

const withoutKind = { field: 'cursor', code: 'invalid', message: 'A cursor belongs to one kind; name it by kind.' }
