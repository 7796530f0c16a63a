import { type Shape, sizeOf } from '../harness/content/tree.ts'
import type { Service } from '../harness/service.ts'

/** A list call: its query as a caller writes it. */
export type ListCall = { name: string; query: Record<string, string> }

/** Every word of the searches is one that the generator knows, or knows not to be there. */
export const LIST_CALLS: ListCall[] = [
  { name: 'first page', query: {} },
  { name: 'page of 1000', query: { per_page: '1000' } },
  { name: 'page in the middle', query: {} },
  { name: 'sort=-name', query: { sort: '-name' } },
  { name: 'dimension', query: { dimension: 'city' } },
  { name: 'parent_code by code', query: { parent_code: 'c0001.t0001', sort: 'code' } },
  { name: 'parent_code by name', query: { parent_code: 'c0001.t0001', sort: 'name' } },
  { name: 'q rare word', query: { q: 'quixotic' } },
  { name: 'q one number', query: { q: '0000777' } },
  { name: 'q word in 4 %', query: { q: 'harbour' } },
  { name: 'q broad word', query: { q: 'office' } },
  { name: 'q broad word by name', query: { q: 'office', sort: 'name' } },
  // Only cities have it, so that the walk along the offices meets none.
  { name: 'q word of one level', query: { q: 'city' } },
  { name: 'q two letters', query: { q: 'ha' } },
  { name: 'q no match', query: { q: 'zzyzx' } },
  { name: 'q words in no order', query: { q: 'office harbour' } },
]

/** Walks to the middle of a list, a thousand values at a time; the cursor there fits pages of any size. */
export async function cursorInTheMiddle(service: Service, datasetId: string, shape: Shape): Promise<string> {
  const perPage = Math.min(1000, Math.floor(sizeOf(shape) / 2))
  const pages = Math.floor(sizeOf(shape) / 2 / perPage)
  let cursor: string | undefined
  for (let page = 0; page < pages; page += 1) {
    const rest = cursor === undefined ? '' : `&cursor=${cursor}`
    const { headers } = await service.call('GET', `/datasets/${datasetId}/values?per_page=${perPage}${rest}`)
    cursor = headers.get('next-cursor') ?? undefined
  }
  if (cursor === undefined) throw new Error('The list ended before its middle.')
  return cursor
}

/** A cursor is a signature of 16 bytes and then the position, as the service writes it. */
export function positionOf(cursor: string) {
  const [before, ...key] = JSON.parse(Buffer.from(cursor, 'base64url').subarray(16).toString('utf8'))
  return { before: before === 1, key: key as string[] }
}
