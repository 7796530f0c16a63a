import { constants, inflateSync } from 'node:zlib'
import { plainName } from './pdf-nodes.ts'

const MAX_CONTENT_BYTES = 64 * 1024 * 1024

/** What a content was before it was packed; undefined when that was done in a way that only old files have. */
export function unpacked(bytes: Buffer, filters: readonly (string | undefined)[]): Buffer | undefined {
  let content = bytes
  for (const filter of filters) {
    if (filter !== 'FlateDecode' && filter !== 'Fl') return undefined
    try {
      content = inflateSync(content, { maxOutputLength: MAX_CONTENT_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
    } catch {
      return undefined
    }
  }
  return content
}

const NAME = /\/([^\s()<>[\]{}/%]*)/g

/**
 * All names in a content, wherever they stand. Some of them name nothing that is used (in texts, in the bytes of pictures):
 * what has such a name is kept though it need not be, but nothing goes missing.
 */
export function namesIn(content: Buffer): Set<string> {
  return new Set(Array.from(content.toString('latin1').matchAll(NAME), ([, name = '']) => plainName(name)))
}
