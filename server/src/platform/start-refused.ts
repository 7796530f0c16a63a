/** A start that cannot go on until the operator changes something: one line that says what. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
