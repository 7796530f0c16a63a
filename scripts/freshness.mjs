import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript for any Node: every start asks this, before it knows whether the sources need to be read at all.

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What is built from which files and folders. Dependencies are part of the bundles, so the lockfile is a source of both. */
export const BUILDS = {
  server: {
    dist: join(ROOT, 'server/dist'),
    sources: ['server/src', 'server/build.ts', 'server/package.json', 'package-lock.json'].map((path) =>
      join(ROOT, path),
    ),
  },
  portal: {
    dist: join(ROOT, 'portal/dist'),
    sources: [
      'portal/src',
      'portal/public',
      'portal/vite',
      'portal/index.html',
      'portal/vite.config.ts',
      'portal/package.json',
      'package-lock.json',
    ].map((path) => join(ROOT, path)),
  },
}

/** The stamp of a build: a hash of its sources, and when they were last compared with it. */
export function stampOf(dist) {
  try {
    return JSON.parse(readFileSync(join(dist, '.stamp'), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whether no source has changed since the build was compared with them. Compares the time of the inode's change, which,
 * unlike that of the content, no program can set back; a folder's changes when a file in it is added, removed or renamed.
 */
export function isFresh({ dist, sources }) {
  const stamp = stampOf(dist)
  return stamp !== undefined && sources.every((path) => isOlder(path, stamp.comparedAt))
}

/** Tests, and what they have in common, stand beside what they test, and are in no bundle. */
export function isTest(path) {
  return path.endsWith('.test.ts') || path.endsWith('.conformance.ts')
}

function isOlder(path, time) {
  if (isTest(path)) return true
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return true
  if (stats.ctimeMs >= time) return false
  return !stats.isDirectory() || readdirSync(path).every((name) => isOlder(join(path, name), time))
}
