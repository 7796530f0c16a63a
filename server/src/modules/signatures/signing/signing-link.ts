import { isSame, type Keyring } from '#platform/crypto/keyring.ts'

const PURPOSE = 'signing link'
const TOKEN = /^([\w-]{22})([\w-]{22})$/

/** The link by which an external signer signs. It names the signer and is signed, so that it cannot be forged. */
export function signingToken(keyring: Keyring, signerId: string): string {
  const id = Buffer.from(signerId.replaceAll('-', ''), 'hex')
  return id.toString('base64url') + keyring.sign(PURPOSE, signerId).toString('base64url')
}

/** The signer of a link; undefined if the link is not one of ours. */
export function signerOfToken(keyring: Keyring, token: string): string | undefined {
  const [, name = '', proof = ''] = TOKEN.exec(token) ?? []
  const hex = Buffer.from(name, 'base64url').toString('hex')
  if (hex.length !== 32) return undefined
  const signerId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isSame(keyring.sign(PURPOSE, signerId), Buffer.from(proof, 'base64url')) ? signerId : undefined
}

/** Externals have a link of their own; anyone who can log in does. */
export function signingUrl(
  { publicUrl, keyring }: { publicUrl: string; keyring: Keyring },
  processId: string,
  signer: { id: string; type: string },
): string {
  if (signer.type === 'external') return `${publicUrl}/sign/${signingToken(keyring, signer.id)}`
  return `${publicUrl}/portal/sign/${processId}`
}
