import createClient from 'openapi-fetch'
import type { paths } from '#portal-api'
import { currentLocale } from '#ui/language/words.ts'
import { ApiError } from './api-error.ts'
import { connectionLost } from './connection.ts'
import { forgetKey, keyOf } from './idempotency-keys.ts'
import { describeValues } from './single-flight.ts'

export { ApiError } from './api-error.ts'

/** One page of a list that goes on by cursor. */
export type Page<T> = { items: T[]; next: string | null; total: number | null }

let whenLoggedOut: () => void = () => {}

/** Sets what to do when a call answers 401. */
export function onLoggedOut(handler: () => void): void {
  whenLoggedOut = handler
}

/** Every call of the portal, typed by the server's description: `unwrap(api.GET('/portal/api/…'))`. */
export const api = createClient<paths>({
  credentials: 'same-origin',
  querySerializer: { array: { style: 'form', explode: true } },
})

api.use({
  async onRequest({ request, schemaPath }) {
    for (const [name, value] of Object.entries(portalHeaders())) request.headers.set(name, value)
    if (request.method === 'POST' && !LOG_INS.has(schemaPath)) {
      const body = await request.clone().text()
      request.headers.set(IDEMPOTENCY_KEY, keyOf(JSON.stringify([request.url, body])))
    }
    return request
  },
  onResponse({ request }) {
    const key = request.headers.get(IDEMPOTENCY_KEY)
    if (key) forgetKey(key)
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    connectionLost()
    return new ApiError(0, undefined)
  },
})

const IDEMPOTENCY_KEY = 'idempotency-key'

/**
 * Calls without a key: each log-in is done anew, because its answer is a cookie, which is not stored with a key. Nor is
 * the password kept here to compare the next call with.
 */
const LOG_INS: ReadonlySet<string> = new Set<keyof paths>([
  '/portal/api/session',
  '/portal/api/session/demo',
  '/portal/api/session/switch',
])

type Outcome<T> = { data?: T; error?: unknown; response: Response }

/** The data of a call, or an ApiError. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call
  if (!response.ok) throw refused(response.status, error, response.headers)
  return data as T
}

/** One page of a list, with the cursor of the next one: what `useCursorList` asks for. */
export async function unwrapPage<T>(call: Promise<Outcome<T[]>>): Promise<Page<T>> {
  const answer = await call
  const items = await unwrap(Promise.resolve(answer))
  return { items: items ?? [], next: nextCursor(answer.response), total: totalCount(answer.response) }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Only what is there: parameters of a call that nobody chose are left out. */
export function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>
}

/** Where the next page of a list begins. */
export function nextCursor(response: Response): string | null {
  return response.headers.get('next-cursor')
}

/** `X-Total-Count`, where the server knows it. */
export function totalCount(response: Response): number | null {
  const header = response.headers.get('x-total-count')
  return header === null ? null : Number(header)
}

type UploadOptions = { method?: 'POST' | 'PUT'; onProgress?: (fraction: number) => void; signal?: AbortSignal }

/** Sends files, and tells how far it is (0 to 1). */
export function upload<T>(url: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(options.method ?? 'POST', url)
    for (const [name, value] of Object.entries(portalHeaders())) request.setRequestHeader(name, value)
    const key = keyOf(JSON.stringify([url, describeValues(form)]))
    request.setRequestHeader(IDEMPOTENCY_KEY, key)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      forgetKey(key)
      const data = parseJson(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(data as T)
      else reject(refused(request.status, data, { get: (name) => request.getResponseHeader(name) }))
    })
    request.addEventListener('error', () => {
      connectionLost()
      reject(new ApiError(0, undefined))
    })
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** The header no other site can send, and the language that messages should be in. */
function portalHeaders(): Record<string, string> {
  return { 'x-requested-with': 'dossier', 'accept-language': currentLocale() }
}

function refused(status: number, body: unknown, headers: { get(name: string): string | null }): ApiError {
  const error = new ApiError(status, body, headers)
  if (status === 401 && error.code !== 'wrong_credentials') whenLoggedOut()
  return error
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
