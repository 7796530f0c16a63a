import type { Piece } from '../harness/piece.ts'
import { backup } from './backup/backup.ts'
import { citus } from './citus/citus.ts'
import { failover } from './failover/failover.ts'
import { pooler } from './pooler/pooler.ts'
import { replicas } from './replicas/replicas.ts'
import { s3 } from './s3/s3.ts'
import { scaling } from './scaling.ts'
import { watching } from './watching.ts'

/** In the order in which they run. */
export const PIECES: readonly Piece[] = [pooler, failover, replicas, scaling, s3, backup, watching, citus]
