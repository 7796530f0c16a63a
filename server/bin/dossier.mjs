#!/usr/bin/env node
// Runs the command line on a Node that is new enough for it: this one, or the one that npm brought along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL(await entry(), import.meta.url))
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
  runOn(bundled)
}

/** The bundle, or in a checkout whose sources have changed since it was made, the sources. */
async function entry() {
  const bundle = '../dist/main.mjs'
  if (!existsSync(new URL('../src', import.meta.url))) return bundle
  const { BUILDS, isFresh } = await import('../../scripts/freshness.mjs')
  return isFresh(BUILDS.server) ? bundle : '../src/main.ts'
}

/** Stands for the command as far as others can tell: signals reach it, and its end is the end of this process. */
function runOn(node) {
  const command = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']
  for (const signal of signals) process.on(signal, () => command.kill(signal))
  command.on('error', (error) => {
    process.stderr.write(`Dossier cannot run ${node}: ${error.message}\n`)
    process.exit(1)
  })
  command.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
