import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { readerLanguage } from '#kernel/access/reader-language.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import { parseAccountId } from '#modules/directory/accounts/accounts.ts'
import { AccountId } from '#modules/directory/accounts/schemas.ts'
import { TechnicalId } from '#modules/directory/schemas.ts'
import { findUser } from '#modules/directory/users/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { countPeople, findListedPerson, listPeople } from './list-people.ts'
import { countOrganizations, countRoleHolders, countVisibleEmployees } from './queries.ts'
import { CountedOrganization, ListedPerson, ListPeopleQuery, ManagerPerimeterSize, RoleHolders } from './schemas.ts'

type Deps = { db: Db; cursors: Cursors }

/** Below /admin: what the pages of administrators show of people, beyond what applications get. */
export function peopleRoutes(deps: Deps): Routes {
  return (admin) => {
    mountPeople(admin, deps)
    mountCounts(admin, deps)
    mountPerimeter(admin, deps)
  }
}

function mountPeople(admin: Http, { db, cursors }: Deps): void {
  admin.get(
    '/people',
    {
      config: forAdministrators('users:read'),
      schema: {
        operationId: 'listPeople',
        summary: 'Employees and managers by name, with the state of their log-ins',
        description: '`X-Total-Count` of the first page tells how many there are, exactly up to 10,000.',
        querystring: ListPeopleQuery,
        response: { 200: Type.Array(ListedPerson) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { q, scope, status, role } = request.query
      const list = listScope(client, '/people', [q, scope, status, role])
      return answerPage({ cursors, reply, query: request.query, scope: list }, async (asked) => {
        const [page, total] = await Promise.all([
          listPeople(db, client, { query: request.query, language: readerLanguage(request) }, asked),
          asked.at === undefined ? countPeople(db, client, request.query) : undefined,
        ])
        return { ...page, total }
      })
    },
  )

  admin.get(
    '/people/:id',
    {
      config: forAdministrators('users:read'),
      schema: {
        operationId: 'getListedPerson',
        summary: 'One person as the list of people shows them',
        params: Type.Object({ id: AccountId }),
        response: { 200: ListedPerson },
      },
    },
    async (request) => {
      const { id } = request.params
      const person = await findListedPerson(db, callerOf(request).client, parseAccountId(id), readerLanguage(request))
      if (!person) throw notFound('person', id)
      return person
    },
  )
}

function mountCounts(admin: Http, { db }: Deps): void {
  admin.get(
    '/organizations/counts',
    {
      config: forAdministrators('organizations:read'),
      schema: {
        operationId: 'countOrganizations',
        summary: 'The tree of organizations, with how many employees each has',
        response: { 200: Type.Array(CountedOrganization) },
      },
    },
    (request) => countOrganizations(db, callerOf(request).client, readerLanguage(request)),
  )

  admin.get(
    '/role_holders',
    {
      config: forAdministrators('roles:read'),
      schema: {
        operationId: 'countRoleHolders',
        summary: 'How many managers have each role',
        response: { 200: Type.Array(RoleHolders) },
      },
    },
    (request) => countRoleHolders(db, callerOf(request).client),
  )
}

function mountPerimeter(admin: Http, { db }: Deps): void {
  admin.get(
    '/users/:technical_id/reach',
    {
      config: forAdministrators('users:read'),
      schema: {
        operationId: 'getReach',
        summary: 'How many employees a manager may see',
        params: Type.Object({ technical_id: TechnicalId }),
        response: { 200: ManagerPerimeterSize },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const { technical_id } = request.params
      if (!(await findUser(db, client, technical_id))) throw notFound('user', technical_id)
      return { employees: await countVisibleEmployees(db, client, technical_id) }
    },
  )
}
