import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { namesIn, unpacked } from './content-names.ts'
import { isLayer } from './layers.ts'
import type { PdfEntry, PdfNode } from './pdf-nodes.ts'
import { PdfiumFile, type PdfiumObject } from './pdfium-file.ts'

type Entries = Map<string, PdfEntry>

/** The entries of a page that it keeps. All others refer to other pages: form fields, annotations, threads, the tag tree. */
export const OF_PAGE: ReadonlySet<string> = new Set([
  'Type',
  'Parent',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Rotate',
  'UserUnit',
  'Contents',
  'Resources',
  'Group',
])
/** The entries of a form, a picture or a pattern that it keeps. All others refer to other files or pages, or hide it. */
const OF_DRAWING: ReadonlySet<string> = new Set([
  'Type',
  'Subtype',
  'FormType',
  'BBox',
  'Matrix',
  'Resources',
  'Group',
  'Length',
  'Filter',
  'DecodeParms',
  'PatternType',
  'PaintType',
  'TilingType',
  'XStep',
  'YStep',
  'Width',
  'Height',
  'ColorSpace',
  'BitsPerComponent',
  'Intent',
  'ImageMask',
  'Mask',
  'Decode',
  'Interpolate',
  'SMask',
  'SMaskInData',
  'Matte',
])
/** What programs leave in files for themselves, and what refers to other files or pages. */
const PRIVATE = new Set([
  'PieceInfo',
  'Metadata',
  'StructParent',
  'StructParents',
  'LastModified',
  'OPI',
  'Alternates',
  'AF',
  'Ref',
  'Measure',
  'PtData',
])
/** Kinds of resources that hold what pages show, and not only how. */
const SHOWN = ['XObject', 'Pattern', 'Properties']
const NO_PREDICTOR = 1
const BLANK = Buffer.from(' ')
const HEADER = '%PDF-1.7\n%\xa1\xb3\xc5\xd7\n'

/**
 * A PDF that PDFium wrote of some pages of another, without what these pages do not show: resources that all pages shared
 * can hold what others draw. Undefined when it cannot be told what the pages show.
 */
export function separatePages(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Separation(new PdfiumFile(bytes)).result()
  } catch (error) {
    // The other one says that things hang on each other without end.
    if (error instanceof UnreadablePdf || error instanceof RangeError) return undefined
    throw error
  }
}

/** Follows what pages show, from the root on; what it does not come by is left out. */
class Separation {
  readonly #file: PdfiumFile
  readonly #reached = new Set<number>()
  /** What is taken out of the objects that stay. */
  readonly #dropped = new Set<PdfEntry>()
  /** Entries of resources, of which only those in use stay. */
  readonly #resources = new Set<PdfEntry>()
  readonly #used = new Set<PdfEntry>()
  /** Whose resources those use who have none. */
  readonly #lenders = new Map<number, Set<PdfNode>>()

  constructor(file: PdfiumFile) {
    this.#file = file
  }

  result(): Uint8Array<ArrayBuffer> {
    this.#follow(this.#file.trailer, undefined)
    for (const entry of this.#resources) if (!this.#used.has(entry)) this.#dropped.add(entry)
    return this.#write()
  }

  #follow(node: PdfNode, around: PdfNode | undefined): void {
    if (node.reference !== undefined) this.#reach(node.reference, around)
    for (const one of node.list ?? []) this.#follow(one, around)
    if (node.entries) this.#followEntries(node.entries, around)
  }

  #followEntries(entries: Entries, around: PdfNode | undefined, kept?: ReadonlySet<string>): void {
    const isLeftOut = isLayer(this.#file, entries)
    for (const [name, entry] of entries) {
      if (isLeftOut || (kept ? !kept.has(name) : PRIVATE.has(name))) this.#dropped.add(entry)
      else if (name === 'CharProcs') this.#followLetters(entry.value, around)
      else if (name !== 'Resources' || !isUser(entries)) this.#follow(entry.value, around)
    }
  }

