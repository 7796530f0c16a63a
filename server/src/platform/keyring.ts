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

/** Everything that is done with the SECRET_KEY. Each purpose has a key of its own. */
export type Keyring = {
  /** A keyed hash under which a secret is stored and found again; useless without the SECRET_KEY. */
  fingerprint(secret: string): Buffer
  /** Encrypts a text that must be readable again. */
  seal(text: string): string
  unseal(sealed: string): string
  /** A short signature over texts that leave the service and come back, such as cursors. */
  sign(...parts: string[]): Buffer
  /** 64 bytes of key material for one file, by the salt that is stored with it. */
  fileKeys(salt: Buffer): Buffer
  /** A value that tells whether another process has the same key. */
  check(): Buffer
}

const TAG = { authTagLength: 16 }

export function openKeyring(secretKey: string): Keyring {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'dossier', purpose, 32)))
  const [hashKey, sealKey, signKey, checkKey, filesKey] = ['fingerprint', 'seal', 'sign', 'check', 'files'].map(
    derive,
  ) as [KeyObject, KeyObject, KeyObject, KeyObject, KeyObject]
  return {
    fingerprint: (secret) => createHmac('sha256', hashKey).update(secret).digest(),
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv, TAG)
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12), TAG)
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    sign: (...parts) => {
      const hmac = createHmac('sha256', signKey)
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`)
      return hmac.digest().subarray(0, 16)
    },
    fileKeys: (salt) => Buffer.from(hkdfSync('sha256', filesKey, salt, 'file', 64)),
    check: () => createHmac('sha256', checkKey).update('check').digest(),
  }
}

/** Whether two secrets are the same, in a time that does not tell how much of them agrees. */
export function isSame(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A random secret of letters and digits that survives every form and shell; 43 characters hold 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
