import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { incompleteBytes } from '#platform/text/decode-utf8.ts'

/** How many bytes at the start of a file are examined. */
export const HEAD_BYTES = 4100

/** Formats that are texts at their beginning; their signatures are long enough to be trusted. */
const BEGIN_AS_TEXT = ['application/pdf', 'application/rtf', 'application/postscript']
const UNKNOWN = 'application/octet-stream'
const TEXTS: Record<string, string> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.md': 'text/markdown',
}

/** What a file is, by its first bytes. A text that is called a text of some kind is that; its words may begin like a picture. */
export async function detectContentType(head: Uint8Array, filename: string): Promise<string> {
  const isText = isTextual(head)
  const kind = TEXTS[extname(filename).toLowerCase()]
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime
  const isKind = isText && kind !== undefined && !BEGIN_AS_TEXT.includes(found ?? '')
  return isKind ? kind : (found ?? (isText ? 'text/plain' : UNKNOWN))
}

function isTextual(head: Uint8Array): boolean {
  // The last character may be cut off where the head ends.
  const cut = head.length === HEAD_BYTES ? incompleteBytes(head) : 0
  return !head.includes(0) && isUtf8(head.subarray(0, head.length - cut))
}
