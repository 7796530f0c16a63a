import { X509Certificate } from 'node:crypto'
import { isIssuer } from '#platform/seal/trust-chain.ts'
import { askOcsp, type Subject } from './ask-ocsp.ts'
import { fetchCrl } from './fetch-crl.ts'
import { fetchBytes, type RevocationDeps } from './fetch-revocation.ts'
import type { Signer } from './pdf-signatures.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'
import { sourcesOf } from './revocation-sources.ts'

/** What a reader needs in years to tell that certificates were valid, in DER. */
export type ValidationData = { certificates: Buffer[]; ocspResponses: Buffer[]; crls: Buffer[] }

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
  const data: ValidationData = { certificates: [], ocspResponses: [], crls: [] }
  const known = new Set<string>()
  for (const signer of signers) {
    const chain = await chainOf(deps, signer, roots)
    for (const [index, certificate] of chain.entries()) {
      if (known.has(certificate.fingerprint256)) continue
      known.add(certificate.fingerprint256)
      data.certificates.push(certificate.raw)
      const issuer = chain[index + 1]
      if (issuer) await addProof(deps, data, { certificate, issuer })
    }
  }
  return data
}

/** From the signer to a certificate that has no issuer but itself. */
async function chainOf(deps: RevocationDeps, { certificate, others }: Signer, roots: readonly X509Certificate[]) {
  const chain = [certificate]
  for (let last = certificate; chain.length < MAX_CHAIN_LENGTH && !isSelfIssued(last); ) {
    const current = last
    const issuer = [...others, ...roots].find((one) => isIssuer(one, current)) ?? (await fetchIssuer(deps, current))
    chain.push(issuer)
    last = issuer
  }
  return chain
}

function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

async function fetchIssuer(deps: RevocationDeps, certificate: X509Certificate): Promise<X509Certificate> {
  const { issuers } = sourcesOf(certificate)
  for (const url of issuers) {
    const request = { url, method: 'GET' as const, headers: {}, maxResponseBytes: MAX_CERTIFICATE_BYTES }
    const issuer = await attempt(async () => new X509Certificate(await fetchBytes(deps, request)))
    if (issuer instanceof X509Certificate && isIssuer(issuer, certificate)) return issuer
  }
  const message = `The issuer of the certificate ${certificate.serialNumber} is not known.`
  throw new RevocationUnknown(message, { isFinal: issuers.length === 0 })
}

async function addProof(deps: RevocationDeps, data: ValidationData, subject: Subject): Promise<void> {
  const { ocsp, crls } = sourcesOf(subject.certificate)
  const failures: string[] = []
  for (const [url, ask, list] of [
    ...ocsp.map((one) => [one, askOcsp, data.ocspResponses] as const),
    ...crls.map((one) => [one, fetchCrl, data.crls] as const),
  ]) {
    const proof = await attempt(() => ask(deps, url, subject))
    if (Buffer.isBuffer(proof)) return void list.push(proof)
    failures.push(proof.message)
  }
  const why = failures.length === 0 ? 'It names neither a responder nor a list.' : failures.join(' ')
  const message = `The status of the certificate ${subject.certificate.serialNumber} cannot be learned. ${why}`
  throw new RevocationUnknown(message, { isFinal: failures.length === 0 })
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
