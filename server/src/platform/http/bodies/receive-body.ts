import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { malformed, Problem } from '#platform/problem.ts'

/** Smaller bodies are read at once; the others one after another, so that other calls are answered in between. */
const LARGE_BYTES = 16 * 1024

/** The whole body of a call, which is refused as soon as it is larger than its route allows. */
export async function receiveBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions
  const chunks: Buffer[] = []
  let sizeBytes = 0
  await eachChunk(payload, (chunk) => {
    sizeBytes += chunk.length
    if (sizeBytes > bodyLimit) throw bodyTooLarge()
    request.heldBody?.take(chunk.length)
    chunks.push(chunk)
  })
  if (sizeBytes > LARGE_BYTES) await nextSlot()
  const bytes = Buffer.concat(chunks)
  request.idempotent?.digest.see(bytes)
  return bytes
}

/** Unlike `for await`, leaves the stream open when a chunk is refused: its connection is needed for the answer. */
function eachChunk(payload: Readable, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (settle: () => void) => {
      payload.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      settle()
    }
    const onData = (chunk: Buffer) => {
      try {
        take(chunk)
      } catch (error) {
        stop(() => reject(error))
      }
    }
    const onEnd = () => stop(resolve)
    const onBroken = (error?: Error) => {
      stop(() => reject(error instanceof Problem ? error : malformed('The body ended before it was complete.')))
    }
    payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
    payload.resume()
  })
}

let lastTurn: Promise<void> = Promise.resolve()

/** One turn in each round of the event loop. What follows it runs at once: parsing, checking, the start of the operation. */
function nextSlot(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
  return lastTurn
}

export function bodyTooLarge(): Problem {
  return new Problem('too_large', 'payload_too_large', 'The body is too large.')
}
