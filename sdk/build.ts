import { spawnSync } from 'node:child_process'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'

const HERE = import.meta.dirname
const ESM = join(HERE, 'dist/esm')
const CJS = join(HERE, 'dist/cjs')
const TSC = join(HERE, '../node_modules/typescript-native/bin/tsc')
/** What becomes part of the package, so that it needs no other. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers']

/**
 * Writes `dist`: the modules of both kinds in a file each, with declarations beside them. The declarations are the same for
 * both; the package.json of their folder says of which kind they are.
 */
async function buildSdk(): Promise<void> {
  await rm(join(HERE, 'dist'), { recursive: true, force: true })
  await writeDeclarations()
  await cp(ESM, CJS, { recursive: true })
  await writeFile(join(CJS, 'package.json'), '{ "type": "commonjs" }\n')
  await bundle('es', ESM)
  await bundle('cjs', CJS)
  await writeLicences()
}

async function writeDeclarations(): Promise<void> {
  const args = [TSC, '-p', join(HERE, 'tsconfig.build.json'), '--outDir', ESM]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The declarations could not be written:\n${stdout}`)
  await mkdir(join(ESM, 'bundled'))
  for (const name of BUNDLED) await cp(fileOf(name, 'dist/index.d.mts'), join(ESM, `bundled/${name}.d.ts`))
  for await (const name of glob('**/*.d.ts', { cwd: ESM })) {
    const file = join(ESM, name)
    await writeFile(file, withOwnSpecifiers(file, await readFile(file, 'utf8')))
  }
}

/** Declarations name sources, which the package does not have, and packages that are part of it. */
function withOwnSpecifiers(file: string, text: string): string {
  return text.replaceAll(/(?<=from |import\()(['"])([^'"]+)\1/g, (whole, quote: string, specifier: string) => {
    if (BUNDLED.includes(specifier)) return quote + bundledFrom(file, specifier) + quote
    return specifier.startsWith('.') ? whole.replace(/\.ts(?=['"]$)/, '.js') : whole
  })
}

function bundledFrom(file: string, name: string): string {
  const path = relative(dirname(file), join(ESM, `bundled/${name}.js`))
  return path.startsWith('.') ? path : `./${path}`
}

async function bundle(format: 'es' | 'cjs', folder: string): Promise<void> {
  await build({
    root: HERE,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(HERE, 'src/index.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      sourcemap: true,
      rolldownOptions: { output: { format, entryFileNames: 'index.js' } },
    },
  })
}

async function writeLicences(): Promise<void> {
  const texts = await Promise.all(
    BUNDLED.map(async (name) => `${name}\n\n${await readFile(fileOf(name, 'LICENSE'), 'utf8')}`),
  )
  await writeFile(join(HERE, 'dist/bundled-licences.txt'), texts.join('\n'))
  await cp(join(HERE, '../LICENSE'), join(HERE, 'LICENSE'))
}

function fileOf(name: string, path: string): string {
  return join(HERE, '../node_modules', name, path)
}

if (import.meta.main) await buildSdk()
