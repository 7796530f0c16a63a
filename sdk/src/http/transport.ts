import { type RetryOptions, sendWithRetries } from './retry.ts'

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export type TransportOptions = {
  retries?: RetryOptions
  /** Sends the calls in place of the global `fetch`: through a proxy, for example. */
  fetch?: Fetch
}

/** What holds for some calls only. */
export type CallOptions = {
  /** Ends the call, or the wait before it is sent again. */
  signal?: AbortSignal
  /** The key of one POST, when a restarted program must not do it twice; otherwise each POST gets one of its own. */
  idempotencyKey?: string
}

export type Transport = {
  /** Sends what can be sent several times. */
  send: (request: Request) => Promise<Response>
  /** Sends a body that may be a stream, which can be sent only once. */
  sendBody: (url: string, init: RequestInit, repeat: { isRepeatable: boolean }) => Promise<Response>
  /** Ends the calls of this transport. */
  signal: AbortSignal | undefined
}

const IDEMPOTENCY_KEY = 'idempotency-key'
/** No caller is known yet when these are called, so that the service keeps no answer of them; repeating them is harmless. */
const TOKEN_CALLS = /\/api\/v2\/client\/(?:tokens|revoke_token)$/

/**
 * How calls reach the service: with an idempotency key if they need one, and again if that can help. A redirect is an
 * answer, and a refusal: its target would be given the API key and the body.
 */
export function createTransport(options: TransportOptions, call: CallOptions = {}): Transport {
  const send: Fetch = options.fetch ?? ((input, init) => fetch(input, init))
  return {
    signal: call.signal,
    send(given) {
      const request = new Request(given, {
        redirect: 'manual',
        ...(call.signal ? bothSignals(given, call.signal) : {}),
      })
      const isTokenCall = TOKEN_CALLS.test(new URL(request.url).pathname)
      if (request.method === 'POST' && !isTokenCall) setKey(request.headers, call)
      const hasIdempotencyKey = request.headers.has(IDEMPOTENCY_KEY)
      const { signal } = request
      const attempts = {
        // A body can be sent only once.
        send: () => send(request.clone()),
        isIdempotent: request.method !== 'POST' || hasIdempotencyKey || isTokenCall,
        hasIdempotencyKey,
        signal,
      }
      return sendWithRetries(attempts, options.retries)
    },
    sendBody(url, init, { isRepeatable }) {
      const headers = new Headers(init.headers)
      setKey(headers, call)
      const signal = init.signal ?? call.signal
      const once = () => send(url, { ...init, headers, ...(signal ? { signal } : {}) })
      if (!isRepeatable) return once()
      const attempts = { send: once, isIdempotent: true, hasIdempotencyKey: true, ...(signal ? { signal } : {}) }
      return sendWithRetries(attempts, options.retries)
    },
  }
}

function bothSignals({ signal }: Request, other: AbortSignal): { signal: AbortSignal } {
  return { signal: AbortSignal.any([signal, other]) }
}

function setKey(headers: Headers, { idempotencyKey }: CallOptions): void {
  if (!headers.has(IDEMPOTENCY_KEY)) headers.set(IDEMPOTENCY_KEY, idempotencyKey ?? crypto.randomUUID())
}
