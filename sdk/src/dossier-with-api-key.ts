import createClient, { type Client } from 'openapi-fetch'
import type { operations, paths } from './generated/unversioned.ts'
import type { paths as v1Paths } from './generated/v1.ts'
import { answerOf, at, fileOf, headersOf } from './http/answer-of.ts'
import { fillPath } from './http/fill-path.ts'
import { type FormPart, formOf } from './http/form-of.ts'
import { type CallOptions, createTransport, type TransportOptions } from './http/transport.ts'
import { apiKeyDistributionProjects } from './resources/distributions.ts'
import { apiKeyDocuments, apiKeyNotes } from './resources/v1.ts'
import type { ApiKeySchemas } from './schemas.ts'

export type ApiKeyOptions = TransportOptions & {
  /** Where the service is, such as https://dossier.example.com. */
  baseUrl: string
  apiKey: string
}

type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>
type Answer<Name extends keyof operations> = operations[Name] extends {
  responses: { 200: { content: { 'application/json': infer Content } } }
}
  ? Content
  : never

type NewRequest = ApiKeySchemas['NewRequestForm']
type Parameter =
  | ('form_code' | 'creator_technical_id' | 'employee_technical_id' | 'subject' | 'body' | 'origin' | 'priority')
  | ('visible_to_employee' | 'processing_date_due' | 'callback_url')
export type NewRequestParts = Pick<NewRequest, Parameter> & { [field: string]: FormPart | undefined }
type NewComment = ApiKeySchemas['NewRequestComment']

/** A page of a list that is paged by number, and how many items the list has. */
export type NumberedPage<Item> = { items: Item[]; total: number }

const MAX_PER_PAGE = 100
const COMMENT_FILE = '/api/requests/{id}/comments/{comment_id}/files/{number}'

export type DossierWithApiKey = ReturnType<typeof resourcesOf> & {
  /** The same client for calls that can be aborted, or that have a given idempotency key. */
  with(options: CallOptions): DossierWithApiKey
}

/** Requests, the forms that they are made from, articles, imports of managers, and the calls of v1, by an API key. */
export function createDossierWithApiKey(options: ApiKeyOptions): DossierWithApiKey {
  const dossierFor = (call: CallOptions): DossierWithApiKey => ({
    ...resourcesOf(options, call),
    with: (other) => dossierFor({ ...call, ...other }),
  })
  return dossierFor({})
}

function resourcesOf(options: ApiKeyOptions, call: CallOptions) {
  const clientOptions = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    headers: { 'x-api-key': options.apiKey },
    pathSerializer: fillPath,
    fetch: createTransport(options, call).send,
  }
  const raw = createClient<paths>(clientOptions)
  const rawV1 = createClient<v1Paths>(clientOptions)
  return {
    /** Every call of the API as its description has it; it answers refusals rather than throw them. */
    raw,
    /** The same for the deprecated calls of v1. */
    rawV1,
    requests: requests(raw),
    forms: forms(raw),
    articles: articles(raw),
    managers: managers(raw),
    distributionProjects: apiKeyDistributionProjects(rawV1),
    documents: apiKeyDocuments(rawV1),
    notes: apiKeyNotes(rawV1),
  }
}

