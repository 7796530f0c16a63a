import type { Fields } from './pattern.ts'

/** Why a part cannot be handed out, no matter who it is for. */
export type Fault = { reason: string; message: string }

/** A part whose bytes are in the file store. */
export type StoredPiece = { content_type: string; size: number; sha256: string; page_count: number }

/** One part of a spool, in the order of the spool. */
export type Piece = {
  /** What people call it: the name of a file, or of the spool. */
  file: string
  first_page: number | null
  fields: Fields | undefined
  /** Stores its bytes, or says why not. */
  store(): Promise<StoredPiece | Fault>
}

/** How far the spool has been read, from 0 to 1. */
export type SpoolPieces = AsyncGenerator<{ part: Piece; progress: number }, void, undefined>

/** The spool as a whole cannot be used. */
export class UnusableSpool extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export function isFault(stored: StoredPiece | Fault): stored is Fault {
  return 'reason' in stored
}

/** More than this is not a batch of documents for people. */
export const MAX_PIECES = 200_000
