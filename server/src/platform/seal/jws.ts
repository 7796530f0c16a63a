import { createSign } from 'node:crypto'
import type { SealIdentity } from './identity.ts'

type Algorithm = { alg: string; hash: string }

/** By the curve of the key; RSA otherwise. */
const ON_CURVES: Record<string, Algorithm> = {
  prime256v1: { alg: 'ES256', hash: 'sha256' },
  secp384r1: { alg: 'ES384', hash: 'sha384' },
  secp521r1: { alg: 'ES512', hash: 'sha512' },
}
const RSA: Algorithm = { alg: 'RS256', hash: 'sha256' }

/** A JWS with its payload (RFC 7515, section 7.1). */
export function compactJws(identity: SealIdentity, moment: Date, payload: string): string {
  const { key } = identity
  const { head, hash } = headOf(identity, moment)
  const signed = `${head}.${Buffer.from(payload).toString('base64url')}`
  return `${signed}.${createSign(hash).update(signed).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url')}`
}

function headOf({ key, certificates }: SealIdentity, moment: Date): { head: string; hash: string } {
  const curve = key.asymmetricKeyDetails?.namedCurve
  const { alg, hash } = (curve && ON_CURVES[curve]) || RSA
  const header = {
    alg,
    x5c: certificates.map((one) => one.toString('base64')),
    iat: Math.floor(moment.getTime() / 1000),
  }
  return { head: Buffer.from(JSON.stringify(header)).toString('base64url'), hash }
}

/** Signs bytes as they pass, however many there are. */
export type JwsSigner = {
  update(bytes: Buffer): void
  /** `header..signature` (RFC 7515, appendix F): the bytes are elsewhere. */
  end(): string
}

/** A detached JWS over exactly these bytes, with the certificates of the identity. */
export function detachedJws(identity: SealIdentity, moment: Date): JwsSigner {
  const { key } = identity
  const { head, hash } = headOf(identity, moment)
  const signing = createSign(hash).update(`${head}.`)
  let rest: Buffer = Buffer.alloc(0)
  return {
    update(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      // Three bytes are four characters: what is left over waits for the next ones.
      const whole = all.length - (all.length % 3)
      signing.update(all.subarray(0, whole).toString('base64url'))
      rest = Buffer.from(all.subarray(whole))
    },
    end() {
      signing.update(rest.toString('base64url'))
      return `${head}..${signing.sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url')}`
    },
  }
}
