import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { Failure } from './failure.ts'
import { parseTarget } from './guard.ts'

const TIMEOUT_MS = 15_000
const MAX_RESPONSE_BYTES = 65_536

export type OutboundRequest = {
  url: string
  method: 'POST' | 'GET' | 'PUT'
  headers: Record<string, string>
  body?: string | Buffer | Readable
  /** From connecting to the last byte; 15 s unless said. While a stream is sent, each chunk starts it again. */
  timeoutMs?: number
  /** How much of the answer is read; 64 KiB unless said. */
  maxResponseBytes?: number
}

export type OutboundAnswer = {
  outcome: 'answered'
  status: number
  headers: Record<string, string>
  body: Buffer
  truncated: boolean
  /** False when the answer was complete before a streamed body was. */
  isBodySent: boolean
  durationMs: number
}

type Exchanged = Omit<OutboundAnswer, 'durationMs'>
type Received = Omit<Exchanged, 'isBodySent'>

/** Sends a request and gathers the beginning of its answer. One timer covers it all, from connecting to the last byte. */
export async function exchange(agent: Agent, request: OutboundRequest): Promise<Exchanged> {
  const { origin, path } = targetOf(request.url)
  const answer = new Answer(request.maxResponseBytes ?? MAX_RESPONSE_BYTES)
  const timer = setTimeout(() => answer.giveUp(new Failure('timed_out')), request.timeoutMs ?? TIMEOUT_MS)
  const { method, headers } = request
  const { body, isSent } = watched(request.body, () => timer.refresh())
  agent.dispatch({ origin, path, method, headers, body }, answer)
  try {
    const received = await answer.complete
    return { ...received, isBodySent: isSent() }
  } finally {
    clearTimeout(timer)
  }
}

/** A body that says when a chunk of it was taken, and whether all of them were. */
function watched(body: OutboundRequest['body'], onChunk: () => void) {
  if (!(body instanceof Readable)) return { body: body ?? null, isSent: () => true }
  let isSent = false
  async function* chunks(source: Readable) {
    for await (const chunk of source) {
      onChunk()
      yield chunk
    }
    isSent = true
  }
  return { body: Readable.from(chunks(body), { objectMode: false }), isSent: () => isSent }
}

const MAX_TARGETS = 1000
const targets = new Map<string, { origin: string; path: string }>()

/** Most calls go to few addresses: each is taken apart once. */
function targetOf(text: string): { origin: string; path: string } {
  const known = targets.get(text)
  if (known) return known
  const url = parseTarget(text)
  if (!url) throw new Failure('invalid_url')
  const target = { origin: url.origin, path: url.pathname + url.search }
  if (targets.size >= MAX_TARGETS) targets.clear()
  targets.set(text, target)
  return target
}

/** Receives an answer without a stream in between: there are thousands of them, and nearly all of them are empty. */
class Answer implements Dispatcher.DispatchHandler {
  readonly complete: Promise<Received>
  readonly #resolve: (received: Received) => void
  readonly #reject: (error: Error) => void
  readonly #maxBytes: number
  readonly #chunks: Buffer[] = []
  #sizeBytes = 0
  #status = 0
  #headers: Record<string, string> = {}
  #controller: Dispatcher.DispatchController | undefined
  #ending: Error | undefined

  constructor(maxBytes: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    this.complete = promise
    this.#resolve = resolve
    this.#reject = reject
    this.#maxBytes = maxBytes
  }

  /** Ends the exchange, also one whose connection is still being made: that one ends when it has been. */
  giveUp(reason: Error): void {
    this.#ending = reason
    this.#reject(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ending) controller.abort(this.#ending)
    this.#controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // What comes before the answer itself is not of interest.
    if (status < 200) return
    this.#status = status
    this.#headers = flatten(headers)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes <= this.#maxBytes) return
    this.#finish()
    // The connection goes with it: it might never fall silent.
    controller.abort(new Failure('reset'))
  }

  onResponseEnd(): void {
    this.#finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error)
  }

  #finish(): void {
    this.#resolve({
      outcome: 'answered',
      status: this.#status,
      headers: this.#headers,
      body: Buffer.concat(this.#chunks).subarray(0, this.#maxBytes),
      truncated: this.#sizeBytes > this.#maxBytes,
    })
  }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    flat[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return flat
}
