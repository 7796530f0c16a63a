import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { after } from 'node:test'
import { createServer } from '#kernel/access/create-server.ts'
import type { Methods } from '#platform/http/methods.ts'
import type { Http } from '#platform/http/routes.ts'
import type { ErrorShape, ServerTimes } from '#platform/http/server.ts'
import { STATUS_CODES } from '#platform/http/status-codes.ts'
import { openLog } from '#platform/log.ts'

/** The plainest shape of errors: everything that a problem says, for every path. */
const plainErrors: ErrorShape = {
  owns: () => true,
  refusal: ({ kind, code, message, fields }) => ({ status: STATUS_CODES[kind], body: { code, message, fields } }),
  failure: (requestId) => ({ code: 'internal_error', request_id: requestId }),
  describe: (_path, kind) => ({ status: kind === 'failure' ? 500 : 400, schema: { type: 'object' } }),
}

/** A server of the platform alone, on a loopback port, with the routes that a test gives it. It has no database. */
export async function startSmallServer(mount: (app: Http, methods: Methods) => unknown, times?: ServerTimes) {
  const { app, methods, logged } = smallServer(times)
  await mount(app, methods)
  await app.listen({ host: '127.0.0.1', port: 0 })
  after(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { app, methods, logged, port, address: `http://127.0.0.1:${port}` }
}

export function smallServer(times?: ServerTimes) {
  const logged: Record<string, unknown>[] = []
  const log = openLog('info', { write: (line) => logged.push(JSON.parse(line)) })
  const doWork = () => Promise.reject(new Error('This server has no database.'))
  const options = { doWork, log, publicUrl: 'http://localhost', trustProxy: false as const, shapes: [plainErrors] }
  return { ...createServer({ ...options, ...(times && { times }) }), logged }
}

/** Sends bytes as they are, closes that side, and answers with all that comes back. */
export async function sendRaw(port: number, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  socket.on('error', () => {})
  for (const part of parts) socket.write(part)
  const quiet = setTimeout(() => socket.destroy(), 3000)
  await once(socket, 'close')
  clearTimeout(quiet)
  return Buffer.concat(received).toString('utf8')
}
