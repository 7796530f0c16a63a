import { spawnSync } from 'node:child_process'
import { findBrowser } from '../server/test/harness/find-browser.ts'

/** Without windows, else the whole of it where Debian has no other. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/** The tests of the portal need a Chromium; as root, Debian's is installed when there is none. */
export function ensureBrowser(): void {
  if (findBrowser() !== undefined || process.getuid?.() !== 0) return
  console.log('Installing Chromium for the tests of the portal …')
  aptGet('update')
  for (const name of PACKAGES) {
    if (findBrowser() === undefined) aptGet('install', '--yes', '--no-install-recommends', name)
  }
}

function aptGet(...step: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
