/** Licences under which we may ship a package, or use it to build. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Fonts: free to ship and change, though not to be sold by themselves.
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  // libvips, which sharp loads as a library of its own.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages that do not name their licence as SPDX does, with the one that their text grants. Another version is read anew. */
const READ: Record<string, string> = {
  'buildcheck@0.0.7': 'MIT',
  'busboy@0.3.1': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'ssh2@1.17.0': 'MIT',
  'streamsearch@0.1.2': 'MIT',
  'xml-escape@1.1.0': 'MIT',
}

export type Lockfile = { packages: Record<string, Locked> }
type Locked = { version?: string; license?: string; integrity?: string; link?: boolean }

/** What a lockfile installs without a checksum, or under a licence that was not agreed to. */
export function lockfileProblems({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    const name = nameOf(path)
    if (name === undefined || locked.link) return []
    const id = `${name}@${locked.version}`
    const license = READ[id] ?? locked.license
    const problems: string[] = []
    if (!locked.integrity) problems.push(`${id} has no integrity in the lockfile.`)
    if (license === undefined || !isAllowed(license)) problems.push(`${id} is under ${license ?? 'no known licence'}.`)
    return problems
  })
}

/** The name of an installed package; workspaces are not installed. */
function nameOf(path: string): string | undefined {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
}

/** Understands AND, OR and parentheses of SPDX: one side of OR is enough. */
function isAllowed(expression: string): boolean {
  const parts = /^\((.*)\)$/.exec(expression)?.[1] ?? expression
  return parts.split(' OR ').some((choice) => choice.split(' AND ').every((license) => ALLOWED.has(license)))
}

export type Manifest = { dependencies?: Names; devDependencies?: Names; optionalDependencies?: Names }
type Names = Record<string, string>

/** Direct dependencies that a page does not explain, and explained ones that are not there. Types follow their package. */
export function pageProblems(page: string, manifests: Manifest[]): string[] {
  const direct = manifests.flatMap((one) =>
    Object.keys({ ...one.dependencies, ...one.devDependencies, ...one.optionalDependencies }),
  )
  const wanted = new Set(direct.filter((name) => !name.startsWith('@types/') && !name.startsWith('@dossier/')))
  const [tables = ''] = page.split('## Our own')
  const rows = [...tables.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  const explained = new Set(rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name)))
  return [
    ...[...wanted]
      .filter((name) => !explained.has(name))
      .map((name) => `docs/dependencies.md does not explain ${name}.`),
    ...[...explained]
      .filter((name) => !wanted.has(name))
      .map((name) => `docs/dependencies.md explains ${name}, unused.`),
  ]
}

/** A machine may grow or shrink by so much before its row has to be read again. */
const MAX_DRIFT = 0.1

/** Rows of machines of our own whose lines are no longer those of the sources, and cells that say nothing. */
export function machineProblems(page: string, linesOf: (path: string) => number): string[] {
  const [, table = ''] = page.split('## Our own')
  const rows = Array.from(table.matchAll(/^\| (`[^|]+) \| ([\d,]+) \|/gm), ([, machine = '', lines = '']) => ({
    paths: Array.from(machine.matchAll(/`((?:platform|modules)\/[^`]+)`/g), ([, path = '']) => path),
    said: Number(lines.replaceAll(',', '')),
  }))
  const drifted = rows.flatMap(({ paths, said }) => {
    const lines = paths.reduce((sum, path) => sum + linesOf(path), 0)
    if (Math.abs(lines - said) <= lines * MAX_DRIFT) return []
    return [`docs/dependencies.md says that ${paths.join(' and ')} have ${said} lines; they have ${lines}.`]
  })
  const empty = page.split('\n').filter((line) => /\| –? *\|/.test(line))
  return [...drifted, ...empty.map((line) => `docs/dependencies.md leaves a cell empty: ${line}`)]
}
