import { type Static, Type } from 'typebox'
import { OneOf, Text } from '#platform/http/validation/schemas.ts'

export const CARRIER_KINDS = ['manual', 'folder', 'sftp', 'https'] as const
export type CarrierKind = (typeof CARRIER_KINDS)[number]

const Line = (maxLength: number, description: string) => Type.Optional(Text({ minLength: 1, maxLength, description }))

/** Who takes the packages of a paper configuration, as the set-up file says it. */
export const CarrierInput = Type.Object({
  kind: OneOf(CARRIER_KINDS, { description: '`manual`: a person downloads the packages.' }),
  folder: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-][A-Za-z0-9_. -]*(/[A-Za-z0-9_-][A-Za-z0-9_. -]*)*$',
      maxLength: 255,
      description: '`folder`: where, below CARRIER_ROOT.',
    }),
  ),
  host: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9.:-]{1,253}$', description: '`sftp`: the name or address of the server.' }),
  ),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: '`sftp`: default 22.' })),
  user: Line(255, '`sftp`: who logs in.'),
  password: Line(1000, '`sftp`: this or a private key.'),
  private_key: Line(20_000, '`sftp`: a private key in the form of OpenSSH or PEM.'),
  passphrase: Line(1000, '`sftp`: of the private key, if it has one.'),
  host_key: Type.Optional(
    Type.String({
      pattern: '^SHA256:[A-Za-z0-9+/]{43}$',
      description: '`sftp`: the fingerprint of the key of the server, as `ssh-keygen -l` shows it.',
    }),
  ),
  directory: Line(1000, '`sftp`: the directory on the server.'),
  url: Line(2000, '`https`: where the ZIP is sent to.'),
  signature_key: Type.Optional(
    Type.String({
      pattern: '^([A-Za-z0-9]{4}){8,32}$',
      description: '`https`: signs each call, as with webhooks; at least 32 letters and digits. Default: generated.',
    }),
  ),
  bearer_token: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,4000}$', description: '`https`: sent as `Authorization: Bearer`.' }),
  ),
})
export type CarrierInput = Static<typeof CarrierInput>

type Field = Exclude<keyof CarrierInput, 'kind'>

export const SECRETS = ['password', 'private_key', 'passphrase', 'signature_key', 'bearer_token'] as const
export type CarrierSecrets = Partial<Record<(typeof SECRETS)[number], string>>

export const FIELDS: Record<CarrierKind, { required: readonly Field[]; optional: readonly Field[] }> = {
  manual: { required: [], optional: [] },
  folder: { required: ['folder'], optional: [] },
  sftp: {
    required: ['host', 'user', 'host_key', 'directory'],
    optional: ['port', 'password', 'private_key', 'passphrase'],
  },
  https: { required: ['url'], optional: ['signature_key', 'bearer_token'] },
}

/** A carrier as it is stored, without its secrets. */
export type StoredCarrier =
  | { kind: 'manual' }
  | { kind: 'folder'; folder: string }
  | { kind: 'sftp'; host: string; port: number; user: string; host_key: string; directory: string }
  | { kind: 'https'; url: string }

/** With its secrets. */
export type Carrier = StoredCarrier & CarrierSecrets
