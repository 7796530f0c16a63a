import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { type ValueBuilder, ValueReader } from './value-reader.ts'

/** A name is a string. What tells nothing about pages (texts, booleans, null) is null. */
export type PdfValue = number | string | null | PdfReference | PdfValue[] | PdfDictionary
export type PdfReference = { object: number }
export type PdfDictionary = Map<string, PdfValue>

/** What stood before a word that is not a value, such as `obj` or `stream`; the word is empty at the end of the bytes. */
export type PdfValues = { values: PdfValue[]; word: string; end: number }

const BUILDER: ValueBuilder<PdfValue> = {
  number: (number) => number,
  name: (name) => name,
  other: () => null,
  list: (values) => values,
  dictionary: dictionaryOf,
  reference(object, generation) {
    if (!isCount(object) || !isCount(generation)) throw new UnreadablePdf()
    return { object }
  },
}

/** Reads values up to a word that is none. The end of the bytes is the end of the file only if `isWhole` says so. */
export function readValues(bytes: Buffer, from: number, isWhole: boolean): PdfValues {
  const reader = new ValueReader(BUILDER, bytes, from, isWhole)
  const { values, word } = reader.upToWord()
  return { values, word, end: reader.at }
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && value !== null && 'object' in value
}

/** A whole number that a position, a count or a size can be. */
export function isCount(value: PdfValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function dictionaryOf(values: PdfValue[]): PdfDictionary {
  const dictionary: PdfDictionary = new Map()
  for (let at = 0; at < values.length; at += 2) {
    const key = values[at]
    const value = values[at + 1]
    if (typeof key !== 'string' || value === undefined) throw new UnreadablePdf()
    dictionary.set(key, value)
  }
  return dictionary
}
