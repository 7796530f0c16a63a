import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Session } from '#modules/auth/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { hasType, maySee } from './queries.ts'

export type ShortcutDeps = { db: Db; sessionOf(request: FastifyRequest): Promise<Session | undefined> }

const Employee = Type.Object({
  employee_id: Text({ minLength: 1, maxLength: 100, description: 'The technical_id of the employee.' }),
})
const DocumentType = Type.Object({
  doc_type: Type.Optional(
    Text({ maxLength: 200, description: 'The code of a document type; an unknown code is ignored.' }),
  ),
})
const Redirect = {
  302: Type.Null({ description: 'To the page, or to the log-in page, which returns here.' }),
}

/** Addresses that other programs can link to: they lead a logged-in person to a page of the portal. */
export function shortcutRoutes(deps: ShortcutDeps): Routes {
  return (v1) => {
    mountManagerShortcuts(v1, deps)
    mountEmployeeShortcuts(v1, deps)
  }
}

function mountManagerShortcuts(v1: Http, deps: ShortcutDeps): void {
  const { db } = deps
  v1.get(
    '/url/manager/employee/folder',
    {
      config: { allow: ['anyone'], refuses: ['not_found'] },
      schema: {
        operationId: 'goToEmployeeFolder',
        summary: 'Redirect a manager to the folder of an employee',
        querystring: Employee,
        response: Redirect,
      },
    },
    (request, reply) =>
      redirect(
        reply,
        pageFor(deps, request, 'manager', async ({ caller, person }) => {
          const { employee_id } = request.query
          if (!(await maySee(db, caller.client, person.technical_id, employee_id))) {
            throw notFound('employee', employee_id)
          }
          return `/portal/manager/employees/${encodeURIComponent(employee_id)}`
        }),
      ),
  )

  v1.get(
    '/url/manager/documents/upload',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'goToManagerUpload',
        summary: 'Redirect a manager to the upload of a document, with its type filled in',
        querystring: DocumentType,
        response: Redirect,
      },
    },
    (request, reply) =>
      redirect(
        reply,
        pageFor(deps, request, 'manager', (session) =>
          withType(db, session, '/portal/manager/documents/upload', { code: request.query.doc_type, purpose: 'file' }),
        ),
      ),
  )
}

function mountEmployeeShortcuts(v1: Http, deps: ShortcutDeps): void {
  const { db } = deps
  v1.get(
    '/url/employee/folder',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'goToOwnFolder',
        summary: 'Redirect an employee to their folder',
        response: Redirect,
      },
    },
    (request, reply) =>
      redirect(
        reply,
        pageFor(deps, request, 'employee', () => '/portal/documents'),
      ),
  )

  v1.get(
    '/url/employee/documents',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'goToOwnDocuments',
        summary: 'Redirect an employee to the documents of their folder, optionally of one type',
        querystring: DocumentType,
        response: Redirect,
      },
    },
    (request, reply) =>
      redirect(
        reply,
        pageFor(deps, request, 'employee', (session) =>
          withType(db, session, '/portal/documents', { code: request.query.doc_type, purpose: 'see' }),
        ),
      ),
  )

  v1.get(
    '/url/employee/documents/upload',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'goToOwnUpload',
        summary: 'Redirect an employee to the upload into their folder, with the type filled in',
        querystring: DocumentType,
        response: Redirect,
      },
    },
    (request, reply) =>
      redirect(
        reply,
        pageFor(deps, request, 'employee', (session) =>
          withType(db, session, '/portal/documents/upload', { code: request.query.doc_type, purpose: 'upload' }),
        ),
      ),
  )
}

async function redirect(reply: FastifyReply, page: Promise<string>): Promise<void> {
  await reply.header('cache-control', 'no-store').redirect(await page, 302)
}

/** The page that `find` names; the log-in page for a caller who is not logged in, or not in this role. */
async function pageFor(
  { sessionOf }: ShortcutDeps,
  request: FastifyRequest,
  scope: 'employee' | 'manager',
  find: (session: Session) => Promise<string> | string,
): Promise<string> {
  const session = await sessionOf(request)
  const logIn = `/login?next=${encodeURIComponent(request.url)}`
  if (!session) return logIn
  return session.person.scope === scope ? find(session) : `${logIn}&reason=role`
}

async function withType(
  db: Db,
  { caller }: Session,
  page: string,
  { code, purpose }: { code: string | undefined; purpose: Parameters<typeof hasType>[3] },
): Promise<string> {
  if (code === undefined || !(await hasType(db, caller.client, code, purpose))) return page
  return `${page}?type=${encodeURIComponent(code)}`
}
