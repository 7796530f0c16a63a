const MAX_BYTES = 180
const MAX_EXTENSION_BYTES = 20
/** What Windows takes in no name, and what is not seen: such a character could turn the rest of a name around. */
const UNUSABLE = /[\\/:*?"<>|\p{Cc}]+/gu
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Names of devices, whatever follows the first dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Names for files in an archive that people unpack: readable, and unique on every file system. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  /** A free path in this folder, which is taken then. The extension begins with its dot, or is empty. */
  next(folder: string, title: string, extension: string): string {
    const ending = cut(usableName(extension), MAX_EXTENSION_BYTES)
    const name = cut(usableName(title), MAX_BYTES).replace(RESERVED, '_$1') || 'file'
    for (let copy = 1; ; copy += 1) {
      const wanted = `${folder}/${name}${copy === 1 ? '' : ` (${copy})`}${ending}`
      const folded = wanted.normalize('NFC').toLowerCase()
      if (this.#taken.has(folded)) continue
      this.#taken.add(folded)
      return wanted
    }
  }
}

/** The text without what no name of a file may have. */
export function usableName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(UNSEEN, '')
    .replaceAll(UNUSABLE, '_')
    .replace(/[. ]+$/, '')
    .trim()
}

/** Whole characters, as many as fit. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    kept += character
  }
  return kept.replace(/[. ]+$/, '').trim()
}
