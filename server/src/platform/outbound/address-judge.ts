import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `metadata`: where clouds hand out credentials; `private`: whatever else is not global unicast. */
export type AddressVerdict = 'global' | 'private' | 'metadata'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

const METADATA = ranges(
  '169.254.169.254/32', // AWS, Azure, Google, OpenStack …
  '169.254.170.2/32', // AWS ECS tasks
  '169.254.170.23/32', // AWS EKS pods
  '169.254.42.42/32', // Scaleway
  '169.254.0.23/32', // Tencent
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle
  '168.63.129.16/32', // Azure host agent; global by its number
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
  'fd00:42::42/128',
)

// IANA special-purpose registry, without the few blocks in it that are reachable from everywhere.
const SPECIAL_IPV4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
)

const GLOBAL_IPV6 = ranges('2000::/3')
const SPECIAL_IPV6 = ranges(
  '2001::/23', // IETF assignments: Teredo, benchmarking, ORCHID …
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
)

/** IPv6 forms that embed an IPv4 address: in which byte it starts, and whether it alone decides. */
const IPV4_EMBEDDINGS = [
  { ranges: ranges('::ffff:0:0/96', '::/96', '64:ff9b::/96'), startsAt: 12, decides: true },
  { ranges: ranges('64:ff9b:1::/48', '::ffff:0:0:0/96'), startsAt: 12, decides: false },
  { ranges: ranges('2002::/16'), startsAt: 2, decides: false },
]

/** Text that is not a plain address is judged private: what cannot be judged is not trusted. */
export function judgeAddress(text: string): AddressVerdict {
  return isIP(text) ? judge(ipaddr.parse(text)) : 'private'
}

function judge(address: Address): AddressVerdict {
  if (isWithin(address, METADATA)) return 'metadata'
  if (address instanceof ipaddr.IPv4) return isWithin(address, SPECIAL_IPV4) ? 'private' : 'global'

  const embedding = IPV4_EMBEDDINGS.find((candidate) => isWithin(address, candidate.ranges))
  if (embedding) {
    const inside = judge(new ipaddr.IPv4(address.toByteArray().slice(embedding.startsAt, embedding.startsAt + 4)))
    return embedding.decides || inside === 'metadata' ? inside : 'private'
  }
  return isWithin(address, GLOBAL_IPV6) && !isWithin(address, SPECIAL_IPV6) ? 'global' : 'private'
}

/** The operator's own list of exceptions: networks, or single addresses. */
export function parseCidrs(cidrs: string[]): (address: string) => boolean {
  const allowed = ranges(...cidrs.map((one) => (one.includes('/') ? one : `${one}/${isIP(one) === 6 ? 128 : 32}`)))
  return (address) => isIP(address) !== 0 && isWithin(ipaddr.process(address), allowed)
}

/** Whether two texts mean one address, however each is written. */
export function isSameAddress(one: string, other: string): boolean {
  if (!isIP(one) || !isIP(other)) return false
  return ipaddr.process(one).toByteArray().join() === ipaddr.process(other).toByteArray().join()
}

function ranges(...cidrs: string[]): Range[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
}

function isWithin(address: Address, allowed: Range[]): boolean {
  return allowed.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
}
