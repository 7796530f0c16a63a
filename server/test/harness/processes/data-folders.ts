import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { BUILDS, stampOf } from '../../../../scripts/freshness.mjs'
import { buildServer } from '../../../build.ts'
import { eventually } from '../eventually.ts'
import { memoryFolder } from '../files/memory-folder.ts'
import { dossier } from './command.ts'
import { aFolder, startService } from './service.ts'

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/data-folders')
const WELCOME = 'welcome.txt'

/** A data folder as a first start with the demo leaves it, and what that start printed. */
export async function aDemoFolder(): Promise<{ dataDir: string; welcome: { stdout: string } }> {
  const dataDir = await aCopy('demo', async (draft) => {
    const service = await startService({ dataDir: draft })
    const { stdout } = await eventually(() => /API key/.test(service.output().stdout) && service.output())
    if ((await service.end('SIGTERM')) !== 0) throw new Error('The service of the demo did not stop cleanly.')
    await writeFile(join(draft, WELCOME), stdout)
  })
  return { dataDir, welcome: { stdout: await readFile(join(dataDir, WELCOME), 'utf8') } }
}

/** A data folder with a migrated database that holds nothing. */
export function aMigratedFolder(): Promise<string> {
  return aCopy('migrated', async (draft) => {
    const { code, stderr } = await dossier(['migrate'], { DATA_DIR: draft })
    if (code !== 0) throw new Error(stderr)
  })
}

/** A copy costs a twentieth of what it takes to make one. Each version of the server gets its own original. */
async function aCopy(kind: string, make: (draft: string) => Promise<void>): Promise<string> {
  await buildServer()
  const original = join(CACHE, `${kind}-${stampOf(BUILDS.server.dist)?.hash.slice(0, 16)}`)
  if (!existsSync(original)) await makeOriginal(kind, original, make)
  const copy = join(await aFolder(memoryFolder()), 'data')
  await promisify(execFile)('cp', ['-a', '--reflink=auto', original, copy])
  return copy
}

/** Two test processes may make it at once: the first to finish wins. */
async function makeOriginal(kind: string, original: string, make: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  const older = (await readdir(CACHE)).filter((name) => name.startsWith(`${kind}-`) && name !== basename(original))
  const draft = await mkdtemp(join(CACHE, 'draft-'))
  try {
    await make(draft)
    await rename(draft, original)
  } catch (error) {
    if (!existsSync(original)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  for (const name of older) await rm(join(CACHE, name), { recursive: true, force: true })
}
