import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StartRefused } from '#platform/start-refused.ts'

const MAX_CHAIN_LENGTH = 8
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Whether certificates of authorities lead from this one to a root, or it is trusted itself; all valid at that time. */
export function isTrusted(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  let current = certificate
  for (let length = 0; length < MAX_CHAIN_LENGTH; length++) {
    const { raw } = current
    if (!isValidAt(current, at)) return false
    if (roots.some((root) => root.raw.equals(raw))) return true
    const issuer = [...roots, ...others].find((one) => isIssuer(one, current))
    if (!issuer) return false
    current = issuer
  }
  return false
}

/** Whether a certificate of an authority vouches for another one. */
export function isIssuer(issuer: X509Certificate, certificate: X509Certificate): boolean {
  const isSelf = issuer.raw.equals(certificate.raw)
  return !isSelf && issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate
}

/** The certificates of a PEM file that a setting names. */
export async function readRoots(setting: string, path: string): Promise<X509Certificate[]> {
  const text = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${setting} names ${path}, which cannot be read (${error.code}).`)
  })
  const pems = text.match(CERTIFICATE) ?? []
  if (pems.length === 0) throw new StartRefused(`${setting} names ${path}, which holds no certificate in PEM.`)
  try {
    return pems.map((pem) => new X509Certificate(pem))
  } catch {
    throw new StartRefused(`${setting} names ${path}, in which a certificate cannot be read.`)
  }
}