  /** A letter may be called like an entry that is left out elsewhere. */
  #followLetters(node: PdfNode, around: PdfNode | undefined): void {
    if (node.reference !== undefined) this.#reached.add(node.reference)
    for (const { value } of this.#file.resolve(node)?.entries?.values() ?? []) this.#follow(value, around)
  }

  /** `around` are the resources of what refers to it: who has none of its own uses those. */
  #reach(number: number, around: PdfNode | undefined): void {
    const object = this.#file.objects.get(number)
    if (!object) return
    const { entries } = object.value
    const isNew = !this.#reached.has(number)
    this.#reached.add(number)
    // Who has no resources uses those of everyone who refers to it, once each.
    const isBorrower = around && entries && isUser(entries) && !entries.has('Resources')
    if (isBorrower ? this.#hasBorrowed(number, around) : !isNew) return
    if (!entries) this.#follow(object.value, around)
    else if (isUser(entries)) this.#use(object, entries, around)
    if (entries && isNew) this.#followEntries(entries, around, keptOf(object, entries))
  }

  #hasBorrowed(number: number, around: PdfNode): boolean {
    const lenders = this.#lenders.get(number) ?? new Set()
    this.#lenders.set(number, lenders)
    const hasBorrowed = lenders.has(around)
    lenders.add(around)
    return hasBorrowed
  }

  /** A page, a form, a pattern or a font that draws: keeps those of its resources that its content names. */
  #use(object: PdfiumObject, entries: Entries, around: PdfNode | undefined): void {
    const own = this.#file.resolve(entries.get('Resources')?.value)
    const resources = own ?? around
    const reference = entries.get('Resources')?.value.reference
    if (reference !== undefined) this.#reached.add(reference)
    if (!resources?.entries) return
    const contents = this.#contentsOf(object, entries)
    const names = contents && new Set(contents.flatMap((one) => [...namesIn(one)]))
    for (const [kind, { value }] of resources.entries) this.#useKind(kind, value, names, resources)
  }

  #useKind(kind: string, value: PdfNode, names: ReadonlySet<string> | undefined, resources: PdfNode): void {
    if (value.reference !== undefined) this.#reached.add(value.reference)
    const listed = this.#file.resolve(value)?.entries ?? new Map<string, PdfEntry>()
    for (const [name, entry] of listed) {
      if (!names && this.#mayDraw(kind, entry.value)) throw new UnreadablePdf()
      this.#resources.add(entry)
      if (names && !names.has(name)) continue
      this.#used.add(entry)
      this.#follow(entry.value, resources)
    }
  }

  /** Whether a resource may hold what only other pages show: also a mask in a graphics state, or a font that draws. */
  #mayDraw(kind: string, node: PdfNode): boolean {
    if (SHOWN.includes(kind)) return true
    const entries = this.#file.resolve(node)?.entries
    if (kind === 'Font') return this.#file.resolve(entries?.get('Subtype')?.value)?.name === 'Type3'
    const mask = this.#file.resolve(entries?.get('SMask')?.value)
    const isMasked = mask !== undefined && mask.name === undefined
    return kind === 'ExtGState' && (isMasked || entries?.has('Font') === true)
  }

  /** Undefined when some of it is packed in a way that is not known here. */
  #contentsOf(object: PdfiumObject, entries: Entries): Buffer[] | undefined {
    const parts = this.#streamsOf(object, entries).map((one) => {
      if (this.#hasPredictor(one)) return undefined
      const filters = this.#listOf(one.value.entries?.get('Filter')?.value)
      return unpacked(
        one.content ?? Buffer.alloc(0),
        filters.map((filter) => filter?.name),
      )
    })
    if (!parts.every((one) => one !== undefined)) return undefined
    // The parts of a page are one content, in which a text may begin in one part and end in the next.
    return isPage(entries) ? [Buffer.concat(parts.flatMap((one) => [one, BLANK]))] : parts
  }

  /** Without its predictor undone, a content shows names that are not those it uses. */
  #hasPredictor({ value }: PdfiumObject): boolean {
    return ['DecodeParms', 'DP']
      .flatMap((key) => this.#listOf(value.entries?.get(key)?.value))
      .map((parameters) => this.#file.resolve(parameters?.entries?.get('Predictor')?.value))
      .some((predictor) => predictor !== undefined && predictor.number !== NO_PREDICTOR)
  }

  /** One value may stand in place of a list of one. */
  #listOf(node: PdfNode | undefined): (PdfNode | undefined)[] {
    const value = this.#file.resolve(node)
    return value?.list?.map((one) => this.#file.resolve(one)) ?? (value ? [value] : [])
  }

  /** The form or pattern itself, the contents of a page, or what a font draws its letters with. */
  #streamsOf(object: PdfiumObject, entries: Entries): PdfiumObject[] {
    if (object.content) return [object]
    const contents = entries.get('Contents')?.value
    const letters = this.#file.resolve(entries.get('CharProcs')?.value)?.entries
    const nodes = contents
      ? (this.#file.resolve(contents)?.list ?? [contents])
      : Array.from(letters?.values() ?? [], nodeOf)
    return nodes.flatMap(({ reference }) => (reference === undefined ? [] : (this.#file.objects.get(reference) ?? [])))
  }

  #write(): Uint8Array<ArrayBuffer> {
    const parts: Buffer[] = [Buffer.from(HEADER, 'latin1')]
    const places = new Map<number, number>()
    let at = parts[0]?.length ?? 0
    const gaps = [...this.#dropped].sort((one, other) => one.start - other.start)
    for (const number of [...this.#reached].sort((one, other) => one - other)) {
      const object = this.#file.objects.get(number)
      if (!object) continue
      places.set(number, at)
      for (const part of this.#without(gaps, object)) {
        parts.push(part)
        at += part.length
      }
    }
    const { size } = this.#file
    const rows = Array.from({ length: size }, (_, number) => xrefRow(places.get(number)))
    const trailer = this.#file.bytes.toString('latin1', this.#file.trailer.start, this.#file.trailer.end)
    const end = `xref\n0 ${size}\n${rows.join('')}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`
    const written = Buffer.concat([...parts, Buffer.from(end, 'latin1')])
    return new Uint8Array(written)
  }

  /** An object as it was written, with blanks for what is taken out of it. */
  #without(gaps: readonly PdfEntry[], { start, end }: PdfiumObject): Buffer[] {
    const own = gaps.filter((gap) => gap.start >= start && gap.value.end <= end)
    const whole = Buffer.from(this.#file.bytes.subarray(start, end))
    for (const gap of own) whole.fill(' ', gap.start - start, gap.value.end - start)
    return [whole, Buffer.from('\n')]
  }
}

const nodeOf = (entry: PdfEntry) => entry.value

function xrefRow(at: number | undefined): string {
  return at === undefined ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`
}

/** Which entries an object keeps; undefined for all but those that are private. */
function keptOf({ content }: PdfiumObject, entries: Entries): ReadonlySet<string> | undefined {
  if (isPage(entries)) return OF_PAGE
  const isDrawing = isUser(entries) || entries.get('Subtype')?.value.name === 'Image'
  return content && isDrawing ? OF_DRAWING : undefined
}

function isPage(entries: Entries): boolean {
  return entries.get('Type')?.value.name === 'Page'
}

/** Whether an object draws with resources. */
function isUser(entries: Entries): boolean {
  const subtype = entries.get('Subtype')?.value.name
  const isPattern = entries.get('PatternType')?.value.number === 1
  return isPage(entries) || isPattern || subtype === 'Form' || subtype === 'Type3'
}
