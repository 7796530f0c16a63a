import type { Fields } from './pattern.ts'

/** Why a part cannot be handed out, whoever it is for. */
export type Fault = { reason: string; message: string }

/** A part whose bytes are in the file store. */
export type StoredPart = { content_type: string; size: number; sha256: string; page_count: number }

/** One part of a spool, in the order of the spool. */
export type Part = {
  /** What people call it: the name of a file, or of the spool. */
  file: string
  first_page: number | null
  fields: Fields | undefined
  /** Stores its bytes, or says why not. */
  store(): Promise<StoredPart | Fault>
}

/** How far the spool has been read, from 0 to 1. */
export type Parts = AsyncGenerator<{ part: Part; progress: number }, void, undefined>

/** The spool as a whole cannot be used. */
export class UnusableSpool extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function isFault(stored: StoredPart | Fault): stored is Fault {
  return 'reason' in stored
}

/** More than this is no batch of documents for people. */
export const MOST_PARTS = 200_000
