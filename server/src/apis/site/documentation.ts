import { randomBytes } from 'node:crypto'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import { sessionCookie } from '#modules/auth/index.ts'
import type { Http } from '#platform/http/routes.ts'
import type { ErrorShape } from '#platform/http/server.ts'
import { VERSION } from '#platform/package-root.ts'
import { describeRoute } from './openapi/describe-route.ts'
import type { Document } from './openapi/document.ts'
import { selectPaths } from './openapi/select-paths.ts'
import { writeDocument } from './openapi/write-document.ts'

const INTRODUCTION = `Workforce documents, requests and data sets.

An application exchanges its \`application_id\` and \`application_secret\` for an access token at
\`POST /api/v2/client/tokens\` and sends it with every call of group A, as \`Authorization: Bearer …\`. Calls of groups B and C carry an API
key in the header \`X-API-KEY\`. Lists of group A are paged by the cursors in the headers \`Next-Cursor\` and \`Previous-Cursor\`. Every
answer carries \`X-Request-Id\`; every address that answers GET answers HEAD.`

/** Collects every route that follows; must be awaited before they are mounted. */
export async function describeRoutes(app: Http, publicUrl: string, shapes: readonly ErrorShape[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dossier',
        version: VERSION,
        description: INTRODUCTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          application: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token from POST /api/v2/client/tokens.',
          },
          application_credentials: {
            type: 'http',
            scheme: 'basic',
            description: 'application_id and application_secret.',
          },
          api_key: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie(publicUrl).name,
            description:
              'From logging in to the portal. Calls that change something carry `X-Requested-With: dossier`.',
          },
        },
      },
    },
    transformObject: (made) => {
      const document = 'openapiObject' in made ? made.openapiObject : made.swaggerObject
      return writeDocument(document as unknown as Document) as object
    },
    // A route says once whom it allows, and its group how it refuses; the documentation follows from both.
    transform: ({ schema = {}, url, route }) => {
      const schemes = (route.config?.allow ?? []).filter((one) => one !== 'anyone')
      const security = schemes.map((scheme) => ({ [isOfPortal(url) ? 'session' : scheme]: [] }))
      const shape = shapes.find((one) => one.owns(url))
      if (shape === undefined || schema.hide) return { schema, url }
      const described = describeRoute(schema, route, shape)
      return { schema: { ...described, ...operationOf(url, schema.operationId), security }, url }
    },
  })
}

const isOfPortal = (path: string) => path.startsWith('/portal/')

/** What applications and administrators call alike has a name for each. */
function operationOf(url: string, operationId: string | undefined): { operationId?: string } {
  if (operationId === undefined || !url.startsWith('/portal/api/admin/')) return {}
  return { operationId: `admin${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}` }
}

export function documentationRoutes(app: Http, publicUrl: string): void {
  const toAnyone = { config: { allow: ['anyone' as const] }, schema: { hide: true } }
  // The portal's own calls are described for the portal: they change with it, without notice.
  app.get('/openapi.json', { ...toAnyone, config: { ...toAnyone.config, isPublic: true } }, async () =>
    selectPaths(app.swagger() as unknown as Document, (path) => !isOfPortal(path)),
  )
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, toAnyone, async (request, reply) => {
      pages ??= openPages()
      const { statusCode, headers, rawPayload } = await (await pages).inject({ url: request.url })
      reply.code(statusCode).headers(headers)
      if (!String(headers['content-type']).startsWith('text/html')) {
        return reply.header('cache-control', `max-age=${DAY_SECONDS}`).send(rawPayload)
      }
      const nonce = randomBytes(16).toString('base64')
      reply.headers(pageHeaders(nonce, publicUrl)).removeHeader('content-length')
      return reply.send(rawPayload.toString().replaceAll(NONCE, nonce))
    })
  }
}

const NONCE = '__CSP_NONCE__'
const DAY_SECONDS = 86_400

/**
 * The page loads and calls nothing but this service, and runs no script but its own. Its library makes styles as it
 * runs, without a nonce; they are allowed.
 */
function pageHeaders(nonce: string, publicUrl: string): Record<string, string> {
  const rules = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { 'content-security-policy': rules.join('; '), 'referrer-policy': 'no-referrer' }
}

/** The pages in a server of their own, with the first who asks for one: a start does not pay for what few ever look at. */
let pages: Promise<FastifyInstance> | undefined

async function openPages(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(reference, {
    routePrefix: '/docs',
    // Nothing on the page may lead to, or tell, anyone else's service.
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Dossier',
      nonce: NONCE,
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return server
}
