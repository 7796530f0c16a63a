import { globSync, statSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BUILDS, type Stamp, stampOf } from '../scripts/freshness.mjs'
import { stampForRebuild, writeStamp } from '../scripts/stamp.ts'

const HERE = import.meta.dirname
const DIST = BUILDS.portal.dist
const SMALL_BYTES = 1024

/** Builds portal/dist, unless it is up to date. Two processes may do it at once: the first to finish wins. */
export async function buildPortal(say: (line: string) => void = () => {}): Promise<{ built: boolean }> {
  const stamp = stampForRebuild(BUILDS.portal)
  if (!stamp) return { built: false }

  const startedAt = performance.now()
  say('Building the portal …')
  await removeRemains()
  const own = join(HERE, `.build-${process.pid}`)
  const { build } = await import('vite')
  await build({
    root: HERE,
    configFile: join(HERE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: own, emptyOutDir: true },
  })
  await compressFiles(own)
  writeStamp(own, stamp)
  await putInPlace(own, stamp)
  say(`The portal was built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return { built: true }
}

/** Scripts that the document names are loaded by everybody, and worth the seconds of the best compression. */
async function compressFiles(folder: string): Promise<void> {
  const document = await readFile(join(folder, 'index.html'), 'utf8')
  const names = globSync('**/*.{js,css,svg,html}', { cwd: folder }).map((name) => join(folder, name))
  await Promise.all(
    names.map(async (name) => {
      if (statSync(name).size <= SMALL_BYTES) return
      const content = await readFile(name)
      const quality = document.includes(basename(name)) ? constants.BROTLI_MAX_QUALITY : 9
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await Promise.all([
        promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${name}.br`, small)),
        promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${name}.gz`, small)),
      ])
    }),
  )
}

async function putInPlace(own: string, stamp: Stamp): Promise<void> {
  const old = join(HERE, `.old-${process.pid}`)
  try {
    if (stampOf(DIST)?.hash !== stamp.hash) {
      await rename(DIST, old).catch(ignoreMissing)
      await rename(own, DIST)
    }
  } catch (error) {
    if (stampOf(DIST)?.hash !== stamp.hash) throw error
  } finally {
    await rm(own, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Removes what builds left that were killed. */
async function removeRemains(): Promise<void> {
  for (const name of await readdir(HERE)) {
    const pid = /^\.(?:build|old)-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(HERE, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
