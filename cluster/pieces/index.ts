import type { Piece } from '../harness/piece.ts'

/** In the order in which they run. */
export const PIECES: readonly Piece[] = []
