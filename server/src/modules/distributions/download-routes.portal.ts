import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#platform/http/caller.ts'
import type { Http } from '#platform/http/routes.ts'
import { FileContent, sendFile } from '#platform/http/send-file.ts'
import { forManagers, personOf } from '#platform/http/session-person.ts'
import { campaignZip, checkCampaign, manifestCsv } from './campaign.ts'
import { ReportQuery } from './distribution-schemas.ts'
import { allowedParts, refuseUnlessAllAllowed } from './part-scope.ts'
import type { ManagerDistributionParts } from './portal-parts.ts'
import { ProjectParams } from './project-schemas.ts'
import { getProjectWithin, scopeOf } from './project-scope.ts'
import { reportOf } from './report.ts'

const config = forManagers('distributions:read')
const CSV = 'text/csv; charset=utf-8'
const { outcome, distribution_id } = ReportQuery.properties

/** What a manager takes away from a project: its report, and what goes to the printer. */
export function downloadRoutes(portal: Http, { db, blobs }: ManagerDistributionParts): void {
  const projectOf = async (request: FastifyRequest, { id }: { id: string }) => {
    const { client } = callerOf(request)
    const scope = scopeOf(personOf(request), 'read')
    return { client, scope, project: await getProjectWithin(db, client, scope, id) }
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
        response: { 200: FileContent('text/csv', 'One line for each part.') },
      },
    },
    async (request, reply) => {
      const { client, scope, project } = await projectOf(request, request.params)
      const allowed = await allowedParts(db, client, scope, project)
      const report = reportOf(db, client, project.id, { ...request.query, format: 'csv' }, allowed)
      return sendFile(reply, report, { filename: `distribution-${project.id}.csv`, contentType: CSV })
    },
  )

  portal.get(
    '/manager/distributions/:id/packages',
    {
      config,
      schema: {
        operationId: 'downloadManagerPackages',
        summary: 'What goes to the printer: a PDF for each envelope, and the manifest, in one ZIP',
        params: ProjectParams,
        response: { 200: FileContent('application/zip', 'The ZIP.') },
      },
    },
    async (request, reply) => {
      const { client, scope, project } = await projectOf(request, request.params)
      await refuseUnlessAllAllowed(db, client, scope, project)
      checkCampaign(project)
      const filename = `packages-${project.id}.zip`
      return sendFile(reply, campaignZip(db, client, project, blobs), { filename, contentType: 'application/zip' })
    },
  )

  portal.get(
    '/manager/distributions/:id/manifest',
    {
      config,
      schema: {
        operationId: 'downloadManagerManifest',
        summary: 'The list of envelopes',
        params: ProjectParams,
        response: { 200: FileContent('text/csv', 'One line for each envelope.') },
      },
    },
    async (request, reply) => {
      const { client, scope, project } = await projectOf(request, request.params)
      await refuseUnlessAllAllowed(db, client, scope, project)
      checkCampaign(project)
      const filename = `manifest-${project.id}.csv`
      return sendFile(reply, manifestCsv(db, client, project), { filename, contentType: CSV })
    },
  )
}
