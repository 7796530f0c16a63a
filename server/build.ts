import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'rolldown'
import { BUILDS, type Stamp, stampOf } from '../scripts/freshness.mjs'
import { stampForRebuild, writeStamp } from '../scripts/stamp.ts'
import { WRITTEN_LANGUAGES } from './src/kernel/languages/words.ts'

const HERE = import.meta.dirname
const DIST = BUILDS.server.dist
/** The only names without a hash: what others start. */
const ENTRIES = { main: join(HERE, 'src/main.ts') }

/** Native, or reading files beside their own code: these stay in node_modules. */
const EXTERNAL = [/^node:/, 'sharp', 'ssh2', 'pg-native', 'harfbuzzjs', '@scalar/fastify-api-reference']

const WORDS = /import\(`\.\/words\/\$\{language\}\.ts`\)/

/** Bundles the server into server/dist, unless it is up to date. It may be done twice at once. */
export async function buildServer(say: (line: string) => void = () => {}): Promise<{ built: boolean }> {
  const stamp = stampForRebuild(BUILDS.server)
  if (!stamp) return { built: false }

  const startedAt = performance.now()
  say('Bundling the server …')
  const own = await mkdtemp(join(HERE, '.build-'))
  try {
    await bundle(own)
    await putInPlace(own, stamp)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
  say(`The server was bundled in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return { built: true }
}

async function bundle(folder: string): Promise<void> {
  // Vite's own: declared here as well, npm would insist on its binaries for platforms that no registry has.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: HERE,
    input: ENTRIES,
    platform: 'node',
    external: EXTERNAL,
    plugins: [ownPatterns()],
    experimental: { nativeMagicString: true },
    // Dependencies evaluate code on purpose, and import in circles.
    checks: { eval: false, circularDependency: false },
  })
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: ({ name }) => (name in ENTRIES ? '[name].mjs' : '[name]-[hash].mjs'),
    chunkFileNames: '[name]-[hash].mjs',
    assetFileNames: '[name]-[hash][extname]',
    sourcemap: true,
    // They only translate stack traces; the sources themselves are at hand in a checkout.
    sourcemapExcludeSources: true,
  })
  await build.close()
}

/** What Node resolves when the sources run, and a bundler cannot know. */
function ownPatterns(): Plugin {
  return {
    name: 'dossier',
    transform: {
      filter: { id: /server\/src\/.*\.ts$/, code: /import\.meta\.url|import\(`/ },
      handler(code, id, { magicString }) {
        if (!magicString) throw new Error('The bundler gives no magic string.')
        // A thread or a process of its own becomes an entry.
        for (const match of code.matchAll(/new URL\('(\.\/[\w-]+\.(?:ts|mjs))', import\.meta\.url\)/g)) {
          const [text, file = ''] = match
          const path = join(dirname(id), file)
          // What is handed out as it is stands beside the bundle.
          const entry = file.endsWith('.mjs')
            ? this.emitFile({ type: 'asset', name: file.slice(2), source: readFileSync(path, 'utf8') })
            : this.emitFile({ type: 'chunk', id: path, name: basename(file, '.ts') })
          magicString.overwrite(match.index, match.index + text.length, `new URL(import.meta.ROLLUP_FILE_URL_${entry})`)
        }
        // Words are small: all languages are part of the bundle.
        const words = WORDS.exec(code)
        if (words) {
          const names = WRITTEN_LANGUAGES.map((language) => `words_${language}`)
          magicString.prepend(
            WRITTEN_LANGUAGES.map((one) => `import * as words_${one} from './words/${one}.ts';`).join(''),
          )
          magicString.overwrite(words.index, words.index + words[0].length, `({ ${names} })['words_' + language]`)
        }
        return { code: magicString }
      },
    },
  }
}

/**
 * All files but the entries are named by their content, so those of the build before stay for a service that still runs and
 * may yet load them. The entries come last: a process that reads one finds all that it imports.
 */
async function putInPlace(own: string, stamp: Stamp): Promise<void> {
  await mkdir(DIST, { recursive: true })
  const before = stampOf(DIST)
  const files = await readdir(own)
  const isEntry = (file: string) => basename(file, '.mjs') in ENTRIES
  for (const file of files.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    await rename(join(own, file), join(DIST, file))
  }
  const kept = new Set([...files, ...(before?.files ?? []), '.stamp'])
  for (const file of await readdir(DIST)) if (!kept.has(file)) await rm(join(DIST, file), { force: true })
  writeStamp(DIST, { ...stamp, files })
}
