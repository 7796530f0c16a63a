import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { readerOf } from '#kernel/access/reader-language.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { EmployeeParams, getEmployeeForManager } from '#modules/directory/index.ts'
import { documentPerimeterOf } from '#modules/documents/access/manager-access.ts'
import { countFolder, listDocumentsForManager } from '#modules/documents/list-documents-for-manager.ts'
import {
  FolderCounts,
  ListFolderQuery,
  ManagerDocument,
  ManagerDocumentType,
} from '#modules/documents/manager-schemas.ts'
import type { ManagerDocumentDeps } from '#modules/documents/routes.manager.ts'
import { listTypesForManager } from '#modules/documents/types/list-types-for-manager.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Http, Routes } from '#platform/http/routes.ts'

/** What managers find in the folder of an employee, and under which types. */
export function managerFolderRoutes(deps: ManagerDocumentDeps): Routes {
  return (portal) => {
    mountTypes(portal, deps)
    mountFolder(portal, deps)
  }
}

function mountTypes(portal: Http, { db }: ManagerDocumentDeps): void {
  portal.get(
    '/manager/document_types',
    {
      config: forManagers(),
      schema: {
        operationId: 'listManagedDocumentTypes',
        summary: 'List the types of the documents that a manager may see somewhere',
        response: { 200: Type.Array(ManagerDocumentType) },
      },
    },
    async (request) => listTypesForManager(db, callerOf(request).client, personOf(request).permissions),
  )
}

function mountFolder(portal: Http, { db, cursors }: ManagerDocumentDeps): void {
  portal.get(
    '/manager/employees/:technical_id/documents',
    {
      config: forManagers('employee_documents:read'),
      schema: {
        operationId: 'listFolder',
        summary: 'List the documents in the folder of an employee, newest first',
        params: EmployeeParams,
        querystring: ListFolderQuery,
        response: { 200: Type.Array(ManagerDocument) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const manager = personOf(request).technical_id
      const { technical_id } = request.params
      await getEmployeeForManager(db, client, {
        manager,
        technicalId: technical_id,
        permission: 'employee_documents:read',
      })
      const scope = listScope(client, 'folder', [manager, technical_id, ...shapeOf(ListFolderQuery, request.query)])
      const query = { ...request.query, employee_technical_id: technical_id }
      return answerPage({ cursors, reply, query, scope }, (page) =>
        listDocumentsForManager(db, client, { reader: readerOf(request), kind: 'employee', query }, page),
      )
    },
  )

  portal.get(
    '/manager/employees/:technical_id/document_counts',
    {
      config: forManagers('employee_documents:read'),
      schema: {
        operationId: 'countFolder',
        summary: 'Count the documents in the folder of an employee, by type',
        params: EmployeeParams,
        response: { 200: FolderCounts },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const manager = personOf(request).technical_id
      const { technical_id } = request.params
      const { key } = await getEmployeeForManager(db, client, {
        manager,
        technicalId: technical_id,
        permission: 'employee_documents:read',
      })
      return countFolder(db, client, await documentPerimeterOf(db, client, { manager, kind: 'employee' }), key)
    },
  )
}
