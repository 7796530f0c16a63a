import { createHmac, createSecretKey, type KeyObject, randomInt } from 'node:crypto'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 32

/** Letters and digits, so that it is base64 as well: Standard Webhooks takes the bytes that it stands for. */
export function newSignatureKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

/** A key, ready to sign with in both ways. */
export type SigningKey = { plain: KeyObject; standard: KeyObject }

export function signingKey(text: string): SigningKey {
  return { plain: createSecretKey(text, 'utf8'), standard: createSecretKey(text, 'base64') }
}

/** The plain signature: hexadecimal HMAC-SHA-256 of the body, keyed with the text of the key. */
export function signPlainly({ plain }: SigningKey, body: string): string {
  return createHmac('sha256', plain).update(body).digest('hex')
}

/** A signature of Standard Webhooks; several stand side by side while a key is replaced. */
export function signStandard(keys: SigningKey[], id: string, timestamp: string, body: string): string {
  const sign = ({ standard }: SigningKey) =>
    createHmac('sha256', standard).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return keys.map((key) => `v1,${sign(key)}`).join(' ')
}
