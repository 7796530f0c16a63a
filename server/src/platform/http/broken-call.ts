import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'

/** What Node calls a call that did not arrive in time. */
export const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/** How long a caller has to read the answer. */
const LINGER_MS = 1000

/** Bytes that are hardly HTTP reach no route; they are answered on the connection itself, which is then closed. */
export function answerBrokenCall(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.']
  const body = JSON.stringify({ code: 'invalid_request', message })
  const head = [
    `HTTP/1.1 ${status}`,
    `X-Request-Id: ${randomUUID()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A caller that keeps sending loses the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const ANSWERS: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  [REQUEST_TIMEOUT]: ['408 Request Timeout', 'The request timed out.'],
}
