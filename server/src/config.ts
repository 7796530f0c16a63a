import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { isAddressRange } from '#platform/net/address-range.ts'
import { readTrustedProxies } from '#platform/net/client-address.ts'
import { StartRefused } from '#platform/start-refused.ts'

const Flag = (description: string, byDefault?: boolean) =>
  Type.Boolean({ description, ...(byDefault === undefined ? {} : { default: byDefault }) })

/** Of several hosts one would have to be chosen, which is for a proxy that knows who leads. */
const ONE_HOST = '^postgres(ql)?://(?!(?:[^/?]*@)?[^/?@]*,[^/?@]*(?:[/?]|$))'

export const Config = Type.Object({
  PORT: Type.Integer({ default: 8080, minimum: 1, maximum: 65535, description: 'The port the service listens on.' }),
  HOST: Type.String({ default: '127.0.0.1', minLength: 1, description: 'The address the service listens on.' }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+(/[^?#]*)?$',
      description:
        'The address that users open; all links start with it. Default: the address that the service listens on.',
    }),
  ),
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description: 'The folder of the embedded database, the stored files and the mails.',
  }),
  BLOB_URL: Type.Optional(
    Type.String({
      pattern: '^s3://',
      description:
        'An S3 bucket for files, instead of DATA_DIR/files. Without KEY:SECRET@ before the bucket, the credentials of the environment are used (AWS_ACCESS_KEY_ID …).',
    }),
  ),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: ONE_HOST,
      description:
        'An external PostgreSQL (15 or newer), instead of the embedded one. It may be reached through a pooler; see scale-out.md.',
    }),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: ONE_HOST,
      description:
        'The same database without the pooler, if DATABASE_URL names one that shares connections between transactions: for migrations, locks of a session and LISTEN. Default: DATABASE_URL.',
    }),
  ),
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: ONE_HOST,
      description:
        'A replica of the database, which calls that only read are answered by as long as it is up to date; see scale-out.md.',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    default: 20,
    minimum: 2,
    maximum: 500,
    description: 'The maximum number of pooled database connections per process.',
  }),
  SECRET_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'The key from which all encryption and hashing keys are derived; at least 32 characters. Default: generated once and stored in DATA_DIR.',
    }),
  ),
  SECRET_KEY_ACCEPTED: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'The other key while SECRET_KEY is being changed: texts and files under it are read as well; see keys.md.',
    }),
  ),
  BACKUP_KEY: Type.Optional(
    Type.String({
      minLength: 32,
      description:
        'The key under which dossier backup encrypts, and dossier restore reads; at least 32 characters. See backup.md.',
    }),
  ),
  SETUP_FILE: Type.Optional(
    Type.String({ minLength: 1, description: 'A set-up file (YAML or JSON) that is applied at every start.' }),
  ),
  DEMO: Type.Optional(
    Flag(
      'Whether an empty database gets the demo, and whether the log-in page offers its log-ins as one-click buttons to every browser. Default: a demo only if the service listens on loopback, and buttons only for browsers on this machine.',
    ),
  ),
  ROLE: Type.Union([Type.Literal('all'), Type.Literal('api'), Type.Literal('worker')], {
    default: 'all',
    description: 'What this process does: answer calls (api), run jobs (worker), or both (all).',
  }),
  WORKER_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description: 'With ROLE=worker: the port for /health and /metrics. Default: a worker listens on no port.',
    }),
  ),
  LOG_LEVEL: Type.Union(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'The minimum level of log lines.' },
  ),
  LOG_FORMAT: Type.Union(
    ['auto', 'json', 'pretty'].map((format) => Type.Literal(format)),
    {
      default: 'auto',
      description:
        'The form of log lines: JSON for machines, pretty for people, or auto, which is pretty on a terminal and JSON otherwise. NO_COLOR turns colours off.',
    },
  ),
  TRUST_PROXY: Type.String({
    default: 'false',
    description:
      'Your reverse proxies, whose X-Forwarded-For is trusted. The client address is the rightmost one that is not a proxy; see reverse-proxy.md.',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      description: 'A bearer token that gives access to /metrics from other addresses than loopback.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+(/[^?#]*)?$',
      description:
        'Where traces are sent, by OTLP over HTTP with JSON, to v1/traces below this address. Without it, nothing is traced.',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.String({
    default: '1',
    pattern: '^(0|1|[01]\\.0+|0?\\.[0-9]{1,9})$',
    description:
      'The share of traces that are recorded, from 0 to 1. A call that carries a traceparent is recorded if its caller records it.',
  }),
  WEBHOOK_TRACEPARENT: Flag(
    'Whether callbacks carry a traceparent, by which their receivers continue the trace. Needs OTEL_EXPORTER_OTLP_ENDPOINT.',
    false,
  ),
  WEBHOOK_ALLOW_PRIVATE: Type.Optional(
    Flag(
      'Whether callbacks may go to private, loopback and other special addresses; the metadata services of cloud providers are always refused. Default: only for the demo.',
    ),
  ),
  WEBHOOK_ALLOWED_NETWORKS: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Private networks that callbacks may go to, such as 10.1.2.0/24,fd12:3456::/32.',
    }),
  ),
  MAX_UPLOAD_MB: Type.Integer({
    default: 250,
    minimum: 1,
    maximum: 100_000,
    description: 'The maximum size of an uploaded file, in MiB (1,048,576 bytes).',
  }),
  EVENT_RETENTION_DAYS: Type.Optional(
    Type.Integer({
      // A delivery is sent from its event, and is kept for up to 97 days.
      minimum: 100,
      maximum: 36_500,
      description:
        'How many days events are kept at least; they are removed by whole quarters of a year, and with them the history of documents and requests. Default: they are kept for ever.',
    }),
  ),
  RATE_LIMIT_PER_MINUTE: Type.Integer({
    default: 600_000,
    minimum: 0,
    maximum: 100_000_000,
    description:
      'The maximum number of calls per minute for an application or API key, counted in each process; 0 for no limit.',
  }),
  CARRIER_ROOT: Type.Optional(
    Type.String({
      pattern: '^/',
      description:
        'The folder that contains the folders of print carriers of the kind folder; see carriers.md. Without it, nothing is handed over to folders.',
    }),
  ),
  CLAMD_URL: Type.Optional(
    Type.String({
      pattern: '^(tcp|unix)://',
      description:
        'The ClamAV daemon that scans every file before it is stored: tcp://host:port or unix:///path. Its StreamMaxLength, MaxFileSize and MaxScanSize must allow MAX_UPLOAD_MB. Without it, files are not scanned.',
    }),
  ),
  TIMESTAMP_URL: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'A timestamp authority (RFC 3161) for seals. Without it, seals carry the time of the service.',
    }),
  ),
  TIMESTAMP_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A PEM file with the root certificate of the timestamp authority, or its own certificate. Without it, timestamps with any certificate are accepted.',
    }),
  ),
  SEAL_LEVEL: Type.Optional(
    Type.Union([Type.Literal('B-B'), Type.Literal('B-T'), Type.Literal('B-LT'), Type.Literal('B-LTA')], {
      description:
        'The PAdES level of seals: B-B (signature), B-T (timestamp), B-LT (validation data of the certificates), B-LTA (document timestamp, renewed before it ages). All but B-B need TIMESTAMP_URL. Defaults to B-LTA with TIMESTAMP_URL, else to B-B.',
    }),
  ),
  SEAL_RENEWAL_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    maximum: 3650,
    description:
      'How many days before the certificate of its newest document timestamp expires a sealed document gets the next one.',
  }),
  FONT_FILES: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Fonts (.ttf, .otf, .ttc) for PDFs that the service writes, separated by commas, in the order in which they are tried for characters that its own font has not: Chinese, Japanese, Korean, Thai, Devanagari …',
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://',
      description: 'The mail server. Without it, mails are written to DATA_DIR/mail.',
    }),
  ),
  MAIL_FROM: Type.String({
    default: 'Dossier <no-reply@localhost>',
    minLength: 3,
    description: 'The sender of every mail.',
  }),
})
export type Config = Readonly<Static<typeof Config>>

