/** A file that is no PDF, is broken, or asks for more work than is done for it. */
export class UnreadablePdf extends Error {
  override readonly name: string = 'UnreadablePdf'
}
