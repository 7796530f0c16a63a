import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { isSameAddress } from './address-judge.ts'
import { Failure, toConnectFailure } from './failure.ts'
import { bareHost, type Guard } from './guard.ts'

const CONNECT_TIMEOUT_MS = 15_000
// Node gives an address up, not only starts the next, so this must outlast a lost first packet.
const ADDRESS_TIMEOUT_MS = 2000

export type Connector = {
  connect: buildConnector.connector
  /** A plain connection, for what is not HTTP. Throws a Failure. */
  connectTcp(hostname: string, port: number): Promise<Socket>
  /** Ends the attempts whose results are no longer needed. */
  close(): void
}

/** Resolves once, and connects to nothing but what the guard has seen. */
export function guardedConnector(guard: Guard): Connector {
  const connecting = new Set<Socket>()

  async function open(options: buildConnector.Options): Promise<Socket> {
    const hostname = bareHost(options.hostname)
    const addresses = await guard.addressesOf(hostname)
    const socket = start(hostname, options, addresses)
    connecting.add(socket)
    try {
      await connected(socket, options.protocol === 'https:', addresses)
      return socket
    } finally {
      connecting.delete(socket)
    }
  }

  return {
    connect: (options, callback) => {
      open(options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
    connectTcp: (hostname, port) => open({ hostname, port: String(port), protocol: 'tcp:' }),
    close: () => {
      for (const socket of connecting) socket.destroy(new Failure('reset'))
    },
  }
}

function start(hostname: string, { protocol, port }: buildConnector.Options, addresses: string[]): Socket {
  const target = {
    host: hostname,
    lookup: alwaysTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    noDelay: true,
  }
  if (protocol !== 'https:') return connectTcp({ ...target, port: Number(port || 80) })
  return connectTls({
    ...target,
    port: Number(port || 443),
    // TLS does not allow an address as server name; its certificate is then compared with `host`.
    ...(isIP(hostname) === 0 && { servername: hostname }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
}

/** Instead of a second resolution, whose answer could differ from the one that was judged. */
function alwaysTo(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = found
    if (all || !first) callback(null, found)
    else callback(null, first.address, first.family)
  }
}

function connected(socket: Socket, isTls: boolean, addresses: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isShakingHands = false
  const timer = setTimeout(() => socket.destroy(new Failure('timed_out')), CONNECT_TIMEOUT_MS)

  // Stays for good: an error between here and the client's own listener would end the process.
  socket.on('error', (error) => reject(toConnectFailure(error, isShakingHands)))
  socket.once('connect', () => {
    const mismatch = peerMismatch(socket, addresses)
    if (mismatch) socket.destroy(mismatch)
    else if (isTls) isShakingHands = true
    else resolve()
  })
  socket.once('secureConnect', resolve)
  return promise.finally(() => clearTimeout(timer))
}

function peerMismatch({ remoteAddress }: Socket, addresses: string[]): Failure | undefined {
  if (remoteAddress === undefined) return new Failure('reset')
  const isVetted = addresses.some((address) => isSameAddress(address, remoteAddress))
  return isVetted ? undefined : new Failure('private_address')
}
