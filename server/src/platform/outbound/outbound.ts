import { Agent } from 'undici'
import { guardedConnector } from './connector.ts'
import { Failure, type FailureOutcome, toFailure } from './failure.ts'
import { bareHost, type GuardOptions, openGuard, parseTarget } from './guard.ts'

/** Whoever saves an address is not kept waiting for its name servers; the call itself resolves anew. */
const VET_TIMEOUT_MS = 3000

export type OutboundRequest = {
  url: string
  method: 'POST' | 'GET' | 'PUT'
  headers: Record<string, string>
  body?: string | Buffer
  /** From connecting to the last byte; 15 s unless said. */
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
  durationMs: number
}

export type OutboundOutcome = OutboundAnswer | { outcome: FailureOutcome; message: string; durationMs: number }

export type Outbound = {
  /** What a stranger does is an outcome, never thrown. A redirect is an answer like any other. */
  call(request: OutboundRequest): Promise<OutboundOutcome>
  /** For checks at save time; the call itself checks again. */
  vet(url: string): Promise<'ok' | 'private_address' | 'invalid_url' | 'unresolved'>
  /** Ends the calls that are under way: they throw, since no stranger is to blame. */
  close(): Promise<void>
}

export function openOutbound(options: GuardOptions): Outbound {
  const guard = openGuard(options)
  const connector = guardedConnector(guard)
  // One timer of our own covers the whole call.
  const agent = new Agent({ connect: connector.connect, headersTimeout: 0, bodyTimeout: 0 })

  return {
    async call(request) {
      const started = performance.now()
      const durationMs = () => Math.round(performance.now() - started)
      try {
        return { ...(await exchange(agent, request)), durationMs: durationMs() }
      } catch (error) {
        const { outcome, message } = toFailure(error)
        return { outcome, message, durationMs: durationMs() }
      }
    },

    async vet(text) {
      const url = parseTarget(text)
      if (!url) return 'invalid_url'
      try {
        await withDeadline(VET_TIMEOUT_MS, () => guard.addressesOf(bareHost(url.hostname)))
        return 'ok'
      } catch (error) {
        return toFailure(error).outcome === 'private_address' ? 'private_address' : 'unresolved'
      }
    },

    async close() {
      const destroyed = agent.destroy()
      connector.close()
      await destroyed
    },
  }
}

async function exchange(agent: Agent, request: OutboundRequest): Promise<Omit<OutboundAnswer, 'durationMs'>> {
  const url = parseTarget(request.url)
  if (!url) throw new Failure('invalid_url')

  return await withDeadline(request.timeoutMs ?? 15_000, async (signal) => {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal,
    })
    const { body, truncated } = await readUpTo(request.maxResponseBytes ?? 65_536, answer.body)
    return { outcome: 'answered', status: answer.statusCode, headers: flatten(answer.headers), body, truncated }
  })
}

/** Leaving the loop early destroys the stream, and with it a connection that might never fall silent. */
async function readUpTo(
  maxBytes: number,
  stream: AsyncIterable<Buffer>,
): Promise<{ body: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), truncated: sizeBytes > maxBytes }
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

async function withDeadline<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Failure('timed_out'))
    controller.abort(new Failure('timed_out'))
  }, milliseconds)
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
