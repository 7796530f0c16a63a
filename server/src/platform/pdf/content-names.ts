import { constants, inflateSync } from 'node:zlib'
import { plainName } from './pdf-nodes.ts'

const MOST_CONTENT_BYTES = 64 * 1024 * 1024

/** What a content was before it was packed; undefined when that was done in a way that only old files have. */
export function unpacked(bytes: Buffer, filters: readonly (string | undefined)[]): Buffer | undefined {
  let content = bytes
  for (const filter of filters) {
    if (filter !== 'FlateDecode' && filter !== 'Fl') return undefined
    try {
      content = inflateSync(content, { maxOutputLength: MOST_CONTENT_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
    } catch {
      return undefined
    }
  }
  return content
}

/** Names stand behind a stroke; texts, in which a stroke means nothing, are passed over. */
const NAME_OR_TEXT = /\/([^\s()<>[\]{}/%]*)|\((?:[^\\()]|\\[\s\S])*\)|%[^\r\n]*/g

/**
 * All names in a content. Some of them may name nothing that is used (tags of marked content, the bytes of pictures): what
 * has such a name is kept though it need not be.
 */
export function namesIn(content: Buffer): Set<string> {
  const names = new Set<string>()
  for (const [, name] of content.toString('latin1').matchAll(NAME_OR_TEXT)) {
    if (name !== undefined) names.add(plainName(name))
  }
  return names
}
