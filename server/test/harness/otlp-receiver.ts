import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after } from 'node:test'

export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

type Export = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }

/** A collector of traces: takes what is exported by OTLP over HTTP with JSON. */
export async function startOtlpReceiver() {
  const collected = { endpoint: '', spans: [] as ReceivedSpan[], text: '', headers: [] as IncomingHttpHeaders[] }
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    const body = (await json(request)) as Export
    collected.text += JSON.stringify(body)
    collected.headers.push(request.headers)
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) collected.spans.push(...scope.spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  collected.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return collected
}

export function factsOf({ attributes }: ReceivedSpan): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
}
