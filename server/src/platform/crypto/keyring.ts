import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Problem } from '#platform/problem.ts'

/**
 * Everything that is done with the SECRET_KEY. Each purpose has a key of its own. What was encrypted under an accepted key
 * is read as well; what is written is written under the SECRET_KEY.
 */
export type Keyring = {
  /** A keyed hash under which a secret is stored and found again; useless without the SECRET_KEY. */
  fingerprint(secret: string): Buffer
  /** Encrypts a text that must be readable again. It can be decrypted in the same context only. */
  encrypt(text: string, context: EncryptionContext): string
  /** Throws `Undecryptable` when the text was changed, or was encrypted for another tenant, record or purpose. */
  decrypt(ciphertext: string, context: EncryptionContext): string
  /** Reads a text of the first form, which was bound to no context: only for the step that gives it one. */
  decryptUnbound(ciphertext: string): string
  /** A text of an accepted key as one of the SECRET_KEY; undefined when it is one already. */
  renew(ciphertext: string, context: EncryptionContext): string | undefined
  /** A short signature over texts that leave the service and come back, such as cursors. */
  sign(...parts: string[]): Buffer
  /** 64 bytes of key material for one file, by the salt that is stored with it: of the SECRET_KEY, then of each accepted key. */
  fileKeys(salt: Buffer): Generator<Buffer, void, undefined>
  /** What fingerprints and signatures are made with, encrypted under the SECRET_KEY: they outlive it, see `openKeyring`. */
  wrapHashKeys(): string
  /** A value that tells whether another process has the same key, and that stored texts are bound to their context. */
  check(): Buffer
  /** The same of a database whose stored texts are bound to no context yet. */
  unboundCheck(): Buffer
}

/** Whose text it is and what it is for. It is authenticated with the text: in another place the text cannot be read. */
export type EncryptionContext = { clientId: string; table: string; rowId: string; purpose: string }

/** A stored text is not what was encrypted in this context. */
export class Undecryptable extends Problem {
  constructor({ clientId, table, rowId, purpose }: EncryptionContext, cause: unknown) {
    const details = `${table} ${rowId}: the ${purpose} was changed, or encrypted for another record or with another key.`
    super('unavailable', 'undecryptable', `The ${purpose} of client ${clientId} cannot be decrypted.`, {
      cause: new Error(details, { cause }),
    })
  }
}

const TAG = { authTagLength: 16 }
const IV_BYTES = 12
const TAG_BYTES = 16
/** Texts of the first form are base64 alone, which has no dot. */
const BOUND_FORM = 'v2.'

type KeyringOptions = {
  /** Further keys, under which there may be texts and files. */
  accepted?: readonly string[]
  /** From `wrapHashKeys` of one of these keys. Without it, the hash keys are those of the SECRET_KEY. */
  hashKeys?: string | undefined
}

export function openKeyring(secretKey: string, { accepted = [], hashKeys }: KeyringOptions = {}): Keyring {
  const [unboundKey, signKey, checkKey, hashKey] = ['seal', 'sign', 'check', 'fingerprint'].map((purpose) =>
    derive(secretKey, purpose),
  ) as [KeyObject, KeyObject, KeyObject, KeyObject]
  const secretKeys = [secretKey, ...accepted]
  const texts = openTexts(secretKeys.map((one) => derive(one, 'encrypt')))
  const filesKeys = secretKeys.map((one) => derive(one, 'files'))
  const hashing =
    hashKeys === undefined ? { hashKey, signKey } : splitHashKeys(texts.decrypt(hashKeys, HASH_KEYS_CONTEXT))
  return {
    ...texts,
    ...openHashes(hashing),
    decryptUnbound: (ciphertext) => decryptWith(unboundKey, ciphertext),
    *fileKeys(salt) {
      for (const key of filesKeys) yield Buffer.from(hkdfSync('sha256', key, salt, 'file', 64))
    },
    wrapHashKeys() {
      const bytes = Buffer.concat([hashing.hashKey.export(), hashing.signKey.export()])
      return texts.encrypt(bytes.toString('base64'), HASH_KEYS_CONTEXT)
    },
    check: () => createHmac('sha256', checkKey).update('check of bound texts').digest(),
    unboundCheck: () => createHmac('sha256', checkKey).update('check').digest(),
  }
}

const HASH_KEYS_CONTEXT = { clientId: '', table: 'installation', rowId: '', purpose: 'hash keys' }

function splitHashKeys(text: string): HashKeys {
  const bytes = Buffer.from(text, 'base64')
  return { hashKey: createSecretKey(bytes.subarray(0, 32)), signKey: createSecretKey(bytes.subarray(32)) }
}

function derive(secretKey: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'dossier', purpose, 32)))
}

type HashKeys = { hashKey: KeyObject; signKey: KeyObject }

function openHashes({ hashKey, signKey }: HashKeys): Pick<Keyring, 'fingerprint' | 'sign'> {
  return {
    fingerprint: (secret) => createHmac('sha256', hashKey).update(secret).digest(),
    sign: (...parts) => {
      const hmac = createHmac('sha256', signKey)
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
      return hmac.digest().subarray(0, 16)
    },
  }
}

/** Texts under the first of these keys, or under any of them. */
function openTexts(keys: KeyObject[]): Pick<Keyring, 'encrypt' | 'decrypt' | 'renew'> {
  const [current] = keys as [KeyObject]
  const open = (ciphertext: string, context: EncryptionContext): { text: string; key: KeyObject } => {
    let refusal: unknown = new Error('The text is bound to no context.')
    for (const key of isBound(ciphertext) ? keys : []) {
      try {
        return { text: decryptWith(key, ciphertext.slice(BOUND_FORM.length), bytesOf(context)), key }
      } catch (error) {
        refusal = error
      }
    }
    throw new Undecryptable(context, refusal)
  }
  const encrypt = (text: string, context: EncryptionContext) => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', current, iv, TAG).setAAD(bytesOf(context))
    const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return BOUND_FORM + Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')
  }
  return {
    encrypt,
    decrypt: (ciphertext, context) => open(ciphertext, context).text,
    renew(ciphertext, context) {
      const { text, key } = open(ciphertext, context)
      return key === current ? undefined : encrypt(text, context)
    },
  }
}

/** Whether a stored text is of the form that is bound to its context. */
export function isBound(ciphertext: string): boolean {
  return ciphertext.startsWith(BOUND_FORM)
}

function decryptWith(key: KeyObject, text: string, context?: Buffer): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), TAG)
  if (context) decipher.setAAD(context)
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** Each part behind its length, so that no two contexts are the same bytes. */
function bytesOf({ clientId, table, rowId, purpose }: EncryptionContext): Buffer {
  return Buffer.concat(
    [clientId, table, rowId, purpose].flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

/** Whether two secrets are the same, in a time that does not tell how much of them agrees. */
export function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A random secret of letters and digits that survives every form and shell; 43 characters hold 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
