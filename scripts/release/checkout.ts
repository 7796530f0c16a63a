import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitIn, gitSetting } from './git.ts'

const INSTALLED = ['node_modules', ...['server', 'portal', 'sdk', 'bench'].map((name) => `${name}/node_modules`)]

/**
 * A clone of the last commit with the dependencies of the checkout, where a release is made: if a step fails, nothing has
 * changed. `npm sbom` names the project after its folder.
 */
export async function cloneCheckout(root: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const temporary = await mkdtemp(join(tmpdir(), 'dossier-release-'))
  const folder = join(temporary, 'dossier')
  const git = gitIn(root)
  git('clone', '--quiet', '--no-tags', root, folder)
  for (const name of ['user.name', 'user.email']) {
    const value = gitSetting(git, name)
    if (value !== undefined) gitIn(folder)('config', name, value)
  }
  // They are links here, which the rule for folders does not ignore.
  await appendFile(join(folder, '.git/info/exclude'), 'node_modules\n')
  for (const path of INSTALLED) {
    if (existsSync(join(root, path))) await symlink(join(root, path), join(folder, path))
  }
  return { folder, remove: () => rm(temporary, { recursive: true, force: true }) }
}
