import { type Entry, getFileNameLowLevel } from 'yauzl'

/** The name as text, with the separators of old Windows tools made plain, and whether it tries to be more than a name. */
export function entryName(entry: Entry): { name: string; isSafe: boolean } {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  const text = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
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
