import { existsSync } from 'node:fs'

/** Debian's own program before the script around it, which asks for a graphics card. */
const BROWSERS = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a Chromium is, if there is one. */
export function findBrowser(): string | undefined {
  return BROWSERS.find((one) => existsSync(one))
}
