import type { FastifySchema, RouteOptions } from 'fastify'
import { NotModified } from '#platform/http/responses/send-file.ts'
import type { ErrorShape } from '#platform/http/server.ts'
import { answerHeadersOf, type OperationFacts, refusalsOf, requestHeadersOf } from './describe-operation.ts'

type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema> }
type Described = FastifySchema & { deprecated?: boolean; operationId?: string; description?: string }
type Answers = Record<string, JsonSchema>

/** What answers say when their schema does not. */
const SAID: Record<number, string> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted; processing continues in the background.',
  204: 'Done.',
  400: 'The call is malformed, or a parameter is invalid.',
  401: 'The credentials are missing or invalid.',
  403: 'The caller lacks the permission.',
  404: 'Not found, or it belongs to another client.',
  409: 'The call conflicts with the current state, or the same call is still in progress.',
  412: 'A condition of the call (If-Match, If-None-Match) failed.',
  413: 'The body is too large.',
  415: 'The Content-Encoding is not supported.',
  416: 'The range is not satisfiable.',
  417: 'The call has an `Expect` other than `100-continue`.',
  422: 'Fields are invalid, or the Idempotency-Key was used for another call.',
  429: 'Too many calls or attempts; `Retry-After` says when to try again.',
  500: 'Internal server error; quote `X-Request-Id`.',
  503: 'Temporarily unavailable; try again.',
}

/** What a route's schema says of itself, with all that follows from what the route allows and from its group. */
export function describeRoute(schema: Described, route: RouteOptions, shape: ErrorShape): Described {
  const facts = factsOf(schema, route)
  const answers = {
    ...refusals(facts, shape),
    ...(facts.hasEntityTag && { 304: NotModified as object as JsonSchema }),
    ...(schema.response as Answers),
  }
  const headers = requestHeadersOf(facts)
  const hasHeaders = Object.keys(headers).length > 0
  return {
    ...schema,
    description: describe(schema, route, facts),
    ...(hasHeaders ? { headers: { type: 'object', properties: headers } } : {}),
    response: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        { ...said(Number(status), answer), ...answer, headers: answerHeadersOf(facts, Number(status)) },
      ]),
    ),
  }
}

function said(status: number, { description }: JsonSchema): JsonSchema {
  return description === undefined ? { 'x-response-description': SAID[status] } : {}
}

function factsOf(schema: Described, { method, url, config }: RouteOptions): OperationFacts {
  const answers = (schema.response ?? {}) as Answers
  return {
    method: [method].flat()[0] ?? '',
    path: url,
    allow: config?.allow ?? [],
    refuses: config?.refuses ?? [],
    query: Object.keys((schema.querystring as JsonSchema | undefined)?.properties ?? {}),
    isDeprecated: schema.deprecated ?? false,
    statuses: Object.keys(answers).map(Number),
    isFile: JSON.stringify(answers).includes('"format":"binary"'),
    hasEntityTag: config?.hasEntityTag ?? false,
    isConditional: config?.isConditional ?? false,
  }
}

/** A status that several kinds of refusal have may have several bodies. */
function refusals(facts: OperationFacts, shape: ErrorShape): Answers {
  const described = [...refusalsOf(facts), 'failure' as const].map((kind) => shape.describe(facts.path, kind))
  const byStatus = Map.groupBy(described, ({ status }) => status)
  return Object.fromEntries(
    Array.from(byStatus, ([status, all]) => {
      const bodies = [...new Set(all.map(({ schema }) => schema))]
      const body = (bodies.length === 1 ? bodies[0] : { anyOf: bodies }) as JsonSchema
      return [String(status), { ...body, 'x-response-description': SAID[status] }]
    }),
  )
}

/** Adds to the description of an operation who may call it, and how its list is paged. */
function describe({ description }: Described, { config }: RouteOptions, { query }: OperationFacts): string {
  const allow = config?.allow ?? []
  const sentences = [
    description,
    config?.permission && `Requires the permission \`${config.permission}\`.`,
    allow.includes('api_key') && 'Requires an API key.',
    allow.includes('application_credentials') && 'Requires the credentials of an application (HTTP Basic).',
    allow.includes('anyone') && description === undefined && 'Requires no credentials.',
    query.includes('cursor') && 'Cursor paging: pass the `Next-Cursor` header as `cursor`.',
    query.includes('per_page') && query.includes('page') && 'Numbered pages: see the `Link` header.',
  ]
  return sentences.filter(Boolean).join(' ')
}
