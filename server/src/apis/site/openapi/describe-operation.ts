import type { Allow } from '#kernel/access/route-access.ts'
import type { ProblemKind } from '#platform/problem.ts'

/** What the documentation knows of an operation, from its route alone. */
export type OperationFacts = {
  method: string
  /** As the route has it: `/api/v2/client/datasets/:id`. */
  path: string
  allow: readonly Allow[]
  /** Kinds of refusal that do not follow from the other facts. */
  refuses: readonly ProblemKind[]
  query: readonly string[]
  isDeprecated: boolean
  /** The statuses of its own answers, and whether they are files. */
  statuses: readonly number[]
  isFile: boolean
  /** Whether its answer is one resource with an ETag. */
  hasEntityTag: boolean
  /** Whether it keeps the conditions of a call. */
  isConditional: boolean
}

type JsonSchema = { type: string; description: string; [keyword: string]: unknown }

const isChange = ({ method }: OperationFacts) => method !== 'GET' && method !== 'HEAD'
const isGroupA = ({ path }: OperationFacts) => path.startsWith('/api/v2/client/')
const isList = ({ query }: OperationFacts) => query.includes('per_page')
const isAnyOf = (allow: readonly Allow[], wanted: readonly Allow[]) => allow.some((one) => wanted.includes(one))
const CREDENTIALS: readonly Allow[] = ['application', 'api_key']
/** Whether an Idempotency-Key counts. */
const isKeyed = ({ method, allow }: OperationFacts) => method === 'POST' && isAnyOf(allow, [...CREDENTIALS, ...PEOPLE])
const PEOPLE: readonly Allow[] = ['session', 'employee', 'manager', 'administrator']

/** Which kinds of refusal every operation declares, and when. A route adds its own by `config.refuses`. */
const REFUSALS: Record<ProblemKind, (facts: OperationFacts) => boolean> = {
  malformed: (facts) => isGroupA(facts) || isChange(facts) || facts.query.length > 0,
  invalid: (facts) => isChange(facts) && facts.method !== 'DELETE',
  unauthenticated: ({ allow }) => isAnyOf(allow, ['application', 'application_credentials', 'api_key', ...PEOPLE]),
  forbidden: ({ allow }) => isAnyOf(allow, ['application', 'api_key', ...PEOPLE]),
  not_found: ({ path }) => path.includes('/:'),
  conflict: isKeyed,
  too_large: (facts) => isChange(facts) && facts.method !== 'DELETE',
  unsatisfiable: ({ statuses }) => statuses.includes(206),
  too_many: ({ allow }) => isAnyOf(allow, ['application_credentials', ...CREDENTIALS]),
  unavailable: () => true,
  // Also where no ETag exists to compare with.
  precondition_failed: isChange,
  unsupported_coding: (facts) => isChange(facts) && facts.method !== 'DELETE',
  unprocessable: isKeyed,
  expectation_failed: (facts) => isChange(facts) && facts.method !== 'DELETE',
  // The answer to another method, which is not an operation.
  method_not_allowed: () => false,
}

/** The kinds of refusal that an operation declares. */
export function refusalsOf(facts: OperationFacts): ProblemKind[] {
  const kinds = Object.keys(REFUSALS) as ProblemKind[]
  return kinds.filter((kind) => facts.refuses.includes(kind) || REFUSALS[kind](facts))
}

type Declared<Applies> = { schema: JsonSchema; applies: Applies }
const text = (description: string, example: string) => ({ type: 'string', description, examples: [example] })

/** Every header that calls may carry, besides credentials and the media type of their body, and when. */
const REQUEST_HEADERS: Record<string, Declared<(facts: OperationFacts) => boolean>> = {
  'Idempotency-Key': {
    schema: {
      ...text('Makes the call idempotent: for 24 hours, a repetition gets the first answer.', '7d0c-1'),
      minLength: 1,
      maxLength: 255,
    },
    applies: isKeyed,
  },
  'If-Match': {
    schema: text('The ETag that the caller last read, or `*`; 412 if the resource has changed since.', '"3f1c"'),
    applies: ({ isConditional }) => isConditional,
  },
  'If-None-Match': {
    schema: text(
      'When reading: an ETag of an earlier answer; 304 if it is current. With PUT: `*`, to create only.',
      '"3f1c"',
    ),
    applies: ({ statuses, hasEntityTag, isConditional, method }) =>
      statuses.includes(304) || hasEntityTag || (isConditional && method === 'PUT'),
  },
  Range: {
    schema: text('The bytes to return, as a single range.', 'bytes=0-1023'),
    applies: ({ statuses }) => statuses.includes(206),
  },
  'If-Range': {
    schema: text('The ETag that the range belongs to; the whole file is returned if it has changed.', '"3f1c"'),
    applies: ({ statuses }) => statuses.includes(206),
  },
}

