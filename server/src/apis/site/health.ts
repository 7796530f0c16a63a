import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'

const Health = Type.Object({ status: Type.String() })
const READY_WITHIN_MS = 2000

export function healthRoutes(app: Http, db: Db): void {
  app.get(
    '/health/live',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'getLiveness',
        summary: 'Whether the process is alive',
        tags: ['Service'],
        response: { 200: Health },
      },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/health/ready',
    {
      config: { allow: ['anyone'] },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether the service is ready for calls',
        tags: ['Service'],
        response: { 200: Health, 503: Health },
      },
    },
    async (_request, reply) => {
      const isReady = await answers(db)
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' })
    },
  )
}

/** The service listens only after its migrations, so a database that answers is all that is left to ask. */
async function answers(db: Db): Promise<boolean> {
  const deadline = new Promise<false>((resolve) => setTimeout(resolve, READY_WITHIN_MS, false).unref())
  const question = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([question, deadline])
}
