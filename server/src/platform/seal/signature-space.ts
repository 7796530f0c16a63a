import { createHash } from 'node:crypto'

/** A field of a signature is printed and cannot be moved; its form holds signatures and may only be added to. */
export const FIELD_FLAGS = 132
export const FORM_FLAGS = 3
const POSITION_DIGITS = 10
const POSITION = '*'.repeat(POSITION_DIGITS)
const POSITIONS = `${POSITION} ${POSITION} ${POSITION}`
const RANGE = '/ByteRange[0 '
const CONTENTS = ']/Contents'

type Content = { before: Buffer; after: Buffer }
export type SignContent = (digest: Buffer, content: Content) => Promise<Buffer>

/** The entries of a signature that is still to be made: which bytes it covers, and zeros in its place. */
export function signatureSpace(roomBytes: number): string {
  return `${RANGE}${POSITIONS}${CONTENTS}<${'0'.repeat(2 * roomBytes)}>`
}

/**
 * Has the file signed, all but the space itself. `objectAt` is where the object of the signature begins: what strangers
 * wrote elsewhere in the file may look like a space.
 */
export async function fillSignatureSpace(pdf: Buffer, objectAt: number, sign: SignContent): Promise<void> {
  const content = contentOf(pdf, objectAt)
  const digest = createHash('sha256').update(content.before).update(content.after).digest()
  const signature = await sign(digest, content)
  const roomBytes = (pdf.length - content.before.length - content.after.length - 2) / 2
  if (signature.length > roomBytes) throw new Error(`The signature has ${signature.length} bytes; ${roomBytes} fit.`)
  pdf.set(Buffer.from(signature.toString('hex'), 'latin1'), content.before.length + 1)
}

/** Says in the file which of its bytes are signed: all but the signature and its brackets. */
function contentOf(pdf: Buffer, objectAt: number): Content {
  const spaceAt = pdf.indexOf(`${RANGE}${POSITIONS}${CONTENTS}<`, objectAt, 'latin1')
  if (spaceAt < 0) throw new Error('The file has no space for a signature.')
  const at = spaceAt + RANGE.length
  const start = at + POSITIONS.length + CONTENTS.length
  const end = pdf.indexOf('>', start, 'latin1') + 1
  const positions = [start, end, pdf.length - end].map((one) => String(one).padEnd(POSITION_DIGITS))
  pdf.write(positions.join(' '), at, 'latin1')
  return { before: pdf.subarray(0, start), after: pdf.subarray(end) }
}
