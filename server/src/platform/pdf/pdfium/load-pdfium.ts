import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PDFiumModule as openModule } from '@hyzyla/pdfium'

/** What it has beyond what its package declares; numbers are addresses, and 0 stands for nothing. */
type Composing = {
  _FPDF_CreateNewDocument(): number
  _FPDFPage_New(document: number, index: number, width: number, height: number): number
  _FPDF_ImportPagesByIndex(into: number, source: number, indices: number, count: number, at: number): number
  _FPDFPage_Flatten(page: number, usage: number): number
  _FPDF_GetPageBoundingBox(page: number, box: number): number
  _FPDFPage_SetMediaBox(page: number, left: number, bottom: number, right: number, top: number): void
  _FPDFPage_SetCropBox(page: number, left: number, bottom: number, right: number, top: number): void
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetAnnot(page: number, index: number): number
  _FPDFPage_CloseAnnot(annotation: number): void
  _FPDFAnnot_GetSubtype(annotation: number): number
  _FPDFAnnot_GetFlags(annotation: number): number
  _FPDFAnnot_SetFlags(annotation: number, flags: number): number
  _FPDFAnnot_HasKey(annotation: number, key: number): number
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number
  _FPDF_NewXObjectFromPage(into: number, source: number, index: number): number
  _FPDF_CloseXObject(form: number): void
  _FPDFDoc_AddAttachment(document: number, name: number): number
  _FPDFAttachment_SetFile(attachment: number, document: number, bytes: number, sizeBytes: number): number
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number
}
type Reading = {
  _FPDFPage_GetRotation(page: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetCharAngle(text: number, index: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, box: number): number
  _FPDF_PageToDevice(...pageAreaTurnPointAndTarget: number[]): number
}
export type Pdfium = Awaited<ReturnType<typeof openModule>> & Composing & Reading

type Imports = {
  env: { emscripten_resize_heap: (sizeBytes: number) => number; emscripten_date_now: () => number }
}
/** PDFium as it was compiled; threads share one. */
export type CompiledPdfium = object

type Options = {
  maxMemoryBytes: number
  compiled?: CompiledPdfium
  /** What PDFium takes for the time, in milliseconds: it dates the files that it writes. */
  now?: () => number
}
type Instance = { exports: object }
/** What is needed of it; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  Instance: new (module: object, imports: Imports) => Instance
}

export async function compilePdfium(): Promise<CompiledPdfium> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))))
}

/** PDFium, with so much memory and not more. It reaches no file, no network and no screen. */
export async function loadPdfium({ maxMemoryBytes, compiled, now = Date.now }: Options): Promise<Pdfium> {
  const module = compiled ?? (await compilePdfium())
  const { PDFiumModule } = await import('@hyzyla/pdfium')
  const options = {
    print() {},
    printErr() {},
    instantiateWasm(imports: Imports, receive: (instance: Instance) => void) {
      const instance = new WebAssembly.Instance(module, limited(imports, maxMemoryBytes, now))
      receive(instance)
      return instance.exports
    },
  }
  // Its declaration says that it receives the module; it is the instance.
  const pdfium = await PDFiumModule(options as unknown as Parameters<typeof openModule>[0])
  pdfium._FPDF_InitLibraryWithConfig({})
  return pdfium as Pdfium
}

/** Left to itself, it takes up to 2 GB for a small file that asks for it. */
function limited(imports: Imports, maxMemoryBytes: number, now: () => number): Imports {
  const { env } = imports
  const growWithin = (sizeBytes: number) =>
    sizeBytes >>> 0 > maxMemoryBytes ? 0 : env.emscripten_resize_heap(sizeBytes)
  return { ...imports, env: { ...env, emscripten_resize_heap: growWithin, emscripten_date_now: now } }
}
