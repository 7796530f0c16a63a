#!/usr/bin/env node
// Runs the command line on a Node that reads TypeScript and knows Argon2: this one, or the one that npm brought along.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 24 || (major === 24 && minor >= 7)

if (isNewEnough) {
  await import(main)
} else {
  const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
  if (!existsSync(bundled)) {
    process.stderr.write(`Dossier needs Node 24.7 on this platform; this is ${process.version}.\n`)
    process.exit(1)
  }
  const { status } = spawnSync(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
