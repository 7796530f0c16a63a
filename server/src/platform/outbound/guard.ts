import { isIP } from 'node:net'
import { judgeAddress, parseCidrs } from './address-judge.ts'
import { Failure } from './failure.ts'
import { openResolver, type Resolve } from './resolve.ts'

const RESOLVE_TIMEOUT_MS = 10_000

export type GuardOptions = {
  /** Lifts the refusal of addresses that are not global, but never of cloud metadata. */
  allowPrivate: boolean
  /** The operator's exceptions, such as `10.1.2.0/24`. */
  allowedCidrs?: string[]
  resolve?: Resolve
}

export type Guard = {
  /** Every address of the host, all of them allowed, or a Failure. */
  addressesOf(hostname: string): Promise<string[]>
}

export function openGuard({ allowPrivate, allowedCidrs = [], resolve = openResolver() }: GuardOptions): Guard {
  const isExcepted = parseCidrs(allowedCidrs)

  function isAllowed(address: string): boolean {
    const verdict = judgeAddress(address)
    return verdict === 'global' || (verdict === 'private' && (allowPrivate || isExcepted(address)))
  }

  return {
    async addressesOf(hostname) {
      const addresses = isIP(hostname) ? [hostname] : await resolveOrFail(hostname, resolve)
      // One bad address condemns the rest: a name that mixes them is out to be connected to by chance.
      if (!addresses.every(isAllowed)) throw new Failure('private_address')
      return addresses
    },
  }
}

/** Undefined unless it is an http or https URL that carries no credentials. */
export function parseTarget(text: string): URL | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url
}

/** Without the brackets of IPv6 and the dot of a full name, which belong to the spelling and not to the host. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

async function resolveOrFail(hostname: string, resolve: Resolve): Promise<string[]> {
  const addresses = await Promise.race([resolve(hostname), nothingAfter(RESOLVE_TIMEOUT_MS)]).catch(() => [])
  if (addresses.length === 0) throw new Failure('unresolved')
  return addresses
}

function nothingAfter(milliseconds: number): Promise<string[]> {
  return new Promise((done) => setTimeout(done, milliseconds, []).unref())
}
