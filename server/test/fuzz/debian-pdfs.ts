import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type NamedPdf = { name: string; bytes: Buffer }

/** Documentation that different programs wrote: pdfTeX, XeTeX, Ghostscript, FOP, Quartz and Cairo. */
const PACKAGES = [
  'asymptote-doc',
  'bzip2-doc',
  'debian-policy',
  'developers-reference',
  'gnuplot-doc',
  'graphviz-doc',
  'libtasn1-doc',
  'octave-doc',
  'shared-mime-info',
]

/** PDFs of Debian packages, downloaded as needed; a package that cannot be had is left out. */
export function debianPdfs(folder = join(tmpdir(), 'dossier-fuzz-pdf')): NamedPdf[] {
  mkdirSync(folder, { recursive: true })
  for (const name of PACKAGES) download(name, folder)
  return globSync(join(folder, '*.deb')).flatMap((file) => pdfsIn(file))
}

function download(name: string, folder: string): void {
  if (globSync(join(folder, `${name}_*.deb`)).length > 0) return
  try {
    execFileSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore', timeout: 120_000 })
  } catch {
    process.stderr.write(`${name} cannot be downloaded.\n`)
  }
}

function pdfsIn(file: string): NamedPdf[] {
  const into = mkdtempSync(join(tmpdir(), 'dossier-fuzz-deb-'))
  try {
    execFileSync('dpkg-deb', ['-x', file, into])
    return globSync(join(into, '**/*.pdf{,.gz}')).map((path) => {
      const bytes = readFileSync(path)
      const name = `${basename(file).split('_')[0]}/${basename(path)}`
      return { name, bytes: path.endsWith('.gz') ? gunzipSync(bytes) : bytes }
    })
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}
