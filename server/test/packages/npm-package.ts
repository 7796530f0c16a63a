import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aFolder } from '#test/harness/processes/service.ts'

const ROOT = join(import.meta.dirname, '../../..')
export const execute = promisify(execFile)

export type Tarball = { path: string; files: string[] }

/** What a release publishes. */
export async function packService(): Promise<Tarball> {
  const folder = await aFolder()
  const { stdout } = await execute('npm', ['pack', '--json', '--pack-destination', folder], { cwd: ROOT })
  // What `prepack` says comes first.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Error(`npm packed nothing: ${stdout}`)
  return { path: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** Installs it as a user would. Packages come from the cache of npm where it has them. */
export async function installInEmptyFolder(tarball: Tarball, ...options: string[]): Promise<string> {
  const folder = await aFolder()
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...options, tarball.path]
  await execute('npm', args, { cwd: folder })
  return folder
}

export async function megabytesIn(folder: string): Promise<number> {
  const { stdout } = await execute('du', ['-sm', folder])
  return Number.parseInt(stdout, 10)
}
