import { embeddedFont } from './embedded-font.ts'
import type { PageFont } from './page-font.ts'
import { isWindows1252, type StandardFontName, standardFont } from './standard-font.ts'
import { type TrueTypeName, trueType } from './true-type.ts'

export type FontChoice = { standard: StandardFontName; other: TrueTypeName }

/** The standard font if it can show all of a text, or else one of our own. */
export function pickFont(text: string, { standard, other }: FontChoice): PageFont {
  return isWindows1252(text) ? standardFont(standard) : embeddedFont(trueType(other))
}
