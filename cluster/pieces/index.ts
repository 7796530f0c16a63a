import type { Piece } from '../harness/piece.ts'
import { watching } from './watching.ts'

/** In the order in which they run. */
export const PIECES: readonly Piece[] = [watching]
