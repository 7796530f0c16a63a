import type { SessionPerson } from '#kernel/access/session-person.ts'
import { MAX_COUNTED_HITS, type SearchKind } from '#kernel/search.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { malformed } from '#platform/problem.ts'
import { DEFAULT_HITS, type FoundOfKind } from './schemas.ts'

export type SearchDeps = { db: Db; cursors: Cursors; searchKinds: readonly SearchKind[] }

type Reader = { client: Client; person: SessionPerson }
type Asked = { q: string; kind?: string; per_page?: number; cursor?: string }

const WITHOUT_KIND = { field: 'cursor', code: 'invalid', message: 'A cursor belongs to one kind; name it by kind.' }

/** The first hits of every kind, or a page of the hits of one kind. */
export async function findEverywhere(
  { db, cursors, searchKinds }: SearchDeps,
  { client, person }: Reader,
  { q, kind, per_page: perPage = DEFAULT_HITS, cursor }: Asked,
): Promise<FoundOfKind[]> {
  if (cursor !== undefined && kind === undefined) throw malformed('cursor: Say of which kind.', [WITHOUT_KIND])
  const wantedKinds = searchKinds.filter(({ name }) => kind === undefined || name === kind)
  return Promise.all(
    wantedKinds.map(async ({ name, find }) => {
      const scope = listScope(client, `search ${name} of ${person.technical_id}`, [q, String(perPage)])
      const { hits, total, next } = await find(db, client, person, { q, perPage, at: cursors.read(scope, cursor) })
      const next_cursor = next ? cursors.write(scope, next) : null
      return { kind: name, total, is_at_least: total >= MAX_COUNTED_HITS, hits, next_cursor }
    }),
  )
}
