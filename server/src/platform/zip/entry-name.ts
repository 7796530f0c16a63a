import { isUtf8 } from 'node:buffer'
import { type Entry, getFileNameLowLevel } from 'yauzl'

const UTF8_FLAG = 0x800

/** The name as text, with the separators of old Windows tools made plain, and whether it tries to be more than a name. */
export function entryName(entry: Entry): { name: string; isSafe: boolean } {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  // macOS writes UTF-8 without the flag for it; text in code page 437 is hardly ever valid UTF-8 by chance.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag
  const text = getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  // A database takes no NUL, and a screen should not see the others.
  return { name: text.replaceAll(/\p{Cc}/gu, '\uFFFD'), isSafe: isSafeName(text) && !fileNameRaw.some(isControl) }
}

/** Of a name whose segments are parted by slashes. */
export function isSafeName(name: string): boolean {
  const isAbsolute = /^(\/|[a-z]:)/i.test(name)
  const goesUp = name.split('/').some((segment) => segment.trim() === '..')
  return name !== '' && !isAbsolute && !goesUp && !/\p{Cc}/u.test(name)
}

/** Code page 437 has pictures for these, which the text then shows. */
function isControl(byte: number): boolean {
  return byte < 0x20 || byte === 0x7f
}
