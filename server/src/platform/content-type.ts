import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'

/** As many of the first bytes of a file as are looked at. */
export const HEAD_BYTES = 4100

const UNKNOWN = 'application/octet-stream'
const TEXTS: Record<string, string> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.md': 'text/markdown',
}

/** What a file is, by its first bytes; what it is called only says which kind of text a text is. */
export async function detectContentType(head: Uint8Array, filename: string): Promise<string> {
  const found = await fileTypeFromBuffer(head)
  if (found) return found.mime
  return isText(head) ? (TEXTS[extname(filename).toLowerCase()] ?? 'text/plain') : UNKNOWN
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  // The last character may be cut off.
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)))
}
