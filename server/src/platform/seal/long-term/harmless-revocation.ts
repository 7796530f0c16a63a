import type { BaseBlock } from 'asn1js'
import { Enumerated, GeneralizedTime } from 'asn1js'
import type { RevokedCertificate } from 'pkijs'
import { valuesIn } from '#platform/seal/asn1.ts'
import { ID } from '#platform/seal/object-ids.ts'

type Revocation = { at: Date; reason: number | undefined }

/** affiliationChanged, superseded and cessationOfOperation (RFC 5280, 5.3.1): the key was not compromised. */
const HARMLESS = [3, 4, 5]

/**
 * RFC 3161, 4: an authority gives up a certificate for such a reason, and timestamps of before remain valid. Stricter
 * than there, the reason must be one of three: "unspecified" may be anything.
 */
export function isHarmless({ at, reason = -1 }: Revocation, timestampedAt: Date | undefined): boolean {
  return timestampedAt !== undefined && timestampedAt < at && HARMLESS.includes(reason)
}

/** RevokedInfo of RFC 6960, 4.2.1. */
export function revocationIn(certStatus: BaseBlock): Revocation {
  const [time, tagged] = valuesIn(certStatus)
  const [reason] = tagged ? valuesIn(tagged) : []
  // A time that is none compares with nothing, so that the revocation counts.
  return { at: time instanceof GeneralizedTime ? time.toDate() : new Date(Number.NaN), reason: numberIn(reason) }
}

/** An entry of a list. What is critical in it and is not understood makes every reason doubtful. */
export function revocationOf({ revocationDate, crlEntryExtensions }: RevokedCertificate): Revocation {
  const extensions = crlEntryExtensions?.extensions ?? []
  const isUnderstood = extensions.every(({ extnID, critical }) => extnID === ID.reasonCode || !critical)
  const reason = extensions.find((one) => one.extnID === ID.reasonCode)?.parsedValue
  return { at: revocationDate.value, reason: isUnderstood ? numberIn(reason) : undefined }
}

function numberIn(block: unknown): number | undefined {
  return block instanceof Enumerated ? block.valueBlock.valueDec : undefined
}
