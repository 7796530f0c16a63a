import type { FastifyRequest } from 'fastify'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { Permission } from '#kernel/access/permission.ts'
import type { RouteAccess } from '#kernel/access/route-access.ts'
import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { changeIf, type Target } from './change-if.ts'
import { reservedAddressRefuser } from './reserved-ids.ts'
import type { Outcome } from './setup-section.ts'

/** A kind of thing that callers create, read, change and list under an id of their own. */
export type Resource<Item extends TSchema, Query extends TObject, Put extends TObject> = {
  /** Below the API group, such as `/organization_groups`. */
  path: `/${string}`
  /** What permissions are issued for; the name in the path when left out. */
  permissions?: string
  /** As in `organization group`; how refusals, summaries and operation ids name one and several. */
  name: string
  plural: string
  /** The name of the id in the path, with its form. */
  idName: string
  id: TSchema
  item: Item
  query: Query
  put: Put
  /** How the schema of a change is named, where two API groups have different ones; after the resource when left out. */
  patchName?: string
  list(db: Db, client: Client, query: Static<Query>, page: PageRequest): Promise<KeysetPage<Static<Item>>>
  find(db: Db, client: Client, id: string): Promise<Static<Item> | undefined>
  /** Takes the locks that its changes take, in their order: until the work ends, no other call changes it. */
  lock(work: Work, id: string): Promise<unknown>
  putOne(work: Work, id: string, input: Static<Put>): Promise<{ item: Static<Item>; outcome: Outcome }>
  /** Changes what is given and keeps the rest. */
  patchOne(work: Work, id: string, input: Partial<Static<Put>>): Promise<Static<Item>>
  deleteOne?(work: Work, id: string): Promise<void>
  /** Calls that may answer 409: the state of something else can be in their way. */
  conflicts?: readonly ('put' | 'patch' | 'delete')[]
}

/** Who may read a resource, and who may change it. */
export function accessTo(resource: string): { read: RouteAccess; write: RouteAccess } {
  const access = (action: 'read' | 'write'): RouteAccess => ({
    allow: ['application'],
    permission: `${resource}:${action}` as Permission,
  })
  return { read: access('read'), write: access('write') }
}

type ResourceDeps = { db: Db; cursors: Cursors }

/** The calls that every such resource has: list, read, PUT, PATCH, and DELETE where it can be deleted. */
export function resourceRoutes<Item extends TSchema, Query extends TObject, Put extends TObject>(
  scope: Http,
  deps: ResourceDeps,
  resource: Resource<Item, Query, Put>,
): void {
  // That its schemas fit its operations is checked where a resource is defined; here it is one among many.
  const one = resource as unknown as AnyResource
  const shared = sharedBy(scope, one)
  mountList(scope, deps, one)
  mountGet(scope, deps, one, shared)
  mountPut(scope, one, shared)
  mountPatch(scope, deps, one, shared)
  mountDelete(scope, one, shared)
}

type AnyResource = Resource<TSchema, TObject, TObject>

/** What the calls of a resource have in common. */
type Shared = {
  /** The path of one item. */
  path: string
  params: TObject
  preValidation: ReturnType<typeof reservedAddressRefuser>
  access: ReturnType<typeof accessTo>
  /** As in `an organization group`. */
  one: string
  idOf(request: { params: unknown }): string
  targetOf(request: { params: unknown }): Target
}

