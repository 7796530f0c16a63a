import { chmodSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '#platform/start-refused.ts'
import type { DataPaths } from './data-paths.ts'
import { NOBODY, ownerOf, runAs, type Way } from './run-as.ts'
import type { Runner } from './runner.ts'

/** Makes the cluster on first use; refuses one that this PostgreSQL cannot read. */
export async function openCluster(places: DataPaths, runner: Runner, isSynced: boolean): Promise<void> {
  if (existsSync(places.cluster)) refuseForeign(places.cluster, runner.way)
  if (!isWhole(places.cluster)) await makeCluster(places, runner, isSynced)
  checkVersion(places.cluster, runner.binaries.majorVersion)
}

function isWhole(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'))
}

async function makeCluster(places: DataPaths, runner: Runner, isSynced: boolean): Promise<void> {
  const trouble = await draftCluster(places, runner, isSynced).catch((error: unknown) => error)
  // Where another start was faster, its cluster is as good as ours, and our draft may have been swept away.
  if (isWhole(places.cluster)) return
  if (!existsSync(places.cluster)) throw trouble
  throw new StartRefused(`${places.cluster} holds something else; move it away, or set DATA_DIR to another folder.`)
}

/** It gets its name when it is whole: a first start that is killed leaves a draft, never half a cluster. */
async function draftCluster({ dataDir, cluster }: DataPaths, runner: Runner, isSynced: boolean): Promise<void> {
  const draft = await mkdtemp(`${cluster}.draft-`)
  try {
    const { uid, gid } = ownerOf(runner.way)
    await chown(draft, uid, gid)
    const { isOk, output } = await initdb(runner, draft, isSynced)
    if (!isOk) throw new Error(`PostgreSQL could not make its data folder ${cluster}:\n${output}`)
    await writeFile(join(draft, 'pg_hba.conf'), 'local all all trust\n', { flush: true })
    await rename(draft, cluster)
    await syncFolder(dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function initdb({ way, binaries }: Runner, folder: string, isSynced: boolean) {
  const common = ['-D', folder, '-U', 'dossier', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions']
  const sync = isSynced ? [] : ['--no-sync']
  // Sorts by code point and knows the case of all letters, the same on every platform.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  return runAs(way, binaries.initdb, [...common, ...sync, ...locale], folder)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function checkVersion(cluster: string, majorVersion: number): void {
  const found = Number.parseInt(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  if (found === majorVersion) return
  const remedy = found > majorVersion ? 'start the newer Dossier that made it' : 'start the Dossier that made it'
  throw new StartRefused(
    `The data in ${cluster} is of PostgreSQL ${found} and this Dossier brings ${majorVersion}; ${remedy}, or set DATA_DIR to another folder.`,
  )
}

/** PostgreSQL reads only what its own user owns: hands the folders over when root has changed its way to run it. */
export function takeOwnership({ cluster, socketDir }: DataPaths, way: Way): void {
  const owner = ownerOf(way)
  for (const folder of [cluster, socketDir]) {
    refuseForeign(folder, way)
    if (statSync(folder).uid !== owner.uid) handOver(folder, owner.uid, owner.gid)
    // PostgreSQL also refuses a folder that others may enter, such as one that came back from a backup.
    chmodSync(folder, 0o700)
  }
}

function refuseForeign(folder: string, way: Way): void {
  const { uid } = statSync(folder)
  const isRootsOwn = process.getuid?.() === 0 && (uid === 0 || uid === NOBODY)
  if (uid === ownerOf(way).uid || isRootsOwn) return
  throw new StartRefused(`${folder} belongs to user ${uid}; start Dossier as that user, or give all of it to this one.`)
}

function handOver(folder: string, uid: number, gid: number): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, entry), uid, gid)
  // Last, as it is what tells whether all of it was done.
  lchownSync(folder, uid, gid)
}

/** Only for the holder of the service lock: no other process can finish a draft any more. */
export async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!/^(postgres|pg-.+)\.draft-/.test(name)) continue
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
