import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { receiveDistribution } from '#modules/distributions/spools/receive-distribution.ts'
import { parseForm, SpoolForm } from '#modules/distributions/spools/receive-spool.ts'
import { parseValidation } from '#modules/distributions/validation/parse-validation.ts'
import { validateProject } from '#modules/distributions/validation/validate-project.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { takeUrlEncodedForms } from '#platform/http/bodies/form-body.ts'
import { readParts, takeMultipart } from '#platform/http/bodies/multipart.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, OptionalBody } from '#platform/http/validation/schemas.ts'
import { invalidFields, notFound } from '#platform/problem.ts'
import { createProject } from './create-project.ts'
import type { NotifyDeps } from './notify.ts'
import { parseProjectForm } from './parse-project-form.ts'
import { ProjectForm, ProjectParams, ValidationInput } from './schemas.ts'

export type DistributionDeps = NotifyDeps & { db: Db; blobs: Blobs; maxFileBytes: number }

/** Spec, Versioning: deprecated in July 2021, retired in July 2022. */
const DEPRECATION = { since: new Date('2021-07-01T00:00:00Z'), sunset: new Date('2022-07-01T00:00:00Z') }

const Message = Type.String({ description: 'A message for people.' })

export function distributionRoutesV1(deps: DistributionDeps): Routes {
  return (v1) => {
    v1.register(async (scope: Http) => {
      takeUrlEncodedForms(scope)
      await takeMultipart(scope, deps)
      mountCreation(scope, deps)
    })
    takeFiles(v1, deps, (scope) => mountSpools(scope, deps))
    for (const name of ['projects', 'distrib_projects'] as const) mountValidation(v1, deps, `/${name}`)
  }
}

/** The same call at the address that the spec gives it, outside of the group. */
export function validationRoutes(deps: DistributionDeps): Routes {
  return (projects) => mountValidation(projects, deps, '')
}

function mountCreation(scope: Http, deps: DistributionDeps): void {
  scope.post(
    '/distrib_projects',
    {
      ...unchecked,
      config: {
        allow: ['api_key'],
        refuses: ['not_found'],
        deprecation: DEPRECATION,
        replacedBy: ['/api/v2/client/distribution_projects'],
      },
      schema: {
        operationId: 'createDistributionProject',
        summary: 'Create a distribution project',
        description:
          'The second and third lines of the address may be spelled `package_address_2` or `package_address2`. Deprecated.',
        consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        body: ProjectForm,
        response: { 200: Type.Object({ project_id: Type.Integer(), msg: Message }) },
      },
    },
    async (request) => {
      const { form, errors } = parseForm(ProjectForm, await fieldsOf(request), OTHER_SPELLINGS)
      if (errors.length > 0) throw invalidFields(errors)
      const { id, name } = await request.work((work) =>
        createProject(work, parseProjectForm(form), { publicUrl: deps.publicUrl, unknownSender }),
      )
      return { project_id: id, msg: `The project ${name} was created.` }
    },
  )
}

/** Spec, Errors: an unknown sender answers 404. */
const unknownSender = (technicalId: string) => notFound('manager', technicalId)

/** The fields of a form, urlencoded or multipart; files in it are ignored. */
async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) return request.body as Record<string, unknown>
  const { fields } = await readParts(request, async ({ file }) => file.resume())
  return fields
}

/** Spec: the sample spells the second and third lines of the address without an underscore before the digit. */
const OTHER_SPELLINGS = new Map([
  ['package_address2', 'package_address_2'],
  ['package_address3', 'package_address_3'],
])

function mountSpools(scope: Http, deps: DistributionDeps): void {
  scope.post(
    '/distrib_projects/:id/distributions',
    {
      ...unchecked,
      config: { allow: ['api_key'], replacedBy: ['/api/v2/client/distributions'] },
      schema: {
        operationId: 'addDistribution',
        summary: 'Add a spool of documents to a project; it is processed automatically',
        consumes: ['multipart/form-data'],
        params: ProjectParams,
        body: SpoolForm,
        response: { 200: Type.Object({ distribution_id: Type.Integer(), msg: Message }) },
      },
    },
    async (request) => {
      const { id: projectId } = request.params as { id: string }
      const { id, name } = await receiveDistribution(request, deps, projectId)
      return { distribution_id: id, msg: `The spool ${name} was received and is being processed.` }
    },
  )
}

const Validated = NamedObject('ValidatedDistributionProject', {
  project_id: Type.Integer(),
  status: Type.String(),
  msg: Message,
})

function mountValidation(scope: Http, deps: DistributionDeps, path: string): void {
  for (const method of ['POST', 'PUT'] as const) {
    const named = path === '' ? 'AtRoot' : path === '/projects' ? 'ByProject' : ''
    scope.route({
      method,
      url: `${path}/:id/validate`,
      ...unchecked,
      config: { allow: ['api_key'], replacedBy: ['/api/v2/client/distribution_projects/:id/validate'] },
      schema: {
        operationId: `${method === 'POST' ? 'validate' : 'putValidation'}DistributionProject${named}`,
        summary: 'Validate a project: deliver its documents and send its paper (idempotent)',
        params: ProjectParams,
        body: OptionalBody(ValidationInput),
        response: { 200: Validated },
      },
      handler: async (request) => {
        const { id } = request.params as { id: string }
        const input = parseValidation(request.body)
        const { project, hasChanged } = await request.work((work) => validateProject(work, deps, id, input))
        const msg =
          project.status === 'waiting_for_validation'
            ? 'Your validation counts; another person must validate the project too.'
            : `The project was validated${hasChanged ? '' : ' before'}.`
        return { project_id: project.id, status: project.status, msg }
      },
    })
  }
}
