import { StartRefused } from '#platform/start-refused.ts'

export type ClamdAddress = { host: string; port: number } | { path: string }

const DEFAULT_PORT = 3310
const TCP = /^tcp:\/\/(?:(?<name>[\w.-]+)|\[(?<ipv6>[\da-f:.]+)\])(?::(?<port>\d{1,5}))?\/?$/i
const UNIX = /^unix:\/\/(?<path>\/[^\0]*[^\0/])$/

/** Where clamd listens, by the setting CLAMD_URL. */
export function parseClamdUrl(text: string): ClamdAddress {
  const { path } = UNIX.exec(text)?.groups ?? {}
  if (path) return { path }
  const { name, ipv6, port = DEFAULT_PORT } = TCP.exec(text)?.groups ?? {}
  const host = name ?? ipv6
  if (host && Number(port) >= 1 && Number(port) <= 65535) return { host, port: Number(port) }
  throw new StartRefused('CLAMD_URL is not valid (expected tcp://host:port or unix:///path/clamd.sock).')
}
