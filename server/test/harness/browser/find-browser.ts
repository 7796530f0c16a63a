import { existsSync } from 'node:fs'

/** The one without windows is the fastest; Debian's own programs before the scripts around them, which ask for a graphics card. */
const BROWSERS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a Chromium is, if there is one. */
export function findBrowser(): string | undefined {
  return BROWSERS.find((one) => existsSync(one))
}
