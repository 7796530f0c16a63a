import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from '#platform/start-refused.ts'

export const PORT = 5432

/** Where everything of one data folder is. */
export type DataPaths = { dataDir: string; cluster: string; socketDir: string; log: string }

export function dataPathsIn(dataDir: string): DataPaths {
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    socketDir: socketDirOf(dataDir),
    log: join(dataDir, 'postgres.log'),
  }
}

// sun_path holds 108 bytes on Linux and 104 on macOS, with the final zero.
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103

export function socketDirOf(dataDir: string): string {
  const inside = join(dataDir, 'run')
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES) return inside
  // Not os.tmpdir(): a service and a command with another TMPDIR must look in the same place.
  return `/tmp/dossier-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
}

/** The real path of a data folder that exists and can be written to. */
export function openDataDir(dataDir: string): string {
  try {
    mkdirSync(dirname(dataDir), { recursive: true })
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(dataDir)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new StartRefused(
      `The data folder ${dataDir} cannot be written to (${reason}); give this user the right to, or set DATA_DIR to another folder.`,
    )
  }
}

/** Makes the socket folder; outside the data folder, others may have put something in its place. */
export function openSocketDir(socketDir: string, dataDir: string): void {
  if (isUsable(socketDir, dirname(socketDir) !== dataDir)) return
  throw new StartRefused(
    `${socketDir} cannot be used as the private folder of the database socket; remove it, or set DATA_DIR to another folder with a short path.`,
  )
}

function isUsable(socketDir: string, isAmongStrangers: boolean): boolean {
  try {
    mkdirSync(socketDir, { recursive: true, mode: 0o700 })
    accessSync(socketDir, constants.W_OK | constants.X_OK)
    const found = lstatSync(socketDir)
    return !isAmongStrangers || (found.isDirectory() && (found.mode & 0o077) === 0)
  } catch {
    return false
  }
}
