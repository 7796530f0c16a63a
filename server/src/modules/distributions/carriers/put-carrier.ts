import { isDeepStrictEqual } from 'node:util'
import type { Applied } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { newSignatureKey } from '#modules/webhooks/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { isWebAddress } from '#platform/net/web-address.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { mistakeInPrivateKey } from '#platform/transfer/sftp-session.ts'
import { findCarrier, storeCarrier } from './queries.ts'
import { type CarrierInput, type CarrierSecrets, FIELDS, SECRETS, type StoredCarrier } from './schemas.ts'

const SSH_PORT = 22

/** Brings the carrier of a paper configuration, which exists, into the database. */
export async function putCarrier(
  { tx, client }: Work,
  keyring: Keyring,
  code: string,
  input: CarrierInput,
): Promise<Applied> {
  const mistakes = mistakesIn(input)
  if (mistakes.length > 0) throw invalidFields(mistakes)
  const before = await findCarrier(tx, keyring, client, code)
  const { secrets, madeSecret } = secretsOf(input, before)
  const next = { carrier: carrierOf(input), secrets }
  if (isDeepStrictEqual(before, next)) return { outcome: 'unchanged' }
  await storeCarrier(tx, keyring, client, { ...next, code })
  return { outcome: 'updated', ...(madeSecret === undefined ? {} : { madeSecret }) }
}

/** A signature key that the file leaves out is made once, and stays. */
function secretsOf(input: CarrierInput, before: { carrier: StoredCarrier; secrets: CarrierSecrets } | undefined) {
  const given: CarrierSecrets = Object.fromEntries(
    SECRETS.flatMap((one) => (input[one] === undefined ? [] : [[one, input[one]]])),
  )
  if (input.kind !== 'https' || given.signature_key !== undefined) return { secrets: given }
  const known = before?.carrier.kind === 'https' ? before.secrets.signature_key : undefined
  const signature_key = known ?? newSignatureKey()
  return { secrets: { ...given, signature_key }, madeSecret: known === undefined ? signature_key : undefined }
}

function carrierOf(input: CarrierInput): StoredCarrier {
  const { kind, folder = '', host = '', port = SSH_PORT, user = '', host_key = '', directory = '', url = '' } = input
  switch (kind) {
    case 'manual':
      return { kind }
    case 'folder':
      return { kind, folder }
    case 'sftp':
      return { kind, host, port, user, host_key, directory }
    case 'https':
      return { kind, url }
  }
}

function mistakesIn(input: CarrierInput): FieldError[] {
  const { required, optional } = FIELDS[input.kind]
  const given = Object.keys(input).filter((one) => one !== 'kind') as (keyof typeof input)[]
  const missing = required.filter((one) => input[one] === undefined)
  const foreign = given.filter((one) => ![...required, ...optional].includes(one as never))
  return [
    ...missing.map((field) => ({
      field,
      code: 'required',
      message: `This is required for a carrier of the kind ${input.kind}.`,
    })),
    ...foreign.map((field) => ({
      field,
      code: 'unknown_field',
      message: `This is not allowed for a carrier of the kind ${input.kind}.`,
    })),
    ...(input.kind === 'sftp' ? sftpMistakes(input) : []),
    ...(input.kind === 'https' ? urlMistakes(input.url) : []),
  ]
}

function sftpMistakes({ password, private_key, passphrase, directory }: CarrierInput): FieldError[] {
  const mistakes: FieldError[] = []
  if (password === undefined && private_key === undefined) {
    mistakes.push({ field: 'password', code: 'required', message: 'Specify a password or a private key.' })
  }
  if (passphrase !== undefined && private_key === undefined) {
    mistakes.push({
      field: 'passphrase',
      code: 'contradiction',
      message: 'This requires a private key.',
    })
  }
  const unusable = private_key === undefined ? undefined : mistakeInPrivateKey(private_key, passphrase)
  if (unusable !== undefined) {
    mistakes.push({ field: 'private_key', code: 'invalid', message: `The private key cannot be read: ${unusable}.` })
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
  if (directory !== undefined && /(^|\/)\.\.(\/|$)|[\x00-\x1f\x7f]/.test(directory)) {
    mistakes.push({
      field: 'directory',
      code: 'invalid',
      message: 'The directory must not contain .. or control characters.',
    })
  }
  return mistakes
}

function urlMistakes(url: string | undefined): FieldError[] {
  if (url === undefined || (isWebAddress(url) && /^https:/i.test(url))) return []
  return [{ field: 'url', code: 'invalid', message: 'This is not an https URL without credentials.' }]
}
