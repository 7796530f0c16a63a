import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { userInfo } from 'node:os'

/**
 * PostgreSQL refuses to run as root. `direct`: we are not root. `mapped`: root stays the owner of all files, but the
 * server sees itself as nobody in a user namespace. `nobody`: where namespaces are forbidden, as the user nobody.
 */
export type Way = 'direct' | 'mapped' | 'nobody'

export const NOBODY = 65534

// A fixed environment: PG* and LC_* variables of the service would change the server, and its secrets are not for it.
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export function waysHere(): Way[] {
  if (process.getuid?.() === 0) return ['mapped', 'nobody']
  return isNamed() ? ['direct'] : ['mapped', 'direct']
}

/** initdb insists on a name for its user, which containers with an arbitrary user id do not give. */
function isNamed(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Who owns what a server that runs this way writes. */
export function ownerOf(way: Way): { uid: number; gid: number } {
  if (way === 'nobody') return { uid: NOBODY, gid: NOBODY }
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

export function spawnAs(way: Way, file: string, args: string[], options: SpawnOptions): ChildProcess {
  const command = commandOf(way, file, args)
  return spawn(command.file, command.args, { ...options, ...command.identity, env: ENVIRONMENT })
}

export type Outcome = { isOk: boolean; output: string }

/** Runs a command to its end; a failure is an outcome, not an error. */
export function runAs(way: Way, file: string, args: string[], cwd: string): Promise<Outcome> {
  const command = commandOf(way, file, args)
  return new Promise((resolve) => {
    execFile(command.file, command.args, { cwd, ...command.identity, env: ENVIRONMENT }, (error, stdout, stderr) => {
      resolve({ isOk: error === null, output: (stderr || stdout || error?.message || '').trim() })
    })
  })
}

function commandOf(way: Way, file: string, args: string[]) {
  if (way === 'mapped') {
    const identity = {}
    return { file: 'unshare', args: ['-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, file, ...args], identity }
  }
  return { file, args, identity: way === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {} }
}
