import type { Piece } from '../harness/piece.ts'
import { backup } from './backup/backup.ts'

/** In the order in which they run. */
export const PIECES: readonly Piece[] = [backup]
