import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import type { ManagerDistributionDeps } from '#modules/distributions/manager-deps.ts'
import { getManagerProject, managerAccess } from '#modules/distributions/projects/manager-access.ts'
import { projectResource } from '#modules/distributions/projects/project-resource.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import { ReportQuery } from '#modules/distributions/spools/schemas.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http } from '#platform/http/routes.ts'
import { allowedDocuments } from './allowed-documents.ts'
import { reportOf } from './report.ts'

const config = forManagers('distributions:read')
const CSV = 'text/csv; charset=utf-8'
const { outcome, distribution_id } = ReportQuery.properties

/** The report of a project, to be taken away. */
export function reportRoutes(portal: Http, { db, audit }: ManagerDistributionDeps): void {
  const projectOf = async (request: FastifyRequest, { id }: { id: string }) => {
    const { client } = callerOf(request)
    const scope = managerAccess(personOf(request), 'read')
    return { client, scope, project: await getManagerProject(db, client, scope, id) }
  }

  portal.get(
    '/manager/distributions/:id/report.csv',
    {
      config,
      schema: {
        operationId: 'downloadManagerDistributionReport',
        summary: 'What became of every part of a project',
        params: ProjectParams,
        querystring: Type.Object({ outcome, distribution_id }),
        response: { 200: FileContent('text/csv', 'One line per document.') },
      },
    },
    async (request, reply) => {
      const { client, scope, project } = await projectOf(request, request.params)
      const allowed = await allowedDocuments(db, client, scope, project)
      const report = reportOf(db, client, {
        projectId: project.id,
        query: { ...request.query, format: 'csv' },
        allowed,
      })
      const filename = `distribution-${project.id}.csv`
      const beforeBytes = exportOf(request, audit, projectResource(project))
      return sendFile(reply, report, { filename, contentType: CSV, beforeBytes })
    },
  )
}
