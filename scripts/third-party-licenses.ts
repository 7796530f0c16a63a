import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BUILDS } from './freshness.mjs'

type Bundled = { name: string; version: string; identifier: string; text?: string }

/** The licences of all packages that are part of the bundles, for the package that contains these and not their sources. */
export function thirdPartyLicenses(): string {
  const all = new Map<string, Bundled>()
  for (const one of [...inServer(), ...inPortal()]) all.set(`${one.name} ${one.version}`, one)
  const notices = [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { identifier, text }]) => {
      const terms = text?.trim() || 'The package contains no text of its licence.'
      return `${id} (${identifier})\n\n${terms}\n`
    })
  return [`Dossier contains these packages. Each is under its own licence.\n`, ...notices].join(
    `\n${'-'.repeat(80)}\n\n`,
  )
}

/** The source maps of the bundle name every file in it. */
function inServer(): Bundled[] {
  const { dist } = BUILDS.server
  const sources = globSync('*.map', { cwd: dist }).flatMap((map): string[] => {
    const { sources } = JSON.parse(readFileSync(join(dist, map), 'utf8')) as { sources: string[] }
    return sources.map((source) => resolve(dist, source))
  })
  const folders = sources.map((source) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0])
  return [...new Set(folders)].filter((folder) => folder !== undefined).map(readPackage)
}

function readPackage(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  const files = globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*', { cwd: folder, withFileTypes: true })
  const texts = files.filter((file) => file.isFile()).map((file) => readFileSync(join(folder, file.name), 'utf8'))
  return { name, version, identifier: license ?? 'see below', text: texts.join('\n') }
}

/** Vite has written them beside the pages. */
function inPortal(): Bundled[] {
  return JSON.parse(readFileSync(join(BUILDS.portal.dist, 'licenses.json'), 'utf8')) as Bundled[]
}
