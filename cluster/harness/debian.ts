import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stopChild } from '../../bench/harness/child.ts'
import { atEnd } from '../../bench/harness/ending.ts'

/** Debian 13 in a folder: its servers are newer than those of the machine, and nothing of the machine changes. */
export const ROOT = process.env.CLUSTER_ROOT ?? '/var/lib/dossier-cluster/trixie'

export const RELEASE = 'trixie'

/** The packages of Debian that the pieces run. */
export const PACKAGES = [
  'ca-certificates',
  'pgbouncer',
  'postgresql-17',
  'patroni',
  'etcd-server',
  'etcd-client',
  'python3-etcd',
  'haproxy',
  'ceph-mon',
  'ceph-osd',
  'radosgw',
  'pgbackrest',
  'prometheus',
]

const SET_UP = 'Set it up with: npm run cluster:setup'

/** Why programs of the root cannot be run, if they cannot. */
export function lacksPrograms(...programs: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'The cluster needs root, to change into its own Debian.'
  const missing = programs.filter((program) => !existsSync(join(ROOT, program)))
  return missing.length === 0 ? undefined : `${ROOT} has no ${missing.join(', ')}. ${SET_UP}`
}

/** A new folder within the root, removed at the end: `inside` for its programs, `outside` for ours. */
export async function folderInRoot(user: string): Promise<{ inside: string; outside: string }> {
  mkdirSync(join(ROOT, 'srv'), { recursive: true })
  const outside = await mkdtemp(join(ROOT, 'srv/run-'))
  atEnd(() => rm(outside, { recursive: true, force: true }))
  const inside = outside.slice(ROOT.length)
  runInRoot(['chown', user, inside])
  return { inside, outside }
}

type InRoot = { user?: string; env?: Record<string, string> }

/** Runs a program of the root to its end, and answers what it printed. */
export function runInRoot(command: string[], { user = 'root', env = {} }: InRoot = {}): string {
  const [file = '', ...args] = commandIn(command, user)
  const ended = spawnSync(file, args, { env: environment(env), encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${command.join(' ')} failed: ${ended.stderr}${ended.stdout}`)
  return ended.stdout
}

/** Starts a program of the root, which is stopped at the end. */
export function startInRoot(
  command: string[],
  { user = 'root', env = {}, stdio = ['ignore', 'pipe', 'pipe'] }: InRoot & Pick<SpawnOptions, 'stdio'> = {},
): ChildProcess {
  const [file = '', ...args] = commandIn(command, user)
  const child = spawn(file, args, { env: environment(env), stdio })
  // Whoever does not read what it says must not block it.
  child.stdout?.resume()
  child.stderr?.resume()
  atEnd(() => stopChild(child))
  return child
}

/** Mounts live in a namespace of the program, which takes them with it. Every step is an exec: signals reach the program. */
function commandIn(command: string[], user: string): string[] {
  const enter = 'mount --rbind /dev "$0/dev"; mount --bind /proc "$0/proc"; exec chroot "$@"'
  return ['unshare', '--mount', 'sh', '-c', enter, ROOT, `--userspec=${user}`, ROOT, ...command]
}

function environment(env: Record<string, string>): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', ...env }
}
