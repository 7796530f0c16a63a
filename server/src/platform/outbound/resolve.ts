import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { cacheFor } from '#platform/cache-for.ts'

export type Resolve = (hostname: string) => Promise<string[]>

/** The system's own way uses a thread for each name; those are few, and others need them too. */
const MAX_THREADS = 2
const HOSTS_FILE = '/etc/hosts'
const HOSTS_MS = 10_000

/**
 * The addresses of a name: as the machine's file of hosts says, else as name servers say, else whatever else the system
 * knows. A name whose servers are slow delays only the callers that ask for it, and they share one query.
 */
export function openResolver(): Resolve {
  const servers = new Resolver({ timeout: 2000, tries: 2 })
  const asked = new Map<string, Promise<string[]>>()
  const bySystem = atMost(MAX_THREADS, async (hostname) =>
    (await lookup(hostname, { all: true })).map(({ address }) => address),
  )
  const hosts = cacheFor(HOSTS_MS, readHosts)

  async function resolve(hostname: string): Promise<string[]> {
    const known = (await hosts()).get(hostname.toLowerCase())
    if (known) return known
    const found = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    return addresses.length > 0 ? addresses : bySystem(hostname)
  }

  return (hostname) => {
    const known = asked.get(hostname)
    if (known) return known
    const asking = resolve(hostname).finally(() => asked.delete(hostname))
    asked.set(hostname, asking)
    return asking
  }
}

async function readHosts(): Promise<Map<string, string[]>> {
  const hosts = new Map<string, string[]>()
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (!address) continue
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), address])
  }
  return hosts
}

function atMost(most: number, resolve: Resolve): Resolve {
  const queue: (() => void)[] = []
  let running = 0
  return async (hostname) => {
    if (running >= most) await new Promise<void>((go) => queue.push(go))
    running += 1
    try {
      return await resolve(hostname)
    } finally {
      running -= 1
      queue.shift()?.()
    }
  }
}
