import type { Socket } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { guardedConnector } from './connector.ts'
import { exchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { Failure, type FailureOutcome, toFailure } from './failure.ts'
import { bareHost, type GuardOptions, openGuard, parseTarget } from './guard.ts'

/** Saving an address does not wait for its name servers; the call itself resolves it again. */
const VET_TIMEOUT_MS = 3000

export type { OutboundRequest }

export type OutboundOutcome = OutboundAnswer | { outcome: FailureOutcome; message: string; durationMs: number }

export type Outbound = {
  /** What a stranger does is an outcome, never thrown. A redirect is an answer like any other. */
  call(request: OutboundRequest): Promise<OutboundOutcome>
  /** For checks at save time; the call itself checks again. */
  vet(url: string): Promise<'ok' | 'private_address' | 'invalid_url' | 'unresolved'>
  /** A plain connection to an address that is allowed; throws a Failure. Its user ends it. */
  connectTcp(hostname: string, port: number): Promise<Socket>
  /** Ends the calls that are under way: they throw, since no stranger is to blame. */
  close(): Promise<void>
}

export function openOutbound(options: GuardOptions): Outbound {
  const guard = openGuard(options)
  const connector = guardedConnector(guard)
  let agent: Promise<Agent> | undefined

  return {
    async call(request) {
      const started = performance.now()
      const durationMs = () => Math.round(performance.now() - started)
      try {
        agent ??= openAgent(connector.connect)
        return { ...(await exchange(await agent, request)), durationMs: durationMs() }
      } catch (error) {
        const { outcome, message } = toFailure(error)
        return { outcome, message, durationMs: durationMs() }
      }
    },

    async vet(text) {
      const url = parseTarget(text)
      if (!url) return 'invalid_url'
      try {
        await withDeadline(VET_TIMEOUT_MS, guard.addressesOf(bareHost(url.hostname)))
        return 'ok'
      } catch (error) {
        return toFailure(error).outcome === 'private_address' ? 'private_address' : 'unresolved'
      }
    },

    connectTcp: connector.connectTcp,

    async close() {
      const destroyed = agent?.then((one) => one.destroy())
      connector.close()
      await destroyed
    },
  }
}

/** Opened by the first call: a start does not wait for undici. */
async function openAgent(connect: buildConnector.connector): Promise<Agent> {
  const undici = await import('undici')
  // One timer of our own covers the whole call.
  return new undici.Agent({ connect, headersTimeout: 0, bodyTimeout: 0 })
}

async function withDeadline<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Failure('timed_out')), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
