import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PDFiumModule } from '@hyzyla/pdfium'

export type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>

type Imports = { env: { emscripten_resize_heap: (sizeBytes: number) => number } }
type Instance = { exports: object }
/** What is needed of it; TypeScript declares it for browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>
  Instance: new (module: object, imports: Imports) => Instance
}

const WASM = import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')

/** PDFium, with so much memory and not more. It reaches no file, no network and no screen. */
export async function loadPdfium(mostMemoryBytes: number): Promise<Pdfium> {
  const module = await WebAssembly.compile(await readFile(fileURLToPath(WASM)))
  const options = {
    print() {},
    printErr() {},
    instantiateWasm(imports: Imports, receive: (instance: Instance) => void) {
      const instance = new WebAssembly.Instance(module, withMemoryLimit(imports, mostMemoryBytes))
      receive(instance)
      return instance.exports
    },
  }
  // Its declaration says that it receives the module; it is the instance.
  const pdfium = await PDFiumModule(options as unknown as Parameters<typeof PDFiumModule>[0])
  pdfium._FPDF_InitLibraryWithConfig({})
  return pdfium
}

/** Left to itself, it takes up to 2 GB for a small file that asks for it. */
function withMemoryLimit(imports: Imports, mostMemoryBytes: number): Imports {
  const { env } = imports
  const growWithin = (sizeBytes: number) =>
    sizeBytes >>> 0 > mostMemoryBytes ? 0 : env.emscripten_resize_heap(sizeBytes)
  return { ...imports, env: { ...env, emscripten_resize_heap: growWithin } }
}
