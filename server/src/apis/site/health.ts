import { Type } from 'typebox'
import type { Http } from '#platform/http/routes.ts'
import { OneOf } from '#platform/http/validation/schemas.ts'
import type { Readiness } from './readiness.ts'

const Liveness = Type.Object({ status: OneOf(['ok']) })

const Check = Type.Object({
  status: OneOf(['ok', 'failing', 'unknown'], {
    description: 'Unknown: it could not be asked, since another check is failing.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it is failing, in one sentence.' })),
})

const ReadinessAnswer = Type.Object({
  status: OneOf(['ok', 'degraded', 'unavailable'], {
    description: 'Degraded: only calls that need stored files fail.',
  }),
  checks: Type.Object({
    process: Check,
    database: Check,
    migrations: Check,
    files: Check,
    replica: Type.Optional(Check),
  }),
})

export function healthRoutes(app: Http, readiness: Readiness): void {
  app.addHook('preClose', async () => readiness.beginStop())
  app.get(
    '/health/live',
    {
      config: { allow: ['anyone'], isVitalSign: true },
      schema: {
        operationId: 'getLiveness',
        summary: 'Whether the process is alive',
        tags: ['Service'],
        response: { 200: Liveness },
      },
    },
    async () => ({ status: 'ok' as const }),
  )
  app.get(
    '/health/ready',
    {
      config: { allow: ['anyone'], isVitalSign: true },
      schema: {
        operationId: 'getReadiness',
        summary: 'Whether the service is ready for calls, and if not, why',
        tags: ['Service'],
        response: { 200: ReadinessAnswer, 503: ReadinessAnswer },
      },
    },
    async (_request, reply) => {
      const state = await readiness.state()
      return reply.code(state.status === 'unavailable' ? 503 : 200).send(state)
    },
  )
}
