import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { atEnd } from '../../bench/harness/ending.ts'

export type SlowProxy = {
  port: number
  /** From now on, every chunk of either direction waits so long. */
  delayBy(milliseconds: number): void
  /** Cuts every connection, wherever it is. */
  cut(): number
}

/** Stands between the service and a server on loopback. */
export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  const delayed = () =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(done, delayMs, null, chunk)
      },
    })
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(delayed()).pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    const count = sockets.size / 2
    for (const socket of sockets) socket.destroy()
    return count
  }
  atEnd(async () => {
    cut()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    delayBy(milliseconds) {
      delayMs = milliseconds
    },
    cut,
  }
}
