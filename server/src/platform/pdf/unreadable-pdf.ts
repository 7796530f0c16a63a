/** A file that is not a PDF, is damaged, or exceeds the limits of work. */
export class UnreadablePdf extends Error {
  override readonly name: string = 'UnreadablePdf'
}
