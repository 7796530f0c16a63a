import { isCount } from '#platform/pdf/parser/pdf-values.ts'
import { type ValueBuilder, ValueReader } from '#platform/pdf/parser/value-reader.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'

/** A value of a PDF and where it stands, so that it can be taken out without the rest being written anew. */
export type PdfNode = {
  start: number
  end: number
  /** The number of the object that it refers to. */
  reference?: number
  name?: string
  number?: number
  list?: PdfNode[]
  /** By their names; `start` of an entry is that of its name. */
  entries?: Map<string, PdfEntry>
}
export type PdfEntry = { start: number; value: PdfNode }

const BUILDER: ValueBuilder<PdfNode> = {
  number: (number, start, end) => ({ start, end, number }),
  name: (name, start, end) => ({ start, end, name }),
  other: (start, end) => ({ start, end }),
  list: (list, start, end) => ({ start, end, list }),
  dictionary: (nodes, start, end) => ({ start, end, entries: entriesOf(nodes) }),
  reference({ start, number }, generation, end) {
    if (!isCount(number) || !isCount(generation.number)) throw new UnreadablePdf()
    return { start, end, reference: number }
  },
}

/** Reads the value that stands at a place, alone before a word such as `endobj`. */
export function readNode(bytes: Buffer, at: number): PdfNode {
  const [node, ...more] = new ValueReader(BUILDER, bytes, at, true).upToWord().values
  if (!node || more.length > 0) throw new UnreadablePdf()
  return node
}

function entriesOf(nodes: readonly PdfNode[]): Map<string, PdfEntry> {
  const entries = new Map<string, PdfEntry>()
  for (let at = 0; at < nodes.length; at += 2) {
    const key = nodes[at]
    const value = nodes[at + 1]
    if (key?.name === undefined || !value) throw new UnreadablePdf()
    entries.set(key.name, { start: key.start, value })
  }
  return entries
}