function requests(raw: Client<paths>) {
  const page = (query: Query<'listRequests'> = {}): Promise<NumberedPage<Answer<'listRequests'>[number]>> =>
    pageOf(raw.GET('/api/requests', { params: { query } }))
  return {
    /** Makes a request: its parameters, and a part for each field of the form, called by its code. */
    create: (parts: NewRequestParts) =>
      answerOf(raw.POST('/api/requests', { body: parts as NewRequest, bodySerializer: () => formOf(parts) })),
    get: (id: string, query: Query<'getRequest'> = {}) =>
      answerOf(raw.GET('/api/requests/{id}', { params: { path: { id }, query } })),
    /** One page. */
    page,
    /** Every request, page after page; stop whenever there is enough. */
    list: (query: Omit<Query<'listRequests'>, 'page' | 'per_page'> = {}) =>
      everyItem((paging) => page({ ...query, ...paging })),
    /** Changes what is given and keeps the rest. */
    patch: (id: string, body: ApiKeySchemas['ChangedRequest']) =>
      answerOf(raw.PATCH('/api/requests/{id}', { ...at({ id }), body })),
    delete: async (id: string): Promise<void> => {
      await answerOf(raw.DELETE('/api/requests/{id}', at({ id })))
    },
    /** Adds a comment, perhaps with files. */
    comment: (id: string, comment: NewComment, files: readonly Blob[] = []) =>
      answerOf(
        raw.POST('/api/requests/{id}/comments', {
          ...at({ id }),
          body: comment,
          ...(files.length > 0 ? { bodySerializer: () => formOf({ ...comment, files }) } : {}),
        }),
      ),
    /** Every comment, the oldest first. */
    comments: (id: string, query: Omit<Query<'listRequestComments'>, 'page' | 'per_page'> = {}) =>
      everyItem((paging) =>
        pageOf(raw.GET('/api/requests/{id}/comments', { params: { path: { id }, query: { ...query, ...paging } } })),
      ),
    /** Its history: the changes, who made them and when, oldest first. */
    history: (id: string) =>
      everyItem((query) => pageOf(raw.GET('/api/requests/{id}/history', { params: { path: { id }, query } }))),
    /** How long it is kept, and why. */
    retention: (id: string) => answerOf(raw.GET('/api/requests/{id}/retention', at({ id }))),
    /** What was sent for a file field: `blob()`, or the stream `body`. */
    file: (id: string, code: string) =>
      fileOf(raw.GET('/api/requests/{id}/files/{code}', { ...at({ id, code }), parseAs: 'stream' })),
    /** The type, size and ETag of that file. */
    fileHeaders: (id: string, code: string) => headersOf(raw.HEAD('/api/requests/{id}/files/{code}', at({ id, code }))),
    /** A file of a comment; the first has the number 1. */
    commentFile: (id: string, comment_id: string, number: string) =>
      fileOf(raw.GET(COMMENT_FILE, { ...at({ id, comment_id, number }), parseAs: 'stream' })),
    /** The type, size and ETag of that file. */
    commentFileHeaders: (id: string, comment_id: string, number: string) =>
      headersOf(raw.HEAD(COMMENT_FILE, at({ id, comment_id, number }))),
  }
}

function managers(raw: Client<paths>) {
  return {
    /** Starts an import of managers from a CSV file; `imports` of `createDossier` tells what came of it. */
    import: async (file: Blob): Promise<void> => {
      const options = { body: { input_file: '' }, bodySerializer: () => formOf({ input_file: file }) }
      await answerOf(raw.POST('/api/managers/import', { ...options, parseAs: 'text' }))
    },
  }
}

function forms(raw: Client<paths>) {
  return {
    /** Every form, with its title in a language. */
    list: (query: Pick<Query<'listFormSummaries'>, 'language_code'> = {}) =>
      everyItem((paging) => pageOf(raw.GET('/api/forms', { params: { query: { ...query, ...paging } } }))),
    /** A form with what its fields may be. */
    get: (slug: string, query: Query<'getFormDetails'> = {}) =>
      answerOf(raw.GET('/api/forms/{slug}', { params: { path: { slug }, query } })),
    /** The first values of a data set that a field may have, in all or below another. */
    choices: (slug: string, code: string, query: Query<'listFormChoices'> = {}) =>
      answerOf(raw.GET('/api/forms/{slug}/fields/{code}/choices', { params: { path: { slug, code }, query } })),
  }
}

function articles(raw: Client<paths>) {
  const page = (query: Query<'searchArticles'> = {}): Promise<NumberedPage<Answer<'searchArticles'>[number]>> =>
    pageOf(raw.GET('/api/articles', { params: { query } }))
  return {
    get: (slug: string, query: Query<'readArticle'> = {}) =>
      answerOf(raw.GET('/api/articles/{slug}', { params: { path: { slug }, query } })),
    /** One page. */
    page,
    /** Every article that fits, page after page; stop whenever there is enough. */
    list: (query: Omit<Query<'searchArticles'>, 'page' | 'per_page'> = {}) =>
      everyItem((paging) => page({ ...query, ...paging })),
  }
}

type Answered<Item> = { data?: Item[]; error?: unknown; response: Response }

async function pageOf<Item>(call: Promise<Answered<Item>>): Promise<NumberedPage<Item>> {
  const [items, { response }] = await Promise.all([answerOf(call), call])
  return { items, total: Number(response.headers.get('x-total-count')) }
}

async function* everyItem<Item>(
  pageAt: (paging: { page: number; per_page: number }) => Promise<NumberedPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = 1; ; page += 1) {
    const { items, total } = await pageAt({ page, per_page: MAX_PER_PAGE })
    yield* items
    if (items.length === 0 || page * MAX_PER_PAGE >= total) return
  }
}
