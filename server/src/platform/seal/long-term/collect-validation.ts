import { X509Certificate } from 'node:crypto'
import { Certificate } from 'pkijs'
import { readAs } from '#platform/seal/asn1.ts'
import { isIssuer } from '#platform/seal/certificate-chain.ts'
import { TAG } from '#platform/seal/der.ts'
import { askOcsp, type Proof, type Subject } from './ask-ocsp.ts'
import { fetchCrl } from './fetch-crl.ts'
import { fetchBytes, type RevocationDeps } from './fetch-revocation.ts'
import type { Signer } from './pdf-signatures.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'
import { sourcesOf } from './revocation-sources.ts'

/** What a reader needs in years to tell that certificates were valid, in DER. */
export type ValidationData = {
  certificates: Buffer[]
  ocspResponses: Buffer[]
  crls: Buffer[]
  /** Certificates that were revoked, but whose timestamps of before remain valid. */
  retired: X509Certificate[]
}

const MAX_CHAIN_LENGTH = 8
const MAX_CERTIFICATE_BYTES = 32 * 1024

/**
 * The chain of each signer and proof that no certificate of it was revoked; the responder is asked before a list is
 * fetched. Throws CertificateRevoked, or RevocationUnknown if one of them cannot be learned.
 */
export async function collectValidation(
  deps: RevocationDeps,
  signers: readonly Signer[],
  roots: readonly X509Certificate[] = [],
): Promise<ValidationData> {
  const data: ValidationData = { certificates: [], ocspResponses: [], crls: [], retired: [] }
  const known = new Set<string>()
  for (const signer of signers) {
    const chain = await chainOf(deps, signer, roots)
    for (const [index, certificate] of chain.entries()) {
      if (known.has(certificate.fingerprint256)) continue
      known.add(certificate.fingerprint256)
      data.certificates.push(certificate.raw)
      const issuer = chain[index + 1]
      const timestampedAt = index === 0 ? lastUse(certificate, signers) : undefined
      if (issuer) await addProof(deps, data, { certificate, issuer, timestampedAt })
    }
  }
  return data
}

/** The time of the last timestamp of a certificate; undefined if it signed something else too. */
function lastUse({ raw }: X509Certificate, signers: readonly Signer[]): Date | undefined {
  const times = signers.filter((one) => one.certificate.raw.equals(raw)).map((one) => one.timestampedAt?.getTime())
  const last = Math.max(...times.map((one) => one ?? Number.NaN))
  return Number.isNaN(last) ? undefined : new Date(last)
}

/** From the signer to a certificate that has no issuer but itself. */
async function chainOf(deps: RevocationDeps, { certificate, others }: Signer, roots: readonly X509Certificate[]) {
  const chain = [certificate]
  for (let last = certificate; chain.length < MAX_CHAIN_LENGTH && !isSelfIssued(last); ) {
    const issuer = [...others, ...roots].find((one) => isIssuer(one, chain)) ?? (await fetchIssuer(deps, chain))
    chain.push(issuer)
    last = issuer
  }
  return chain
}

function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

async function fetchIssuer(deps: RevocationDeps, chain: readonly X509Certificate[]): Promise<X509Certificate> {
  const certificate = chain.at(-1) as X509Certificate
  const { issuers } = sourcesOf(certificate)
  for (const url of issuers) {
    const request = { url, method: 'GET' as const, headers: {}, maxResponseBytes: MAX_CERTIFICATE_BYTES }
    const issuer = await attempt(async () => {
      const found = certificateIn(await fetchBytes(deps, request))
      return isIssuer(found, chain) ? found : undefined
    })
    if (issuer instanceof X509Certificate) return issuer
  }
  const message = `The issuer of the certificate ${certificate.serialNumber} is not known.`
  throw new RevocationUnknown(message, { isFinal: issuers.length === 0, authority: certificate.issuer })
}

/** In DER, or in PEM, which some authorities give. OpenSSL passes over what follows DER, and reads what pkijs may not. */
function certificateIn(bytes: Buffer): X509Certificate {
  const certificate = new X509Certificate(bytes)
  readAs(Certificate, bytes[0] === TAG.sequence ? bytes : certificate.raw)
  return certificate
}

async function addProof(deps: RevocationDeps, data: ValidationData, subject: Subject): Promise<void> {
  const { ocsp, crls } = sourcesOf(subject.certificate)
  const failures: string[] = []
  for (const [url, ask, list] of [
    ...ocsp.map((one) => [one, askOcsp, data.ocspResponses] as const),
    ...crls.map((one) => [one, fetchCrl, data.crls] as const),
  ]) {
    const proof = await attempt<Proof>(() => ask(deps, url, subject))
    if (proof instanceof RevocationUnknown) {
      failures.push(proof.message)
      continue
    }
    list.push(proof.bytes)
    if (proof.isRevoked) data.retired.push(subject.certificate)
    return
  }
  const why = failures.length === 0 ? 'It names neither a responder nor a list.' : failures.join(' ')
  const message = `The status of the certificate ${subject.certificate.serialNumber} cannot be learned. ${why}`
  throw new RevocationUnknown(message, { isFinal: failures.length === 0, authority: subject.certificate.issuer })
}

/** What a stranger sends may be anything: that it cannot be read is an answer. That a certificate was revoked ends the search. */
async function attempt<T>(ask: () => Promise<T>): Promise<T | RevocationUnknown> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CertificateRevoked) throw error
    if (error instanceof RevocationUnknown) return error
    return new RevocationUnknown('The answer could not be read.', { cause: error })
  }
}
