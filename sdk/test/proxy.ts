import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Seen = { method: string; path: string; token: string | undefined; body: string; status: number }

/** Stands before a service and keeps what passes. `answer` may speak instead of the service. */
export async function startProxy(
  target: string,
  answer: (seen: Seen) => Promise<Response | undefined> = async () => undefined,
) {
  const calls: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const { method = '', url: path = '', headers } = request
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1]
    const seen = { method, path, token, body, status: 0 }
    calls.push(seen)
    const passed = { ...headers } as Record<string, string>
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete passed[name]
    const answered =
      (await answer(seen)) ??
      (await fetch(`${target}${path}`, { method, headers: passed, ...(body === '' ? {} : { body }) }))
    seen.status = answered.status
    const text = await answered.text()
    const { 'content-length': _, 'content-encoding': __, ...kept } = Object.fromEntries(answered.headers)
    response.writeHead(answered.status, kept).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const isTokenCall = ({ path }: Seen) => path === '/api/v2/client/tokens'
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    tokenCalls: () => calls.filter(isTokenCall),
    otherCalls: () => calls.filter((one) => !isTokenCall(one)),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
