import { verifierSource } from '#modules/audit/index.ts'
import type { Http } from '#platform/http/routes.ts'

/** The program that checks exports of the audit trail, for those who receive one. */
export function verifierRoutes(app: Http): void {
  app.get('/verify.mjs', { config: { allow: ['anyone'] }, schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'content-disposition': 'attachment; filename="verify.mjs"',
        'x-content-type-options': 'nosniff',
      })
      .send(await verifierSource()),
  )
}
