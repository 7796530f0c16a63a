import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'

/** A callback as it arrived. */
export type Received = {
  headers: IncomingHttpHeaders
  raw: string
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever was sent, and tests look into it.
  json: any
  at: number
}

export type Reply = number | { status: number; headers?: Record<string, string>; body?: string; delayMs?: number }

export type Receiver = {
  url: string
  received: Received[]
  /** How many calls it was answering at the same time, at most. */
  maxConcurrency(): number
  close(): Promise<void>
}

/** A server on loopback that takes callbacks, and answers each as it is told to. */
export async function startReceiver(
  answer: (callback: Received) => Reply | Promise<Reply> = () => 200,
): Promise<Receiver> {
  const received: Received[] = []
  let now = 0
  let most = 0
  const server = createServer(async (request, response) => {
    now += 1
    most = Math.max(most, now)
    response.on('close', () => {
      now -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks).toString('utf8')
    const callback = { headers: request.headers, raw, json: JSON.parse(raw), at: Date.now() }
    received.push(callback)
    const reply = await answer(callback)
    const { status, headers = {}, body = '', delayMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
    if (delayMs > 0) await delay(delayMs, undefined, { ref: false })
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    maxConcurrency: () => most,
    async close() {
      server.closeAllConnections()
      if (server.listening) await new Promise((closed) => server.close(closed))
    },
  }
}

/** Throws unless a callback was signed with this key, in the eyes of an implementation that is not ours. */
export function verify({ headers, raw }: Pick<Received, 'headers' | 'raw'>, key: string): void {
  new Verifier(key).verify(raw, headers as Record<string, string>)
}
