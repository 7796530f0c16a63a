import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const MIB = 1024 * 1024
/** What is still read, and for how long, of a body whose call is answered: of a stranger, of a caller, and of a caller's file. */
const REST = { bytes: 32 * MIB, ms: 10_000 }
const REST_OF_CALLER = { bytes: 32 * MIB, ms: 30_000 }
const REST_OF_FILE = { bytes: 64 * MIB, ms: 60_000 }
/** A body of at most this size is read to its end, and the connection serves the next call. */
const KEPT_BYTES = MIB
const LOOK_MS = 20

/**
 * Prepares an answer that is given before the body has arrived. Closing the connection at once would reset it: the caller,
 * who is still sending, would get a broken pipe in place of the answer. So only our side is closed with the answer, and
 * `dropRest` reads on.
 */
export function announceClose({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (isOver(raw) || Number(raw.headers['content-length'] ?? Number.NaN) <= KEPT_BYTES) return
  reply.header('connection', 'close')
  const { socket } = raw
  socket.destroySoon = () => void socket.end()
}

/** Drains the body, so that the sender can read the answer; then releases the connection. */
export function drainBody({ raw, caller, routeOptions }: FastifyRequest): void {
  if (isOver(raw)) return
  const rest = !caller ? REST : routeOptions.config.takesFiles ? REST_OF_FILE : REST_OF_CALLER
  const { socket } = raw
  const maxBytes = socket.bytesRead + rest.bytes
  const endsAt = performance.now() + rest.ms
  const timer = setInterval(() => {
    const isEnough = socket.bytesRead > maxBytes || performance.now() > endsAt
    if (!isOver(raw) && !isEnough) return
    clearInterval(timer)
    // After `Connection: close`, our side of the connection is closed already.
    if (isEnough || socket.writableEnded) socket.destroy()
  }, LOOK_MS).unref()
  raw.unpipe()
  raw.resume()
}

function isOver({ complete, readableEnded, destroyed }: IncomingMessage): boolean {
  return complete || readableEnded || destroyed
}
