import type { FastifyReply, FastifyRequest } from 'fastify'

/** Builds a `Link` header for lists that are paged by number, on the public address and with every other parameter kept. */
export function pageLinks(address: string, query: Record<string, unknown>, pages: Record<string, number>): string {
  return Object.entries(pages)
    .map(([rel, page]) => {
      const parameters = Object.entries({ ...query, page }).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      )
      return `<${address}?${new URLSearchParams(parameters)}>; rel="${rel}"`
    })
    .join(', ')
}

/** A page of a list that is paged by number. */
export type NumberedPage = { page: number; perPage: number; total: number }

type Rel = 'previous' | 'next' | 'last'

type PageToWrite = { publicUrl: string; page: NumberedPage; rels: readonly Rel[] }

/** Tells how long a list is, and links to those of the pages around this one that there are. */
export function writePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, page: { page, perPage, total }, rels }: PageToWrite,
): void {
  const last = Math.max(1, Math.ceil(total / perPage))
  const numbers: Record<Rel, number | undefined> = {
    previous: page > 1 && page - 1 <= last ? page - 1 : undefined,
    next: page < last ? page + 1 : undefined,
    last: total > 0 ? last : undefined,
  }
  const pages = rels.flatMap((rel) => (numbers[rel] === undefined ? [] : [[rel, numbers[rel]] as const]))
  // As it was sent: the checked query has numbers and defaults in it.
  const { pathname, searchParams } = new URL(request.url, publicUrl)
  const query: Record<string, string[]> = Object.create(null)
  for (const [name, value] of searchParams) {
    query[name] ??= []
    query[name].push(value)
  }
  reply.header('x-total-count', total)
  if (pages.length > 0) reply.header('link', pageLinks(`${publicUrl}${pathname}`, query, Object.fromEntries(pages)))
}
