import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { Routes } from '#platform/http/routes.ts'
import { findEverywhere, type SearchDeps } from './find-everywhere.ts'
import { searchSchemas } from './schemas.ts'

/** One search over everything that the employee who is logged in may read. */
export function searchRoutes(deps: SearchDeps): Routes {
  const { SearchQuery, SearchAnswer } = searchSchemas(deps.searchKinds)
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
        const reader = { client: callerOf(request).client, person: personOf(request) }
        return { found: await findEverywhere(deps, reader, request.query) }
      },
    )
  }
}
