import type { Pdfium } from './load-pdfium.ts'

/** What is needed of it; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: { write: object } }
}
type Table = { set(index: number, value: object): void }

/** A module of WebAssembly that hands on a function of ours, so that PDFium can call it: imports `a.b`, exports `write`. */
const BRIDGE = Uint8Array.from([
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0, // magic, version
  1,
  8,
  1,
  96,
  3,
  127,
  127,
  127,
  1,
  127, // one type: three numbers in, one out
  2,
  7,
  1,
  1,
  97,
  1,
  98,
  0,
  0, // one import
  7,
  9,
  1,
  5,
  119,
  114,
  105,
  116,
  101,
  0,
  0, // one export
])
/** The table of functions cannot grow, and this is its one free place: nothing of PDFium's lies at the null pointer. */
const FREE_PLACE = 0
const WRITER_BYTES = 8
const WRITER_VERSION = 1

/** Gives PDFium a way to write files; answers how to save a document. */
export function openSaving(pdfium: Pdfium): (document: number) => Uint8Array<ArrayBuffer> | undefined {
  let parts: Uint8Array[] = []
  const write = (_self: number, at: number, sizeBytes: number) => {
    parts.push(pdfium.HEAPU8.slice(at, at + sizeBytes))
    return 1
  }
  const bridge = new WebAssembly.Instance(new WebAssembly.Module(BRIDGE), { a: { b: write } })
  const { __indirect_function_table: table } = pdfium.wasmExports as unknown as { __indirect_function_table: Table }
  table.set(FREE_PLACE, bridge.exports.write)
  const writer = pdfium.wasmExports.malloc(WRITER_BYTES)
  const fields = new Int32Array(pdfium.HEAPU8.buffer, writer, 2)
  fields.set([WRITER_VERSION, FREE_PLACE])

  return (document) => {
    parts = []
    const isSaved = pdfium._FPDF_SaveAsCopy(document, writer, 0)
    const saved = isSaved ? joined(parts) : undefined
    parts = []
    return saved
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, one) => sum + one.byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
