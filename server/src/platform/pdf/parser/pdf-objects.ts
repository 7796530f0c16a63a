import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { type Entry, readSection, type Section } from './cross-reference-section.ts'
import type { PdfFile } from './pdf-file.ts'
import { isCount, isReference, type PdfValue, readValues } from './pdf-values.ts'
import { type PdfObject, readObject } from './read-object.ts'
import { readStream } from './read-stream.ts'

const MAX_STEPS = 8

/** The objects of a file, as its newest version has them. Older versions are read only for what newer ones leave alone. */
export class PdfObjects {
  readonly #file: PdfFile
  readonly #sections: Section[] = []
  readonly #positions = new Set<number>()
  readonly #streams = new Map<number, ObjectStream>()
  #nextSectionAt: number

  constructor(file: PdfFile, newestSectionAt: number) {
    this.#file = file
    this.#nextSectionAt = newestSectionAt
  }

  /** What the newest version that says anything says under this name. */
  async trailerValue(name: string): Promise<PdfValue> {
    for (let index = 0; ; index += 1) {
      const section = await this.#section(index)
      if (!section) return null
      const value = section.trailer.get(name)
      if (value !== undefined) return value
    }
  }

  /** The value itself, or the one that it refers to. */
  async resolve(value: PdfValue | undefined): Promise<PdfValue> {
    let found = value ?? null
    for (let step = 0; isReference(found); step += 1) {
      if (step === MAX_STEPS) throw new UnreadablePdf()
      const entry = await this.#find(found.object)
      if (entry === 'deleted') return null
      found =
        'at' in entry
          ? (await this.#objectAt(entry, found.object)).value
          : (await this.#objectStream(entry.stream)).valueOf(found.object, entry.index)
    }
    return found
  }

  async #find(object: number): Promise<Entry> {
    for (let index = 0; ; index += 1) {
      const section = await this.#section(index)
      if (!section) return 'deleted'
      const entry = await section.find(object)
      if (entry !== undefined) return entry
    }
  }

  async #objectAt({ at }: { at: number }, number: number): Promise<PdfObject> {
    const object = await readObject(this.#file, at)
    if (object.number !== number) throw new UnreadablePdf()
    return object
  }

  async #objectStream(number: number): Promise<ObjectStream> {
    const known = this.#streams.get(number)
    if (known) return known
    // The streams of an encrypted file are encrypted, but for the cross-references.
    if ((await this.trailerValue('Encrypt')) !== null) throw new UnreadablePdf()
    const object = await this.#plainObject(number)
    if (!(object.value instanceof Map)) throw new UnreadablePdf()
    const length = object.value.get('Length')
    const lengthBytes = isReference(length) ? (await this.#plainObject(length.object)).value : length
    const bytes = await readStream(this.#file, object, lengthBytes)
    const stream = openObjectStream(this.#file, bytes, object.value.get('First'))
    this.#streams.set(number, stream)
    return stream
  }

  /** An object that may not stand within an object stream itself. */
  async #plainObject(number: number): Promise<PdfObject> {
    const entry = await this.#find(number)
    if (entry === 'deleted' || !('at' in entry)) throw new UnreadablePdf()
    return this.#objectAt(entry, number)
  }

  async #section(index: number): Promise<Section | undefined> {
    while (this.#sections.length <= index && this.#nextSectionAt > 0) {
      const section = await this.#newSection(this.#nextSectionAt)
      const previousAt = section.trailer.get('Prev') ?? 0
      if (!isCount(previousAt)) throw new UnreadablePdf()
      this.#nextSectionAt = previousAt
      this.#sections.push(await this.#withHidden(section))
    }
    return this.#sections[index]
  }

  async #newSection(at: number): Promise<Section> {
    if (this.#positions.has(at)) throw new UnreadablePdf()
    this.#positions.add(at)
    return readSection(this.#file, at)
  }

  /** A table may hide objects from old readers: they are deleted there, and found in a stream beside it. */
  async #withHidden(section: Section): Promise<Section> {
    const hiddenAt = section.trailer.get('XRefStm')
    if (!isCount(hiddenAt)) return section
    const hidden = await this.#newSection(hiddenAt)
    return {
      trailer: section.trailer,
      async find(object) {
        const entry = await section.find(object)
        return entry === undefined || entry === 'deleted' ? ((await hidden.find(object)) ?? entry) : entry
      },
    }
  }
}

type ObjectStream = { valueOf(object: number, index: number): PdfValue }

/** A list of numbers and positions, and behind it the objects. */
function openObjectStream(file: PdfFile, bytes: Buffer, first: PdfValue | undefined): ObjectStream {
  if (!isCount(first)) throw new UnreadablePdf()
  const parse = (from: number, to: number) => {
    const part = bytes.subarray(from, to)
    file.spend(part.length)
    return readValues(part, 0, true).values
  }
  const list = parse(0, first)
  return {
    valueOf(object, index) {
      const [number, from, , to = bytes.length] = list.slice(2 * index, 2 * index + 4)
      if (number !== object || !isCount(from) || !isCount(to)) throw new UnreadablePdf()
      return parse(first + from, first + to)[0] ?? null
    },
  }
}
