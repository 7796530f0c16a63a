import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { openKeyring } from '#platform/crypto/keyring.ts'

/** The key of the test suite, for processes that are to read what the tests stored. */
export const SECRET_KEY = 'a secret key of the test suite, long enough'

export const testKeyring = openKeyring(SECRET_KEY)

/** A text as versions before stored it: encrypted, and bound to no context. */
export function legacyCiphertext(secretKey: string, text: string): string {
  const iv = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'dossier', 'seal', 32))
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')
}
