/** Why a timestamp cannot be used, in words for the operator. */
export class TimestampRefused extends Error {
  override readonly name = 'TimestampRefused'
}
