import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { readerLanguage, readerOf } from '#kernel/access/reader-language.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { presentFilterField } from '#modules/directory/custom-fields/present.ts'
import { findCustomFields } from '#modules/directory/custom-fields/queries.ts'
import { listOrganizationsForManager } from '#modules/directory/organizations/list-organizations-for-manager.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { getEmployeeProfileForManager, listEmployeesForManager } from './list-employees-for-manager.ts'
import {
  EmployeeItem,
  EmployeeParams,
  EmployeeProfile,
  FilterField,
  ListManagerEmployeesQuery,
  ListManagerOrganizationsQuery,
  ManagerOrganization,
} from './manager-schemas.ts'

type Deps = { db: Db; cursors: Cursors }

/** The people and organizations that a manager looks after. */
export function managerDirectoryRoutes(deps: Deps): Routes {
  return (portal) => {
    mountOrganizations(portal, deps)
    mountEmployees(portal, deps)
    mountFilterFields(portal, deps)
  }
}

function mountOrganizations(portal: Http, { db, cursors }: Deps): void {
  portal.get(
    '/manager/organizations',
    {
      config: forManagers(),
      schema: {
        operationId: 'listManagedOrganizations',
        summary: 'List the organizations where a manager may do something, by name',
        querystring: ListManagerOrganizationsQuery,
        response: { 200: Type.Array(ManagerOrganization) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const manager = personOf(request).technical_id
      const shape = shapeOf(ListManagerOrganizationsQuery, request.query)
      const scope = listScope(client, 'managed organizations', [manager, ...shape])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listOrganizationsForManager(db, client, { reader: readerOf(request), query: request.query }, page),
      )
    },
  )
}

function mountEmployees(portal: Http, { db, cursors }: Deps): void {
  portal.get(
    '/manager/employees',
    {
      config: forManagers('employees:read'),
      schema: {
        operationId: 'listManagedEmployees',
        summary: 'List the employees whom a manager may see',
        description: '`X-Total-Count` of the first page tells how many there are, exactly up to 10,000.',
        querystring: ListManagerEmployeesQuery,
        response: { 200: Type.Array(EmployeeItem) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const manager = personOf(request).technical_id
      const scope = listScope(client, 'managed employees', [
        manager,
        ...shapeOf(ListManagerEmployeesQuery, request.query),
      ])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listEmployeesForManager(db, client, { reader: readerOf(request), query: request.query }, page),
      )
    },
  )

  portal.get(
    '/manager/employees/:technical_id',
    {
      config: forManagers('employees:read'),
      schema: {
        operationId: 'getManagedEmployee',
        summary: 'Read an employee whom a manager may see',
        params: EmployeeParams,
        response: { 200: EmployeeProfile },
      },
    },
    async (request) => {
      const { technical_id } = request.params
      return getEmployeeProfileForManager(db, callerOf(request).client, readerOf(request), technical_id)
    },
  )
}

function mountFilterFields(portal: Http, { db }: Deps): void {
  portal.get(
    '/manager/custom_fields',
    {
      config: forManagers('employees:read'),
      schema: {
        operationId: 'listFilterFields',
        summary: 'List the custom fields that employees can be filtered by',
        response: { 200: Type.Array(FilterField) },
      },
    },
    async (request) => {
      const fields = await findCustomFields(db, callerOf(request).client)
      const language = readerLanguage(request)
      return [...fields.values()].map((field) => presentFilterField(field, language))
    },
  )
}
