import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import type { RouteAccess } from '#kernel/access/route-access.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { acceptedLanguages } from '#platform/http/browser/accepted-languages.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { explainRetention } from './explain.ts'
import { Retention } from './schemas.ts'
import { isShown } from './shown-to-manager.ts'

export type ExplanationDeps = { db: Db; clock: Clock }

type Explained = { type: HeldType; path: string; resource: string; operation: string }

const EXPLAINED: readonly Explained[] = [
  {
    type: 'employee_document',
    path: 'employee_documents',
    resource: 'employee_documents',
    operation: 'EmployeeDocument',
  },
  { type: 'company_document', path: 'company_documents', resource: 'company_documents', operation: 'CompanyDocument' },
  { type: 'note', path: 'notes', resource: 'notes', operation: 'Note' },
  { type: 'signature_process', path: 'signature_processes', resource: 'signatures', operation: 'SignatureProcess' },
  { type: 'employee', path: 'employees', resource: 'employees', operation: 'Employee' },
]
const REQUEST: Explained = { type: 'request', path: 'requests', resource: 'requests', operation: 'Request' }

/** How long a resource is kept, for applications. */
export function explanationRoutes(deps: ExplanationDeps): Routes {
  return (v2) => {
    for (const explained of EXPLAINED) mount(v2, deps, explained, accessTo(explained.resource).read)
  }
}

/** The same for administrators, of requests too, which applications have in another group. */
export function adminExplanationRoutes(deps: ExplanationDeps): Routes {
  return (admin) => {
    for (const explained of [...EXPLAINED, REQUEST]) mount(admin, deps, explained, accessTo(explained.resource).read)
  }
}

export function requestExplanationRoutes(deps: ExplanationDeps): Routes {
  return (api) => mount(api, deps, REQUEST, { allow: ['api_key'] })
}

const Id = Text({ maxLength: 200 })
/** An employee is named as in the other addresses of employees. */
const idNameOf = (type: HeldType) => (type === 'employee' ? 'technical_id' : 'id')

function mount(scope: Http, { db, clock }: ExplanationDeps, explained: Explained, config: RouteAccess): void {
  const { type, path, operation } = explained
  const name = type.replace('_', ' ')
  const idName = idNameOf(type)
  scope.get(
    `/${path}/:${idName}/retention`,
    {
      config,
      schema: {
        operationId: `get${operation}Retention`,
        summary: `Read how long ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} is kept, and why`,
        params: Type.Object({ [idName]: Id }),
        response: { 200: Retention },
      },
    },
    async (request, reply) => {
      const id = (request.params as Record<string, string>)[idName] ?? ''
      const found = await explainRetention(db, callerOf(request).client, {
        type,
        id,
        today: clock.now().toISOString().slice(0, 10),
        language: languageOf(request),
        seesHolds: covers(request.permissions, 'legal_holds:read'),
      })
      if (!found || !(await isShown(db, request, { type, id }))) throw notFound(name, id)
      reply.header('vary', 'accept-language')
      return found
    },
  )
}

/** People are told in the language of their portal. */
function languageOf(request: FastifyRequest): string | null {
  return request.person?.language ?? acceptedLanguages(request.headers['accept-language'])[0] ?? null
}
