import type { FastifyReply } from 'fastify'
import type { TObject } from 'typebox'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { Tenant } from '#platform/db/work.ts'
import type { Cursors } from './cursor.ts'

/** A call for a page of a list that is paged by cursors. */
export type ListCall = {
  cursors: Cursors
  reply: FastifyReply
  query: { cursor?: string | undefined; per_page?: number | undefined }
  /** What the cursors of the list are bound to, see `listScope`. */
  scope: string[]
}

/** A page whose list may have been counted. */
type CountedPage<Row> = KeysetPage<Row> & { total?: number | undefined }

/** Reads the cursor of a call, fetches its page, and tells in headers of the pages around it and of how many rows there are. */
export async function answerPage<Row>(
  { cursors, reply, query, scope }: ListCall,
  fetch: (asked: PageRequest) => Promise<CountedPage<Row>>,
): Promise<Row[]> {
  const asked = { at: cursors.read(scope, query.cursor), perPage: query.per_page }
  const { rows, previous, next, total } = await fetch(asked)
  if (next) reply.header('next-cursor', cursors.write(scope, next))
  if (previous) reply.header('previous-cursor', cursors.write(scope, previous))
  if (total !== undefined) reply.header('x-total-count', total)
  return rows
}

/** A cursor belongs to one tenant's list in one order and with the same filters, in whatever order they were sent. */
export function listScope(tenant: Tenant, list: string, shape: (string | undefined)[]): string[] {
  return [tenant.id, list, JSON.stringify(shape)]
}

/** The shape of a list: every parameter that it knows, but for how much is asked for at once. */
export function shapeOf(schema: TObject, query: object): (string | undefined)[] {
  const names = Object.keys(schema.properties).filter((one) => one !== 'cursor' && one !== 'per_page')
  return names.map((one) => {
    const value = (query as Record<string, unknown>)[one]
    return value === undefined ? undefined : String(value)
  })
}