/** Every header that answers carry, besides those of HTTP itself, and when. */
const ANSWER_HEADERS: Record<string, Declared<(facts: OperationFacts, status: number) => boolean>> = {
  'X-Request-Id': {
    schema: {
      ...text('The id of the call; quote it in support requests.', '8f14e45f-ceea-4e7a-9c1b-5d0f3a2b1c4d'),
      format: 'uuid',
    },
    applies: () => true,
  },
  'Next-Cursor': {
    schema: text('The `cursor` of the next page; absent on the last one.', 'eyJvIjoibmFtZSJ9'),
    applies: (facts, status) => status === 200 && isList(facts) && facts.query.includes('cursor'),
  },
  'Previous-Cursor': {
    schema: text('The `cursor` of the previous page; absent on the first one.', 'eyJvIjoibmFtZSJ9'),
    applies: (facts, status) => status === 200 && isList(facts) && facts.query.includes('cursor'),
  },
  'X-Total-Count': {
    schema: { type: 'integer', minimum: 0, description: 'The total number of items.', examples: [42] },
    applies: (facts, status) => status === 200 && isList(facts) && facts.query.includes('page'),
  },
  Link: {
    schema: text(
      'Of a list: the pages around this one (RFC 8288). Of a deprecated call: where its end is announced, `rel="deprecation"`.',
      '<http://127.0.0.1:8080/api/requests?page=2>; rel="next"',
    ),
    applies: (facts, status) => facts.isDeprecated || (status === 200 && isList(facts) && facts.query.includes('page')),
  },
  Deprecation: {
    schema: text('Since when the call is deprecated (RFC 9745).', '@1625097600'),
    applies: ({ isDeprecated }) => isDeprecated,
  },
  Sunset: {
    schema: text('When the call may end (RFC 8594).', 'Fri, 01 Jul 2022 00:00:00 GMT'),
    applies: ({ isDeprecated }) => isDeprecated,
  },
  Location: {
    schema: text('The target of the redirect.', '/portal/employee/documents'),
    applies: (_, status) => status === 302,
  },
  ETag: {
    schema: text('Changes whenever the file or resource changes.', '"3f1c"'),
    applies: ({ statuses, hasEntityTag }, status) =>
      (statuses.includes(304) || hasEntityTag) && [200, 206, 304].includes(status),
  },
  'Accept-Ranges': {
    schema: text('`bytes`', 'bytes'),
    applies: ({ statuses }, status) => statuses.includes(206) && [200, 206, 304].includes(status),
  },
  'Content-Range': {
    schema: text('The returned range and the total size; only the size with 416.', 'bytes 0-1023/4096'),
    applies: ({ statuses }, status) => statuses.includes(206) && [206, 416].includes(status),
  },
  'Content-Disposition': {
    schema: text('The name of the file (RFC 6266).', 'attachment; filename="payslip.pdf"'),
    applies: ({ isFile }, status) => isFile && [200, 206].includes(status),
  },
  'WWW-Authenticate': {
    schema: text('The authentication scheme that is required.', 'Bearer realm="dossier", error="invalid_token"'),
    applies: ({ allow }, status) => status === 401 && isAnyOf(allow, ['application', 'application_credentials']),
  },
  'Retry-After': {
    schema: text('Seconds to wait before the next attempt.', '1'),
    applies: (facts, status) => status === 429 || status === 503 || (status === 409 && isKeyed(facts)),
  },
  'Idempotency-Replayed': {
    schema: text('`true` when this is the answer to an earlier call with the same Idempotency-Key.', 'true'),
    applies: (facts, status) => isKeyed(facts) && status < 300,
  },
  RateLimit: {
    schema: text('The remaining calls and the seconds until the window resets.', '"credentials";r=599999;t=60'),
    applies: ({ allow }, status) => isAnyOf(allow, CREDENTIALS) && status !== 401 && status !== 403,
  },
  'RateLimit-Policy': {
    schema: text('The quota of these credentials and its window in seconds.', '"credentials";q=600000;w=60'),
    applies: ({ allow }, status) => isAnyOf(allow, CREDENTIALS) && status !== 401 && status !== 403,
  },
}

/** The headers that calls of an operation may carry, as properties. */
export function requestHeadersOf(facts: OperationFacts): Record<string, JsonSchema> {
  return schemasOf(REQUEST_HEADERS, (one) => one.applies(facts))
}

/** The headers of the answers of an operation with this status. */
export function answerHeadersOf(facts: OperationFacts, status: number): Record<string, JsonSchema> {
  return schemasOf(ANSWER_HEADERS, (one) => one.applies(facts, status))
}

function schemasOf<D extends { schema: JsonSchema }>(declared: Record<string, D>, applies: (one: D) => boolean) {
  const chosen = Object.entries(declared).filter(([, one]) => applies(one))
  return Object.fromEntries(chosen.map(([name, { schema }]) => [name, schema]))
}
