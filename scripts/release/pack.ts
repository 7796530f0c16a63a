import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bill, withoutTools } from './bill-of-materials.ts'

const SUMS = 'SHA256SUMS'
/** What `python -m build` calls, which would download packages. setuptools writes its own words into argv. */
const BUILD_PYTHON = `
import sys
from setuptools import build_meta
folder = sys.argv[1]
build_meta.build_sdist(folder)
build_meta.build_wheel(folder)`

/** Writes the packages of a release, its bill of materials and the checksums of all into a folder. */
export async function packRelease(root: string, version: string, folder: string): Promise<void> {
  npm(root, 'pack', '--pack-destination', folder)
  npm(root, 'pack', '--workspace', 'sdk', '--pack-destination', folder)
  await packPython(root, folder)
  await writeFile(join(folder, `dossier-${version}.cdx.json`), billOfMaterials(root))
  await writeFile(join(folder, SUMS), await checksums(folder))
}

export const DEBIAN_PYTHON = '/usr/bin/python3'

/** A Python that can build packages: Debian's, if the first on the path cannot. */
export function findPython(): string | undefined {
  const canBuild = (python: string) => spawnSync(python, ['-c', 'import setuptools, wheel']).status === 0
  return ['python3', DEBIAN_PYTHON].find(canBuild)
}

async function packPython(root: string, folder: string): Promise<void> {
  const python = findPython()
  if (!python) return
  const cwd = join(root, 'sdk-python')
  const license = join(cwd, 'LICENSE')
  await copyFile(join(root, 'LICENSE'), license)
  execFileSync(python, ['-W', 'ignore', '-c', BUILD_PYTHON, folder], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const made of [license, join(cwd, 'build')]) await rm(made, { recursive: true, force: true })
}

function billOfMaterials(root: string): string {
  const bill = JSON.parse(npm(root, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only')) as Bill
  return `${JSON.stringify(withoutTools(bill, root), null, 2)}\n`
}

async function checksums(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name !== SUMS).sort()
  const lines = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', [...args, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
}
