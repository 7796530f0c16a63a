import { type Argon2Parameters, argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { isSame } from './keyring.ts'

const derive = promisify(argon2)

/** OWASP's least for Argon2id: 19 MiB, two passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** How a password is stored: a salted Argon2id hash that names its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await hashWith(password, { ...COST, nonce, tagLength: 32 })
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`
}

/** Whether this is the password that was stored. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', expected = ''] = STORED.exec(stored) ?? []
  if (memory === undefined) throw new Error('This is not a stored password hash.')
  const hash = Buffer.from(expected, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return isSame(
    await hashWith(password, { ...cost, nonce: Buffer.from(nonce, 'base64'), tagLength: hash.length }),
    hash,
  )
}

/** One spelling of a password, whichever keyboard it was typed on. */
function hashWith(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  return derive('argon2id', { ...parameters, message: password.normalize('NFKC') })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
