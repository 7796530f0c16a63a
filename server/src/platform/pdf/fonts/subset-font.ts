import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What HarfBuzz exports for subsets; numbers are addresses, and 0 stands for nothing. Its package wraps only the shaping. */
type Subsetter = {
  memory: { buffer: ArrayBuffer }
  _initialize(): void
  malloc(sizeBytes: number): number
  free(at: number): void
  hb_blob_create(at: number, sizeBytes: number, mode: number, data: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_length(blob: number): number
  hb_blob_get_data(blob: number, sizeAt: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, which: number): number
  hb_subset_or_fail(face: number, input: number): number
}
/** What is needed of it; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: object }
}

const READ_ONLY = 1
const DROPPED_TABLES = 3
/** No hints, glyphs keep their numbers, the glyph 0 its outline; glyphs are listed already, so rules add none. */
const FLAGS = 0x1 | 0x2 | 0x40 | 0x200
/** PDF numbers the glyphs by itself and places them one by one: it needs neither characters nor rules. */
const NOT_NEEDED = [
  'BASE',
  'DSIG',
  'FFTM',
  'GDEF',
  'GPOS',
  'GSUB',
  'MATH',
  'OS/2',
  'VORG',
  'cmap',
  'gasp',
  'kern',
  'name',
  'post',
  'vhea',
  'vmtx',
]

let subsetter: Subsetter | undefined
const opened = new WeakMap<Buffer, number>()

/** A font file that draws these glyphs under the numbers that they have; the others are empty. */
export function subsetFont(file: Buffer, glyphs: Iterable<number>): Buffer {
  subsetter ??= loadSubsetter()
  const hb = subsetter
  const face = openFace(hb, file)
  const input = hb.hb_subset_input_create_or_fail()
  if (input === 0) throw new Error('HarfBuzz has no memory left.')
  hb.hb_subset_input_set_flags(input, FLAGS)
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES)
  for (const tag of NOT_NEEDED) hb.hb_set_add(dropped, Buffer.from(tag).readUInt32BE())
  const kept = hb.hb_subset_input_glyph_set(input)
  for (const glyph of glyphs) hb.hb_set_add(kept, glyph)
  const subset = hb.hb_subset_or_fail(face, input)
  hb.hb_subset_input_destroy(input)
  if (subset === 0) throw new Error('HarfBuzz cannot make a subset of the font.')
  const blob = hb.hb_face_reference_blob(subset)
  const at = hb.hb_blob_get_data(blob, 0)
  const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, at, hb.hb_blob_get_length(blob)))
  hb.hb_blob_destroy(blob)
  hb.hb_face_destroy(subset)
  return bytes
}

function loadSubsetter(): Subsetter {
  const path = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)))
  const hb = exports as Subsetter
  hb._initialize()
  return hb
}

/** The file stays in the memory of HarfBuzz for the next document. */
function openFace(hb: Subsetter, file: Buffer): number {
  const known = opened.get(file)
  if (known !== undefined) return known
  const at = hb.malloc(file.length)
  if (at === 0) throw new Error('HarfBuzz has no memory left.')
  new Uint8Array(hb.memory.buffer, at, file.length).set(file)
  const blob = hb.hb_blob_create(at, file.length, READ_ONLY, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  hb.hb_blob_destroy(blob)
  opened.set(file, face)
  return face
}
