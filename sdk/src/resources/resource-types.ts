import type { paths } from '../generated/v2.ts'

export type Path = keyof paths

/** A page of a list, with what leads to its neighbours. */
export type Page<Item> = { items: Item[]; nextCursor: string | undefined; previousCursor: string | undefined }

/** A resource with its list at one path and its items at another: a method for each call that the API has there. */
export type Resource<List extends Path, One extends Path> = {
  [Name in keyof Methods<List, One> as Calls<List, One>[Name] extends undefined ? never : Name]: Methods<
    List,
    One
  >[Name]
}

/** What each method calls. */
type Calls<List extends Path, One extends Path> = {
  list: Call<List, 'get'>
  page: Call<List, 'get'>
  get: Call<One, 'get'>
  create: Call<List, 'post'>
  put: Call<One, 'put'>
  patch: Call<One, 'patch'>
  delete: Call<One, 'delete'>
  restore: Call<`${One}/restore`, 'post'>
  bulk: Call<`${List}/bulk`, 'post'>
}

type Methods<List extends Path, One extends Path, C extends Calls<List, One> = Calls<List, One>> = {
  /** Every item, page after page; stop whenever there is enough. */
  list(query?: Query<C['list']>): AsyncGenerator<Item<C['list']>, void, undefined>
  /** One page. */
  page(query?: Query<C['page']>): Promise<Page<Item<C['page']>>>
  get(id: string): Promise<Answer<C['get']>>
  /** Creates one, which is given an id. */
  create(body: Body<C['create']>): Promise<Answer<C['create']>>
  /** Creates it, or replaces it; what `create` creates can only be replaced. */
  put(id: string, body: Body<C['put']>): Promise<Answer<C['put']>>
  /** Changes what is given and keeps the rest. */
  patch(id: string, body: Body<C['patch']>): Promise<Answer<C['patch']>>
  delete(id: string): Promise<void>
  /** Brings a deleted one back. */
  restore(id: string): Promise<Answer<C['restore']>>
  /** Creates or replaces many at once: each is what `put` takes, with its id. */
  bulk(items: (Body<C['put']> & ChosenId<List, One>)[]): Promise<Answer<C['bulk']>>
}

type Call<P extends string, Method extends string> = P extends Path
  ? Method extends keyof paths[P]
    ? paths[P][Method]
    : undefined
  : undefined

type Answer<C> = C extends { responses: { 200: { content: { 'application/json': infer Content } } } }
  ? Content
  : C extends { responses: { 201: { content: { 'application/json': infer Content } } } }
    ? Content
    : never
type Item<C> = Answer<C> extends (infer One)[] ? One : never
type Body<C> = C extends { requestBody: { content: { 'application/json': infer Content } } } ? Content : never
type Query<C> = C extends { parameters: { query?: infer Parameters } } ? NonNullable<Parameters> : never

/** What stands in the place of a path's parameters. */
export type PathParameters<P extends Path> =
  Call<P, 'get'> extends { parameters: { path: infer Parameters } } ? Parameters : Record<never, never>
type ChosenId<List extends Path, One extends Path> = Omit<PathParameters<One>, keyof PathParameters<List>>
