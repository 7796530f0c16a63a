import { chmod, chown, stat } from 'node:fs/promises'
import { StartRefused } from '#platform/start-refused.ts'
import { type Binaries, binariesIn, copyBinaries, findPackageDir, refuseBinaries, restoreLinks } from './binaries.ts'
import { NOBODY, runAs, type Way, waysHere } from './run-as.ts'

/** A way to run PostgreSQL that was tried and works, with binaries that it can reach. */
export type Runner = { way: Way; binaries: Binaries }

type Choice = { dataDir: string; ways?: Way[] | undefined; packageDir?: string | undefined }

export async function chooseRunner({ dataDir, ways = waysHere(), packageDir }: Choice): Promise<Runner> {
  const installed = binariesIn(packageDir ?? findPackageDir())
  const [usual] = ways
  const isWhole = restoreLinks(installed.packageDir)
  if (usual && isWhole && (await works(usual, installed, dataDir))) return { way: usual, binaries: installed }

  const way = await firstWorking(ways)
  await checkReach(way, dataDir)

  const isUsable = isWhole && (await canExecute(way, installed.postgres))
  const binaries = isUsable ? installed : await copyBinaries(installed, dataDir)
  const { isOk, output } = await runAs(way, binaries.postgres, ['--version'], dataDir)
  if (!isOk) throw refuseBinaries(output)
  return { way, binaries }
}

/** Asks in one process what is asked step by step where something is wrong: each process takes time of every start. */
async function works(way: Way, { postgres }: Binaries, dataDir: string): Promise<boolean> {
  return (await runAs(way, 'sh', ['-c', 'cd "$0" && exec "$1" --version', dataDir, postgres], '/')).isOk
}

async function firstWorking(ways: Way[]): Promise<Way> {
  for (const way of ways) {
    if ((await runAs(way, 'true', [], '/')).isOk) return way
  }
  throw new StartRefused(
    'PostgreSQL does not run as root, and this system allows neither a user namespace nor the user nobody; start Dossier as an ordinary user, or set DATABASE_URL.',
  )
}

async function checkReach(way: Way, dataDir: string): Promise<void> {
  if (await canReach(way, dataDir)) return
  if (way === 'nobody' && (await letNobodyThrough(dataDir)) && (await canReach(way, dataDir))) return
  const who = way === 'nobody' ? 'the user nobody' : 'its owner without the rights of root'
  throw new StartRefused(
    `PostgreSQL does not run as root, and ${who} cannot reach ${dataDir}; set DATA_DIR to a folder such as /var/lib/dossier, or start Dossier as an ordinary user.`,
  )
}

async function canReach(way: Way, dataDir: string): Promise<boolean> {
  return (await runAs(way, 'sh', ['-c', 'cd "$0"', dataDir], '/')).isOk
}

/** A folder that only root could enter lets the group of nobody through, and still shows it nothing. */
async function letNobodyThrough(dataDir: string): Promise<boolean> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || (mode & 0o777) !== 0o700) return false
  await chown(dataDir, 0, NOBODY)
  await chmod(dataDir, 0o710)
  return true
}

async function canExecute(way: Way, file: string): Promise<boolean> {
  return (await runAs(way, 'test', ['-x', file], '/')).isOk
}
