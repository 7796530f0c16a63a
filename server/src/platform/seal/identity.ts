import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** Who seals: a key, and the certificates that say whose it is. */
export type SealIdentity = {
  key: KeyObject
  /** In DER: its own first, then those that vouch for it. */
  certificates: Buffer[]
}

/** As a database can hold it. The key is to be encrypted there. */
export type StoredIdentity = { key: string; certificates: string }

export type IdentityDescription = {
  subject: string
  issuer: string
  not_before: Date
  not_after: Date
  isSelfMade: boolean
}

/** A file cannot be used to seal; says why, in words for the operator. */
export class UnusableIdentity extends Error {
  override readonly name = 'UnusableIdentity'
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

export function identityToStored({ key, certificates }: SealIdentity): StoredIdentity {
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificates: certificates.map((one) => new X509Certificate(one).toString()).join(''),
  }
}

export function identityFromStored({ key, certificates }: StoredIdentity): SealIdentity {
  const pems = certificates.match(CERTIFICATE) ?? []
  return { key: createPrivateKey(key), certificates: pems.map((pem) => new X509Certificate(pem).raw) }
}

/** The subject of the sealing certificate, for people to read. */
export function describeIdentity(identity: SealIdentity): IdentityDescription {
  const own = ownCertificate(identity)
  return {
    subject: inOneLine(own.subject),
    issuer: inOneLine(own.issuer),
    not_before: own.validFromDate,
    not_after: own.validToDate,
    isSelfMade: own.subject === own.issuer && own.verify(own.publicKey),
  }
}

export function ownCertificate({ certificates }: SealIdentity): X509Certificate {
  const [own] = certificates
  if (!own) throw new Error('The identity has no certificate.')
  return new X509Certificate(own)
}

function inOneLine(name: string): string {
  return name.split('\n').join(', ')
}
