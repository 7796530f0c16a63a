import type { Piece } from '../harness/piece.ts'
import { pooler } from './pooler/pooler.ts'
import { scaling } from './scaling.ts'

/** In the order in which they run. */
export const PIECES: readonly Piece[] = [pooler, scaling]
