import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { Work } from '#kernel/work.ts'
import { refuseUnlessAllAllowed, refuseUnreviewedFiling } from '#modules/distributions/documents/allowed-documents.ts'
import type { ManagerDistributionDeps } from '#modules/distributions/manager-deps.ts'
import { parseValidation } from '#modules/distributions/validation/parse-validation.ts'
import { cancelProject, updateProject, validateProject } from '#modules/distributions/validation/validate-project.ts'
import { unchecked } from '#platform/http/bodies/file-body.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Http } from '#platform/http/routes.ts'
import { createManagerProject } from './create-manager-project.ts'
import { describeOptions, describeProject } from './describe-project.ts'
import { listProjectsForManager } from './list-for-manager.ts'
import { getManagerProject, managerAccess } from './manager-access.ts'
import { DistributionOptions, ManagerProject, ManagerProjectDetail, NewProject } from './manager-schemas.ts'
import type { ProjectRow } from './queries.ts'
import { ListProjectsQuery, ProjectParams, ProjectPatch, ValidationInput } from './schemas.ts'

const read = forManagers('distributions:read')
const write = forManagers('distributions:write')

export function projectRoutes(portal: Http, deps: ManagerDistributionDeps): void {
  const { db } = deps

  mountList(portal, deps)
  mountChange(portal, deps)
  mountDecisions(portal, deps)

  portal.get(
    '/manager/distribution_options',
    {
      config: read,
      schema: {
        operationId: 'getDistributionOptions',
        summary: 'What a manager may make projects and spools with',
        response: { 200: DistributionOptions },
      },
    },
    async (request) => describeOptions(db, callerOf(request).client, personOf(request)),
  )

  portal.post(
    '/manager/distributions',
    {
      config: write,
      schema: {
        operationId: 'createManagerDistribution',
        summary: 'Create a distribution project without spools',
        body: NewProject,
        response: { 201: ManagerProjectDetail },
      },
    },
    async (request, reply) => {
      const scope = managerAccess(personOf(request), 'write')
      const created = await request.work(async (work) =>
        describe(request, work, await createManagerProject(work, scope, request.body, deps.publicUrl)),
      )
      return reply.code(201).send(created)
    },
  )

  portal.get(
    '/manager/distributions/:id',
    {
      config: read,
      schema: {
        operationId: 'getManagerDistribution',
        summary: 'A distribution project, its spools, and what became of their parts',
        params: ProjectParams,
        response: { 200: ManagerProjectDetail },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const project = await getManagerProject(db, client, managerAccess(person, 'read'), request.params.id)
      return describeProject(db, client, person, project)
    },
  )
}

function mountList(portal: Http, { db, cursors }: ManagerDistributionDeps): void {
  portal.get(
    '/manager/distributions',
    {
      config: read,
      schema: {
        operationId: 'listManagerDistributions',
        summary: 'Distribution projects that the manager has to do with, newest first',
        querystring: ListProjectsQuery,
        response: { 200: Type.Array(ManagerProject) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const { query } = request
      const shape = [...shapeOf(ListProjectsQuery, query), person.technical_id]
      const scope = listScope(client, 'manager_distributions', shape)
      return answerPage({ cursors, reply, query, scope }, (page) =>
        listProjectsForManager(db, client, { person, query }, page),
      )
    },
  )
}

function mountChange(portal: Http, deps: ManagerDistributionDeps): void {
  portal.patch(
    '/manager/distributions/:id',
    {
      config: write,
      schema: {
        operationId: 'patchManagerDistribution',
        summary: 'Change the number of expected distributions of a project that is not validated',
        params: ProjectParams,
        body: ProjectPatch,
        response: { 200: ManagerProjectDetail },
      },
    },
    async (request) => {
      const scope = managerAccess(personOf(request), 'write')
      const { id } = request.params
      return request.work(async (work) => {
        const within = await getManagerProject(work.tx, work.client, scope, id)
        await refuseUnlessAllAllowed(work.tx, work.client, { scope, project: within })
        // With fewer spools to wait for, the project may be validated automatically with documents that are not read yet.
        await refuseUnreviewedFiling(work.tx, work.client, scope, within)
        return describe(request, work, await updateProject(work, deps, id, request.body))
      })
    },
  )
}

/** Within the work: a call with an idempotency key is committed together with its answer. */
const describe = (request: FastifyRequest, { tx, client }: Work, row: ProjectRow) =>
  describeProject(tx, client, personOf(request), row)

function mountDecisions(portal: Http, deps: ManagerDistributionDeps): void {
  const mount = <Body extends TSchema | undefined>(
    name: 'validate' | 'cancel',
    summary: string,
    body: Body,
    decide: (work: Work, id: string, sent: unknown) => Promise<{ project: ProjectRow }>,
  ) =>
    portal.post(
      `/manager/distributions/:id/${name}`,
      {
        ...unchecked,
        config: write,
        schema: {
          operationId: `${name}ManagerDistribution`,
          summary,
          params: ProjectParams,
          ...(body ? { body } : {}),
          response: { 200: ManagerProjectDetail },
        },
      },
      async (request) => {
        const scope = managerAccess(personOf(request), 'write')
        const { id } = request.params as { id: string }
        return request.work(async (work) => {
          const within = await getManagerProject(work.tx, work.client, scope, id)
          await refuseUnlessAllAllowed(work.tx, work.client, { scope, project: within })
          return describe(request, work, (await decide(work, id, request.body)).project)
        })
      },
    )
  mount('validate', 'Validate a project: deliver its documents (idempotent)', ValidationInput, (work, id, sent) =>
    validateProject(work, deps, id, parseValidation(sent)),
  )
  mount('cancel', 'Cancel a project that is not validated; nothing is delivered', undefined, (work, id) =>
    cancelProject(work, id),
  )
}
