import { spawnSync } from 'node:child_process'
import { findBrowser } from '../server/test/harness/browser/find-browser.ts'
import { findSshd } from '../server/test/harness/files/sshd.ts'
import { hasProgram } from '../server/test/harness/processes/programs.ts'

/** The programs that tests need, with the Debian packages that contain them: the first available one is enough. */
const NEEDS: { name: string; isThere: () => boolean; packages: string[] }[] = [
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
]

/** As root, installs what the tests need and the machine does not have. */
export function ensurePackages(): void {
  const missing = NEEDS.filter(({ isThere }) => !isThere())
  if (missing.length === 0 || process.getuid?.() !== 0) return
  console.log(`Installing ${missing.map(({ name }) => name).join(', ')} for the tests …`)
  aptGet('update')
  for (const { isThere, packages } of missing) {
    for (const name of packages) if (!isThere()) aptGet('install', '--yes', '--no-install-recommends', name)
  }
}

function aptGet(...step: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
