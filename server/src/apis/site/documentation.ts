import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import type { ErrorShape } from '#platform/http/server.ts'
import { intoChapters } from './chapters.ts'

const INTRODUCTION = `Workforce documents, requests and data sets.

An application exchanges its \`application_id\` and \`application_secret\` for an access token at
\`POST /api/v2/client/tokens\` and sends it with every call of group A, as \`Authorization: Bearer …\`. Lists are paged by the cursors in the headers
\`Next-Cursor\` and \`Previous-Cursor\`. Every answer carries \`X-Request-Id\`.`

/** Collects every route that follows; must be awaited before they are mounted. */
export async function describeRoutes(app: Http, publicUrl: string, shapes: readonly ErrorShape[]): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dossier',
        version: '0.1.0',
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
            name: 'dossier_session',
            description:
              'From logging in to the portal. Calls that change something carry `X-Requested-With: dossier`.',
          },
        },
      },
    },
    transformObject: (document) =>
      intoChapters('openapiObject' in document ? document.openapiObject : document.swaggerObject),
    // A route says once whom it allows, and its group how it refuses; the documentation follows from both.
    transform: ({ schema, url, route }) => {
      const schemes = (route.config?.allow ?? []).filter((one) => one !== 'anyone')
      const isPortal = url.startsWith('/portal/')
      const security = schemes.map((scheme) => ({ [isPortal ? 'session' : scheme]: [] }))
      const refusal = { ...shapes.find((shape) => shape.owns(url))?.schema(url), description: 'Refused' }
      const response = { ...(schema?.response as object), ...(security.length > 0 ? { '4xx': refusal } : {}) }
      const operation = operationOf(url, schema?.operationId)
      return { schema: { ...schema, ...operation, response, ...(security.length > 0 ? { security } : {}) }, url }
    },
  })
}

/** What applications and administrators call alike has a name for each. */
function operationOf(url: string, operationId: string | undefined): { operationId?: string } {
  if (operationId === undefined || !url.startsWith('/portal/api/admin/')) return {}
  return { operationId: `admin${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}` }
}

export function documentationRoutes(app: Http): void {
  const toAnyone = { config: { allow: ['anyone' as const] }, schema: { hide: true } }
  app.get('/openapi.json', toAnyone, async () => app.swagger())
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, toAnyone, async (request, reply) => {
      pages ??= openPages()
      const { statusCode, headers, rawPayload } = await (await pages).inject({ url: request.url })
      return reply.code(statusCode).headers(headers).send(rawPayload)
    })
  }
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
