import { StartRefused } from '#platform/start-refused.ts'

export type S3Settings = {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  /** Left out for Amazon itself. */
  endpoint?: string
  /** Left out when the environment says it. */
  region?: string
  /** Whether the bucket is part of the path, and not of the host. */
  pathStyle: boolean
  /** Left out when the environment says them. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const PARAMETERS = ['endpoint', 'region', 'path_style']

/** Reads `s3://KEY:SECRET@bucket/prefix?endpoint=https://…&region=…&path_style=true`; only the bucket is compulsory. */
export function parseBlobUrl(text: string, name = 'BLOB_URL'): S3Settings {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof Unfit) throw new StartRefused(`${name} is not valid: ${error.message}. ${EXPECTED}`)
    throw error
  }
}

const EXPECTED = 'Expected s3://bucket/prefix?endpoint=https://…&region=…'

class Unfit extends Error {}

function parse(text: string): S3Settings {
  const url = URL.parse(text)
  // A key that is not encoded moves the limits of the other parts: the text before it then passes for host and port.
  if (url?.protocol !== 's3:' || url.port || url.hash)
    throw refused('it cannot be read; is a secret not percent-encoded?')
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name))
  if (unknown.length > 0) throw refused(`the only parameters are ${PARAMETERS.join(', ')}`)

  const endpoint = parseEndpoint(url.searchParams.get('endpoint'))
  const region = url.searchParams.get('region') ?? (endpoint && 'us-east-1')
  const credentials = parseCredentials(url)
  return {
    bucket: parseBucket(url.hostname),
    prefix: parsePrefix(url.pathname),
    pathStyle: parsePathStyle(url.searchParams.get('path_style')) ?? endpoint !== undefined,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
  }
}

function parseBucket(name: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return name
  throw refused('the bucket is missing or invalid (expected 3 to 63 lower-case letters, digits, dots and hyphens)')
}

function parsePrefix(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '')
  if (!segments.every((segment) => /^[\w.-]+$/.test(segment))) {
    throw refused('the prefix takes letters, digits, dots, hyphens, underscores and slashes')
  }
  return segments.map((segment) => `${segment}/`).join('')
}

function parseEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined
  const url = URL.parse(text)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (isPlain && /^https?:$/.test(url.protocol)) return text
  throw refused('the endpoint is an address http://… or https://… without credentials and query')
}

function parsePathStyle(text: string | null): boolean | undefined {
  if (text === null) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw refused('path_style is true or false')
}

function parseCredentials({ username, password }: URL): S3Settings['credentials'] {
  if (!username && !password) return undefined
  if (!username || !password) throw refused('a key needs its secret, KEY:SECRET@')
  try {
    return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  } catch {
    throw refused('key and secret are not percent-encoded')
  }
}

/** Never quotes what was given: it holds a secret. */
function refused(reason: string): Unfit {
  return new Unfit(reason)
}
