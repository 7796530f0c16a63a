/** How old a signed address may be, and how far ahead of ours the clock of its signer. */
export const SIGNED_MAX_AGE_SECONDS = 300
export const SIGNED_MAX_AHEAD_SECONDS = 60

/** As fine as the clocks of single sign-on links; and as those of any programming language. */
export type FractionDigits = 6 | 9

/**
 * Whether a signed address was signed just now. Its hash covers several texts one behind the other, so the timestamp has
 * exactly one spelling: ten digits without a leading zero, a sign or an exponent, and up to nine behind a point. A shorter
 * text cannot be cut out of it that is a timestamp too, which is why a fraction must have fewer than ten digits.
 */
export function isSignedJustNow(timestamp: string, now: Date, fractionDigits: FractionDigits): boolean {
  if (!SPELLINGS[fractionDigits].test(timestamp)) return false
  const ageSeconds = now.getTime() / 1000 - Number(timestamp)
  return ageSeconds <= SIGNED_MAX_AGE_SECONDS && ageSeconds >= -SIGNED_MAX_AHEAD_SECONDS
}

const SPELLINGS = {
  6: /^[1-9][0-9]{9}(?:\.[0-9]{1,6})?$/,
  9: /^[1-9][0-9]{9}(?:\.[0-9]{1,9})?$/,
}

/** The bytes of a hash in hexadecimal; nothing when it is not exactly one SHA-256. */
export function readHash(text: string): Buffer | undefined {
  return /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined
}
