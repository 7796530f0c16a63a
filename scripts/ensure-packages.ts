import { spawnSync } from 'node:child_process'
import { findBrowser } from '../server/test/harness/browser/find-browser.ts'
import { findSshd } from '../server/test/harness/files/sshd.ts'
import { hasProgram } from '../server/test/harness/processes/programs.ts'

export type Need = { name: string; isThere: () => boolean; packages: string[] }

/** The programs that tests need, with the Debian packages that contain them: the first available one is enough. */
const NEEDS: readonly Need[] = [
  {
    name: 'Chromium',
    isThere: () => findBrowser() !== undefined,
    // Without windows, else the whole of it where Debian has no other.
    packages: ['chromium-headless-shell', 'chromium'],
  },
  { name: 'pdfsig', isThere: () => hasProgram('pdfsig'), packages: ['poppler-utils'] },
  { name: 'openssl', isThere: () => hasProgram('openssl'), packages: ['openssl'] },
  { name: 'sshd', isThere: () => findSshd() !== undefined, packages: ['openssh-server'] },
  { name: 'Python', isThere: () => hasProgram('python3'), packages: ['python3'] },
  { name: 'ceph-mon', isThere: () => hasProgram('ceph-mon'), packages: ['ceph-mon'] },
  { name: 'ceph-osd', isThere: () => hasProgram('ceph-osd'), packages: ['ceph-osd'] },
  { name: 'radosgw', isThere: () => hasProgram('radosgw'), packages: ['radosgw'] },
  { name: 'promtool', isThere: () => hasProgram('promtool'), packages: ['prometheus'] },
  { name: 'mypy', isThere: () => hasProgram('mypy'), packages: ['mypy'] },
]

type Surroundings = { needs: readonly Need[]; isRoot: boolean; aptGet: (...step: string[]) => void }

/**
 * Whether the machine has what the tests need. As root, installs what is missing; anybody else is told how to, since a test
 * that fails an hour later would say less.
 */
export function ensurePackages(say: (line: string) => void, surroundings: Partial<Surroundings> = {}): boolean {
  const { needs = NEEDS, isRoot = process.getuid?.() === 0, aptGet = runAptGet } = surroundings
  const missing = needs.filter(({ isThere }) => !isThere())
  if (missing.length === 0) return true
  if (isRoot) {
    say(`Installing ${namesOf(missing)} for the tests …`)
    aptGet('update')
    for (const { isThere, packages } of missing) {
      for (const name of packages) if (!isThere()) aptGet('install', '--yes', '--no-install-recommends', name)
    }
  }
  const lacking = missing.filter(({ isThere }) => !isThere())
  if (lacking.length === 0) return true
  const packages = lacking.map((need) => need.packages.at(-1)).join(' ')
  say(`The tests need ${namesOf(lacking)}. Install with: ${isRoot ? '' : 'sudo '}apt-get install --yes ${packages}`)
  return false
}

function namesOf(needs: readonly Need[]): string {
  return needs.map(({ name }) => name).join(', ')
}

function runAptGet(...step: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
