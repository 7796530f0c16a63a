import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { launch } from '#test/faults/processes.ts'
import { eventually } from '#test/harness/eventually.ts'

export type Hostile = {
  url: string
  /** The ids of the callbacks that arrived. */
  ids: string[]
  /** How much it could send before nobody listened any more. */
  sentBytes(): number
  /** From now on it takes what comes. */
  behave(): void
}

/** What is done with a connection once a callback has arrived on it. */
export type Trick = (socket: Socket) => unknown

const GIGABYTE = 2 ** 30
const CHUNK = Buffer.alloc(65_536, 'x')

export const TRICKS = {
  'never answers': () => {},
  'stops in the midst of a header': (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Ty'),
  'drips a body': async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
    while (!socket.destroyed) {
      socket.write('x')
      await delay(50)
    }
  },
  'sends a gigabyte': (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${GIGABYTE}\r\n\r\n`)
    return pour(socket)
  },
  'sends a gigabyte of headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Endless: ')
    return pour(socket)
  },
  'closes after the status line': (socket) => socket.end('HTTP/1.1 200 OK\r\n'),
  'resets after the status line': (socket) => socket.write('HTTP/1.1 200 OK\r\n', () => socket.resetAndDestroy()),
  'resets in the midst of the body': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.resetAndDestroy()),
  'closes without a word': (socket) => socket.end(),
  'talks of something else': (socket) => socket.end('220 mail.example.com ESMTP ready\r\n'),
} satisfies Record<string, Trick>

async function pour(socket: Socket): Promise<void> {
  while (!socket.destroyed && socket.bytesWritten < GIGABYTE) {
    if (!socket.write(CHUNK)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
  }
}

/** A server on loopback that takes callbacks and then plays a trick on the caller, until it is told to behave. */
export async function startHostile(trick: Trick): Promise<Hostile> {
  const ids: string[] = []
  const sockets = new Set<Socket>()
  let isHostile = true
  let sentBytes = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      sentBytes = Math.max(sentBytes, socket.bytesWritten)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      const id = arrivedId(text)
      if (id === undefined) return
      text = ''
      ids.push(id)
      if (isHostile) void trick(socket)
      else socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ids,
    sentBytes: () => sentBytes,
    behave: () => {
      isHostile = false
    },
  }
}

/** The id of a callback of which all is here. */
function arrivedId(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? Number.NaN)
  if (end < 0 || Buffer.byteLength(text.slice(end + 4)) < length) return undefined
  return /^webhook-id: (.+)$/im.exec(text)?.[1]
}

/** Its process is stopped: the kernel takes the connection and the bytes, and nobody ever accepts them. */
export async function startUnaccepting(): Promise<Hostile> {
  const child = launch('take-callbacks.ts', {})
  const url = await eventually(() => child.lines[0], { withinSeconds: 30 })
  child.signal('SIGSTOP')
  return {
    url,
    get ids() {
      return child.lines.slice(1).map((line) => line.replace('took ', ''))
    },
    sentBytes: () => 0,
    behave: () => child.signal('SIGCONT'),
  }
}
