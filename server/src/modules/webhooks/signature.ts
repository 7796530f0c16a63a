import { createHmac, randomInt } from 'node:crypto'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const KEY_LENGTH = 32

/** Letters and digits, so that it is base64 as well: Standard Webhooks takes the bytes that it stands for. */
export function newSignatureKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')
}

/** The plain signature: hexadecimal HMAC-SHA-256 of the body, keyed with the text of the key. */
export function signPlainly(key: string, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex')
}

/** A signature of Standard Webhooks; several stand side by side while a key is replaced. */
export function signStandard(keys: string[], id: string, timestamp: string, body: string): string {
  return keys.map((key) => `v1,${hmac(Buffer.from(key, 'base64'), `${id}.${timestamp}.${body}`)}`).join(' ')
}

function hmac(key: Buffer, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64')
}
