import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { CERTIFICATE, PRIVATE_KEY } from '#test/harness/http/loopback-certificate.ts'

export type Posted = { headers: IncomingHttpHeaders; body: Buffer; method: string | undefined }
type Answer = { status?: number; body?: string | Buffer; headers?: Record<string, string> }

/** What the name dossier.test stands for: the guard of a test that calls it. */
export const loopbackName = { resolve: async () => ['127.0.0.1'] }

/** A carrier that takes packages over HTTPS, and answers each call as it is told to. */
export async function startHttpsCarrier(
  answer: (posted: Posted) => Answer = () => ({}),
  handle?: (request: IncomingMessage, response: ServerResponse) => unknown,
) {
  trustLoopback()
  const posted: Posted[] = []
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, async (request, response) => {
    if (handle) return handle(request, response)
    const body = await buffer(request).catch(() => undefined)
    // Its sender broke off.
    if (!body) return
    const one = { headers: request.headers, body, method: request.method }
    posted.push(one)
    const { status = 200, headers = {}, body: said = '' } = answer(one)
    response.writeHead(status, headers).end(said)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://dossier.test:${(server.address() as AddressInfo).port}/packages`, posted }
}

let isTrusted = false

/** For the process of the test, which ends with its file. */
function trustLoopback(): void {
  if (!isTrusted) setDefaultCACertificates([...getCACertificates('default'), CERTIFICATE])
  isTrusted = true
}
