import type { Client } from 'openapi-fetch'
import type { paths } from '../generated/v2.ts'
import { DossierError } from '../http/dossier-error.ts'
import type { Page, Path, PathParameters, Resource } from './resource-types.ts'

/** The largest page that every list gives. */
const PER_PAGE = 100

type Options = { params?: { path?: object; query?: object }; body?: unknown }
type Answered = { data?: unknown; error?: unknown; response: Response }

/** The methods of a resource; `within` fills the parameters that the paths of its list and its items share. */
export function resource<List extends Path, One extends Path>(
  raw: Client<paths>,
  list: List,
  one: One,
  within: PathParameters<List>,
): Resource<List, One> {
  // The types of the methods come from the paths; in here a resource is one among many.
  const request = raw.request as unknown as (method: string, path: string, options: Options) => Promise<Answered>
  const place: object = within as object
  const idName = one.slice(one.lastIndexOf('{') + 1, -1)
  const listName = list.slice(list.lastIndexOf('/') + 1)

  async function call(method: string, path: string, options: Options): Promise<Answered> {
    const answered = await request(method, path, options)
    if (!answered.response.ok) throw new DossierError(answered.response, answered.error)
    return answered
  }

  async function callOne(
    method: string,
    id: string,
    { path = one as string, body }: { path?: string; body?: unknown },
  ) {
    const params = { path: { ...place, [idName]: id } }
    return (await call(method, path, body === undefined ? { params } : { params, body })).data
  }

  async function page(query: object = {}): Promise<Page<unknown>> {
    const { data, response } = await call('get', list, { params: { path: place, query } })
    return {
      items: data as unknown[],
      nextCursor: response.headers.get('next-cursor') ?? undefined,
      previousCursor: response.headers.get('previous-cursor') ?? undefined,
    }
  }

  async function* walk(query: { cursor?: string } = {}): AsyncGenerator<unknown, void, undefined> {
    let { cursor } = query
    do {
      const { items, nextCursor } = await page({ per_page: PER_PAGE, ...query, cursor })
      yield* items
      cursor = nextCursor
    } while (cursor !== undefined)
  }

  const methods = {
    list: walk,
    page,
    get: (id: string) => callOne('get', id, {}),
    create: async (body: object) => (await call('post', list, { params: { path: place }, body })).data,
    put: (id: string, body: object) => callOne('put', id, { body }),
    patch: (id: string, body: object) => callOne('patch', id, { body }),
    delete: (id: string) => callOne('delete', id, {}),
    restore: (id: string) => callOne('post', id, { path: `${one}/restore` }),
    // The list in the body has the name of the resource.
    bulk: async (items: object[]) =>
      (await call('post', `${list}/bulk`, { params: { path: place }, body: { [listName]: items } })).data,
  }
  return methods as unknown as Resource<List, One>
}