function sharedBy(scope: Http, resource: AnyResource): Shared {
  const { path, name, idName } = resource
  const idOf = (request: { params: unknown }) => (request.params as Record<string, string>)[idName] ?? ''
  return {
    path: `${path}/:${idName}`,
    params: Type.Object({ [idName]: resource.id }),
    preValidation: reservedAddressRefuser(scope, path, idName),
    access: accessToResource(resource),
    one: /^(?!us)[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`,
    idOf,
    targetOf: (request) => ({
      schema: resource.item,
      async lockCurrent(work) {
        await resource.lock(work, idOf(request))
        return resource.find(work.tx, work.client, idOf(request))
      },
    }),
  }
}

function accessToResource({ permissions, path }: AnyResource): { read: RouteAccess; write: RouteAccess } {
  return accessTo(permissions ?? path.slice(1))
}

/** As in `putOrganizationGroup`. */
function operationOf(verb: string, words: string): string {
  return `${verb}${words.replace(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase())}`
}

function mountList(scope: Http, { db, cursors }: ResourceDeps, resource: AnyResource): void {
  const { path, plural, item, query } = resource
  scope.get(
    path,
    {
      config: accessToResource(resource).read,
      schema: {
        operationId: operationOf('list', plural),
        summary: `List ${plural}`,
        querystring: query,
        response: { 200: Type.Array(item) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const asked = request.query as { cursor?: string; per_page?: number }
      const list = listScope(client, path, shapeOf(query, asked))
      return answerPage({ cursors, reply, query: asked, scope: list }, (page) => resource.list(db, client, asked, page))
    },
  )
}

function mountGet(scope: Http, { db }: ResourceDeps, resource: AnyResource, shared: Shared): void {
  const { name, item } = resource
  const { path, params, preValidation, access, one, idOf } = shared
  scope.get(
    path,
    {
      preValidation,
      config: access.read,
      schema: { operationId: operationOf('get', name), summary: `Read ${one}`, params, response: { 200: item } },
    },
    async (request) => {
      const found = await resource.find(db, callerOf(request).client, idOf(request))
      if (found === undefined) throw notFound(name, idOf(request))
      return found
    },
  )
}

function mountPut(scope: Http, resource: AnyResource, shared: Shared): void {
  const { name, item, put } = resource
  const { path, params, preValidation, one, idOf, targetOf } = shared
  scope.put(
    path,
    {
      preValidation,
      config: accessOfChange(resource, shared, 'put'),
      schema: {
        operationId: operationOf('put', name),
        summary: `Create or replace ${one}`,
        params,
        body: put,
        response: { 200: item, 201: item },
      },
    },
    async (request, reply) => {
      const input = request.body as Record<string, unknown>
      const stored = await changeIf(request, targetOf(request), (work) => resource.putOne(work, idOf(request), input), {
        isCreation: ({ outcome }) => outcome === 'created',
      })
      return reply.code(stored.outcome === 'created' ? 201 : 200).send(stored.item)
    },
  )
}

function mountPatch(scope: Http, { db }: ResourceDeps, resource: AnyResource, shared: Shared): void {
  const { name, item, put } = resource
  const { path, params, preValidation, one, idOf, targetOf } = shared

  /** Where there is nothing to change, what is wrong with the fields of the change does not matter. */
  const refusalOf = async (request: FastifyRequest, mistakes: NonNullable<FastifyRequest['validationError']>) => {
    const hasFields = mistakes.validationContext === 'body' && isObject(request.body)
    if (!hasFields) return mistakes
    const found = await resource.find(db, callerOf(request).client, idOf(request))
    return found === undefined ? notFound(name, idOf(request)) : mistakes
  }

  scope.patch(
    path,
    {
      preValidation,
      attachValidation: true,
      config: accessOfChange(resource, shared, 'patch'),
      schema: {
        operationId: operationOf('patch', name),
        summary: `Update ${one} partially`,
        params,
        body: Type.Partial(put, { title: operationOf('', `${resource.patchName ?? name} patch`) }),
        response: { 200: item },
      },
    },
    async (request) => {
      if (request.validationError) throw await refusalOf(request, request.validationError)
      const input = request.body as Record<string, unknown>
      return changeIf(request, targetOf(request), (work) => resource.patchOne(work, idOf(request), input))
    },
  )
}

function mountDelete(scope: Http, resource: AnyResource, shared: Shared): void {
  const { name, deleteOne } = resource
  if (!deleteOne) return
  const { path, params, preValidation, one, idOf, targetOf } = shared
  scope.delete(
    path,
    {
      preValidation,
      config: accessOfChange(resource, shared, 'delete'),
      schema: {
        operationId: operationOf('delete', name),
        summary: `Delete ${one}`,
        params,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await changeIf(request, targetOf(request), (work) => deleteOne(work, idOf(request)))
      return reply.code(204).send(null)
    },
  )
}

function accessOfChange({ conflicts }: AnyResource, { access }: Shared, call: 'put' | 'patch' | 'delete') {
  return {
    ...access.write,
    isConditional: true,
    ...(conflicts?.includes(call) && { refuses: ['conflict' as const] }),
  }
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}
