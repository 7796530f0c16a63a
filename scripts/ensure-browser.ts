import { spawnSync } from 'node:child_process'
import { findBrowser } from '../server/test/harness/find-browser.ts'

const STEPS = [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]

/** The tests of the portal need a Chromium; as root, Debian's is installed when there is none. */
export function ensureBrowser(): void {
  if (findBrowser() !== undefined || process.getuid?.() !== 0) return
  console.log('Installing Chromium for the tests of the portal …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const step of STEPS) spawnSync('apt-get', ['-qq', ...step], { stdio: ['ignore', 'ignore', 'inherit'], env })
}