/** Read once, in main.ts. Every mistake is reported together, in words an operator can act on. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const [name, schema] of Object.entries(Config.properties)) {
    const text = env[name]
    const value = text ? readValue(name, text) : settingSchema(name).default
    if (value === undefined) continue
    if (Check(schema, value) && (CHECKS[name]?.(String(value)) ?? true)) config[name] = value
    else mistakes.push(describeMistake(name))
  }
  if (mistakes.length > 0) throw new StartRefused(mistakes.join('\n'))
  return Object.freeze(config as Config)
}

/** Rules that a schema cannot express. */
const CHECKS: Record<string, (text: string) => boolean> = {
  TRUST_PROXY: (text) => readTrustedProxies(text) !== undefined,
  WEBHOOK_ALLOWED_NETWORKS: (text) => listOf(text).every(isAddressRange),
}

/** The items of a setting that is a list. */
export function listOf(text: string): string[] {
  return text.split(',').map((one) => one.trim())
}

/** The value of a text; a text that cannot be parsed is returned as it is, and fails validation. */
function readValue(name: string, text: string): unknown {
  const { type } = settingSchema(name)
  if (type === 'integer' && /^\d{1,9}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

function describeMistake(name: string): string {
  return `${name} is not valid (expected ${expectation(name)}). ${settingSchema(name).description}`
}

type SettingSchema = {
  description: string
  type?: string
  minimum?: number
  maximum?: number
  minLength?: number
  anyOf?: { const: string }[]
  default?: unknown
}

export function settingSchema(name: string): SettingSchema {
  return (Config.properties as unknown as Record<string, SettingSchema>)[name] as SettingSchema
}

/** The expected values of a setting, in words; also used for the page of settings. */
export function expectation(name: string): string {
  const schema = settingSchema(name)
  if (schema.anyOf) return `one of ${schema.anyOf.map((one) => one.const).join(', ')}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'integer') {
    return schema.maximum === undefined
      ? `a whole number from ${schema.minimum}`
      : `a whole number from ${schema.minimum} to ${schema.maximum}`
  }
  const forms: Record<string, string> = {
    BLOB_URL: 'an address s3://bucket/prefix?endpoint=https://…&region=…',
    CARRIER_ROOT: 'an absolute path',
    CLAMD_URL: 'an address tcp://… or unix://…',
    DATABASE_DIRECT_URL: 'an address postgres://… of one host',
    DATABASE_READ_URL: 'an address postgres://… of one host',
    DATABASE_URL: 'an address postgres://… of one host',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'an address http://… or https://… without a query',
    OTEL_TRACES_SAMPLER_ARG: 'a number from 0 to 1, such as 0.1',
    PUBLIC_URL: 'an address http://… or https://… without a query',
    TRUST_PROXY:
      'false, the addresses or networks of the proxies such as 10.0.0.5,10.1.0.0/16, or the number of chained proxies, such as 1 (not true, which would trust every caller)',
    WEBHOOK_ALLOWED_NETWORKS: 'networks such as 10.1.2.0/24, separated by commas',
    SMTP_URL: 'an address smtp://… or smtps://…',
  }
  return forms[name] ?? ((schema.minLength ?? 1) > 1 ? `a text of at least ${schema.minLength} characters` : 'a text')
}
