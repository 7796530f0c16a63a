import { addressMatcher, canonicalAddress, isAddressRange } from './address-range.ts'

/** Which proxies are trusted to set X-Forwarded-For: none, these addresses and networks, or this many proxies in a row. */
export type TrustedProxies = false | number | readonly string[]

const MAX_HOPS = 10
/** What a connection is said to come from that is closed already. */
const UNKNOWN = '0.0.0.0'

/**
 * What the setting TRUST_PROXY says; undefined when it cannot be used. Neither `true` nor a network of all addresses can:
 * a caller whose header is believed chooses their own address.
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'false') return false
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= MAX_HOPS ? Number(text) : undefined
  const ranges = text.split(',').map((one) => one.trim())
  return ranges.every((one) => isAddressRange(one) && !/\/0+$/.test(one)) ? ranges : undefined
}

/**
 * Finds the address of the client: of those that a call came through, the first from the right that is not one of our
 * proxies. What stands further left was sent by the client, who may claim anything. This is the only place that reads
 * X-Forwarded-For; `request.ip` is what it finds.
 */
export function clientAddressFinder(trusted: TrustedProxies) {
  const isProxy = trustCheck(trusted)
  return (peer: string | undefined, forwardedFor: string): string => {
    let address = canonicalAddress(peer ?? '') ?? UNKNOWN
    let rest = forwardedFor
    for (let hop = 0; rest !== '' && isProxy(address, hop); hop += 1) {
      const comma = rest.lastIndexOf(',')
      const before = addressIn(rest.slice(comma + 1).trim())
      // A proxy that cannot say who called it is the last that is known.
      if (before === undefined) break
      address = before
      rest = comma < 0 ? '' : rest.slice(0, comma)
    }
    return address
  }
}

function trustCheck(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === false) return () => false
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : addressMatcher(trusted)
}

/** Some proxies write the port as well: `1.2.3.4:5678`, `[::1]:80`. */
function addressIn(entry: string): string | undefined {
  const [, ipv4, ipv6] = /^(?:([\d.]+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/.exec(entry) ?? []
  return canonicalAddress(ipv4 ?? ipv6 ?? entry)
}
