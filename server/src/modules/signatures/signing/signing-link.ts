import { isSame, type Keyring } from '#platform/crypto/keyring.ts'

const PURPOSE = 'signing link'
/** The signer and the proof, and the client. Links of earlier versions do not name the client. */
const TOKEN = /^([\w-]{22})([\w-]{22})([\w-]{1,100})?$/

/** The link by which an external signer signs. It names the signer and is signed, so that it cannot be forged. */
export function signingToken(keyring: Keyring, signerId: string, clientId?: string): string {
  const id = Buffer.from(signerId.replaceAll('-', ''), 'hex').toString('base64url')
  if (clientId === undefined) return id + proofOf(keyring, signerId).toString('base64url')
  const proof = proofOf(keyring, signerId, clientId).toString('base64url')
  return id + proof + Buffer.from(clientId).toString('base64url')
}

function proofOf(keyring: Keyring, signerId: string, ...client: string[]): Buffer {
  return keyring.sign(PURPOSE, signerId, ...client)
}

/** The signer of a link; undefined if the link is not one of ours. */
export function signerOfToken(keyring: Keyring, token: string): string | undefined {
  const [, name = '', proof = ''] = TOKEN.exec(token) ?? []
  const hex = Buffer.from(name, 'base64url').toString('hex')
  if (hex.length !== 32) return undefined
  const signerId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const client = clientOfToken(token)
  const expected = client === undefined ? proofOf(keyring, signerId) : proofOf(keyring, signerId, client)
  return isSame(expected, Buffer.from(proof, 'base64url')) ? signerId : undefined
}

/** The client that a link names, if it does; the proof of the signer covers it. */
export function clientOfToken(token: string): string | undefined {
  const name = TOKEN.exec(token)?.[3]
  return name === undefined ? undefined : Buffer.from(name, 'base64url').toString('utf8')
}

/** Externals have a link of their own; anyone who can log in does. */
export function signingUrl(
  { publicUrl, keyring }: { publicUrl: string; keyring: Keyring },
  process: { id: string; clientId: string },
  signer: { id: string; type: string },
): string {
  if (signer.type === 'external') return `${publicUrl}/sign/${signingToken(keyring, signer.id, process.clientId)}`
  return `${publicUrl}/portal/sign/${process.id}`
}
