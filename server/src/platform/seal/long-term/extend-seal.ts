import type { X509Certificate } from 'node:crypto'
import type { GetTimestamp } from '#platform/seal/sign-cms.ts'
import { addValidation, validatedKeys } from './add-validation.ts'
import { collectValidation, type ValidationData } from './collect-validation.ts'
import type { RevocationDeps } from './fetch-revocation.ts'
import { signaturesIn } from './pdf-signatures.ts'
import { CertificateRevoked } from './revocation-failure.ts'
import { UpdatedPdf } from './updated-pdf.ts'

export type ExtendDeps = RevocationDeps & { roots?: readonly X509Certificate[] | undefined }

export type ExtendedSeal = {
  bytes: Uint8Array<ArrayBuffer>
  /** When the certificate of the newest document timestamp expires; null without one. */
  expiresAt: Date | null
}

/**
 * Appends what a reader needs to check the seal in years (PAdES B-LT), and with `timestamp` a document timestamp over it
 * (B-LTA). Done again, it renews: it covers the document timestamp before by the next one. Signatures that have their
 * validation data keep it, since nobody vouches for certificates that have expired since.
 */
export async function extendSeal(deps: ExtendDeps, file: Uint8Array, timestamp?: GetTimestamp): Promise<ExtendedSeal> {
  const pdf = new UpdatedPdf(file)
  const known = validatedKeys(pdf)
  const signatures = signaturesIn(pdf).filter(({ key }) => !known.has(key))
  const signers = signatures.flatMap((one) => one.signers())
  const data = await collectValidation(deps, signers, deps.roots)
  const keys = signatures.map(({ key }) => key)
  const bytes = await addValidation(pdf, { keys, data, moment: deps.clock.now(), timestamp })
  const newest = signaturesIn(new UpdatedPdf(bytes))
    .findLast((one) => one.isTimestamp)
    ?.signers()[0]?.certificate
  if (timestamp && newest) expectInUse(newest, data)
  return { bytes, expiresAt: newest?.validToDate ?? null }
}

/** The authority may go on with a certificate that it gave up: what it signs since is not valid. */
function expectInUse({ raw, serialNumber }: X509Certificate, { retired }: ValidationData): void {
  if (!retired.some((one) => one.raw.equals(raw))) return
  throw new CertificateRevoked(
    `The certificate ${serialNumber} was revoked, and the timestamp authority still uses it.`,
  )
}
