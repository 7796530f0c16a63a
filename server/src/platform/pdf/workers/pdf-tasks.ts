import type { Letter } from '#platform/pdf/pages/letter-page.ts'
import type { TextReading } from '#platform/pdf/pdfium/read-text.ts'
import type { PageAsked, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'
import type { StampFault, Stamping } from '#platform/pdf/stamps/stamping.ts'

/** The matches of the pattern on a page or in a text, by group name; null if it does not match. */
export type Match = Record<string, string> | null

/** A regular expression that users wrote: it runs in a thread, which can be terminated. */
export type Pattern = { source: string; flags: string }

/** Why a file cannot be used. */
export type PdfFault = 'encrypted' | 'damaged' | 'no_pages'
export type PdfFacts = { pageCount: number; fault?: undefined } | { fault: PdfFault }

export type MadePdf = { bytes: Uint8Array<ArrayBuffer>; pageCount: number }

/** Pages that follow each other; the first page is 1. */
export type Pages = { from: number; count: number }

/** What a thread is asked to do. A large file is sent to it in chunks, and stays loaded. */
export type PdfTask =
  | { ask: 'reserve'; sizeBytes: number }
  | { ask: 'write'; at: number; bytes: Uint8Array }
  | { ask: 'load' }
  | { ask: 'unload' }
  | ({ ask: 'find'; pattern: Pattern } & Pages)
  | { ask: 'match'; pattern: Pattern; texts: string[] }
  | ({ ask: 'extract'; moment: number } & Pages)
  | { ask: 'inspect'; bytes: Uint8Array }
  | { ask: 'merge'; files: Uint8Array[]; isDuplex: boolean; moment: number }
  | { ask: 'text'; text: string; title: string }
  | ({ ask: 'stamp'; file: Uint8Array; moment: number } & Omit<Stamping, 'moment'>)
  | { ask: 'letter'; letter: Letter }
  | { ask: 'countPages'; bytes: Uint8Array }
  | { ask: 'renderPage'; bytes: Uint8Array; asked: PageAsked }
  | { ask: 'readText'; bytes: Uint8Array; from: number }

/** How much memory PDFium has taken so far, which it never gives back. */
export type PdfMemory = { memoryBytes: number }

export type PdfTaskResult =
  | PdfMemory
  | MadePdf
  | PdfFacts
  | StampFault
  | Match[]
  | Rendering<Uint8Array<ArrayBuffer>>
  | TextReading
  | number
  | undefined
