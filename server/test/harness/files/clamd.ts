import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClamdAddress } from '#platform/scan/parse-clamd-url.ts'

/** The string that every scanner takes for a virus by agreement; in two pieces, lest one of them takes this file for it. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
export const EICAR_NAME = 'Eicar-Test-Signature'
export const VERSION = 'ClamAV 1.4.6/27812/Thu Nov 12 09:33:12 2026'

type ClamdOptions = {
  over?: 'tcp' | 'unix'
  /** Its StreamMaxLength. */
  maxBytes?: number
  /**
   * `deaf` stops reading after the command, `silent` never answers, `abrupt` hangs up after the first chunk, and
   * `lingering` does not hang up after its answer.
   */
  manner?: 'deaf' | 'silent' | 'abrupt' | 'lingering'
  /** What it says instead of every answer, byte for byte. */
  answer?: string
  /** When it says it: at the first chunk, or where the answer belongs. */
  answerAt?: 'chunk' | 'end'
}

/** What came in by one INSTREAM. */
type Stream = { chunks: Buffer[]; sizeBytes: number; isInfected: boolean; isEnded: boolean }

export type Clamd = {
  address: ClamdAddress
  streams: Stream[]
  /** Connections that are open now. */
  sockets(): Socket[]
  close(): Promise<void>
}

/** A server that speaks the protocol of clamd, and knows one signature. */
export async function startClamd(options: ClamdOptions = {}): Promise<Clamd> {
  const sockets = new Set<Socket>()
  const streams: Stream[] = []
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    serve(socket, streams, options)
  })
  const path = join(folder, 'clamd.sock')
  if (options.over === 'unix') server.listen(path)
  else server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: options.over === 'unix' ? { path } : { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    streams,
    sockets: () => [...sockets],
    async close() {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await new Promise((closed) => server.close(closed))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function serve(socket: Socket, streams: Stream[], options: ClamdOptions): void {
  let waiting: Buffer = Buffer.alloc(0)
  let stream: Stream | undefined
  /** The end of what came before: the string may begin in it. */
  let border: Buffer = Buffer.alloc(0)

  /** As clamd does: it does not read what is left, so that the other side meets a reset. */
  function hangUp(answer: string): void {
    if (answer !== '') socket.write(answer, 'latin1')
    if (options.manner !== 'lingering') socket.destroy()
  }

  function answer(text: string): void {
    if (options.manner === 'silent') return
    hangUp(options.answer ?? `${text}\0`)
  }

  function command(name: string): void {
    if (name === 'zPING') answer('PONG')
    else if (name === 'zVERSION') answer(VERSION)
    else if (name !== 'zINSTREAM') answer('UNKNOWN COMMAND')
    else {
      stream = { chunks: [], sizeBytes: 0, isInfected: false, isEnded: false }
      streams.push(stream)
      if (options.manner === 'deaf') socket.pause()
    }
  }

  function chunk(into: Stream, bytes: Buffer): void {
    into.chunks.push(bytes)
    into.sizeBytes += bytes.byteLength
    border = Buffer.concat([border, bytes])
    into.isInfected ||= border.includes(EICAR)
    border = border.subarray(-EICAR.length)
    if (options.manner === 'abrupt') hangUp('')
    else if (options.answer !== undefined && options.answerAt === 'chunk') socket.write(options.answer, 'latin1')
  }

  function end(of: Stream): void {
    of.isEnded = true
    answer(of.isInfected ? `stream: ${EICAR_NAME} FOUND` : 'stream: OK')
  }

  socket.on('data', (received) => {
    waiting = Buffer.concat([waiting, received])
    while (!socket.destroyed) {
      const next = stream ? nextChunk(waiting, stream, options.maxBytes) : nextCommand(waiting)
      if (next === undefined) return
      if (next === 'too_large') return hangUp('INSTREAM size limit exceeded. ERROR\0')
      waiting = waiting.subarray(next.usedBytes)
      if (!stream) command(next.content.toString('latin1').slice(0, -1))
      else if (next.content.byteLength === 0) return end(stream)
      else chunk(stream, next.content)
    }
  })
}

type Next = { content: Buffer; usedBytes: number }

function nextCommand(waiting: Buffer): Next | undefined {
  const usedBytes = waiting.indexOf(0) + 1
  return usedBytes === 0 ? undefined : { content: waiting.subarray(0, usedBytes), usedBytes }
}

/** The length alone decides whether a chunk is too large: clamd does not wait for its bytes. */
function nextChunk(waiting: Buffer, { sizeBytes }: Stream, maxBytes = 1024 ** 3): Next | 'too_large' | undefined {
  if (waiting.byteLength < 4) return undefined
  const usedBytes = 4 + waiting.readUInt32BE()
  if (sizeBytes + usedBytes - 4 > maxBytes) return 'too_large'
  return waiting.byteLength < usedBytes ? undefined : { content: waiting.subarray(4, usedBytes), usedBytes }
}
