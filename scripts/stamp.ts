import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Build, isFresh, isTest, type Stamp, stampOf } from './freshness.mjs'

const ROOT = join(import.meta.dirname, '..')
/** The clock of a file system ticks less often than that of a program. */
const TICK_MS = 50

/** Answers the stamp that a new build is to get; nothing if the build is up to date. */
export function stampForRebuild(build: Build): Stamp | undefined {
  if (isFresh(build)) return undefined
  const stamp = { comparedAt: Date.now() - TICK_MS, hash: hashOf(build.sources) }
  if (stampOf(build.dist)?.hash !== stamp.hash) return stamp
  noteComparison(build.dist, stamp)
  return undefined
}

/** So that the next start need not read all sources. In a folder of somebody else, it has to. */
function noteComparison(dist: string, stamp: Stamp): void {
  try {
    writeStamp(dist, { ...stampOf(dist), ...stamp })
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

export function writeStamp(dist: string, stamp: Stamp): void {
  writeFileSync(join(dist, '.stamp'), JSON.stringify(stamp))
}

function hashOf(sources: string[]): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn).sort()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (stats.isFile()) return [path]
  return globSync('**', { cwd: path, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
