import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Whether a text is an IP address, or one with the length of a prefix. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

/** The one spelling of an IP address; IPv4 in the clothes of IPv6 (::ffff:1.2.3.4) is IPv4. Undefined for other text. */
export function canonicalAddress(text: string): string | undefined {
  const [address = ''] = text.split('%')
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

/** Tells whether an address lies in one of these ranges, each of which is an `isAddressRange`. */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map(parseRange)
  return (address) => {
    const canonical = canonicalAddress(address)
    if (canonical === undefined) return false
    const wanted = ipaddr.parse(canonical)
    return parsed.some(([base, bits]) => base.kind() === wanted.kind() && wanted.match(base, bits))
  }
}

function parseRange(text: string): Range {
  const [address = '', prefix] = text.split('/')
  const base = ipaddr.parse(address)
  const bits = prefix === undefined ? base.toByteArray().length * 8 : Number(prefix)
  if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96) return [base.toIPv4Address(), bits - 96]
  return [base, bits]
}
