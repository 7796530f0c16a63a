import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type pg from 'pg'
import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import { documentationRoutes } from './documentation.ts'
import { healthRoutes } from './health.ts'
import { metricsRoutes } from './metrics.ts'

const PORTAL = join(import.meta.dirname, '../../../../portal/public')

export type SiteParts = { db: Db; pool: pg.Pool; jobs: JobQueue; metricsToken: string | undefined }

/** What belongs to no API group: the portal's page, health, metrics and the documentation. */
export async function mountSite(app: Http, { db, pool, jobs, metricsToken }: SiteParts): Promise<void> {
  healthRoutes(app, db)
  metricsRoutes(app, { pool, jobs, token: metricsToken })
  await documentationRoutes(app)
  await app.register(fastifyStatic, { root: PORTAL, index: 'index.html', wildcard: false })
}
