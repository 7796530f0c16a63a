#!/usr/bin/env node
// Runs the command line on a Node that is new enough for it: this one, or the one that npm brought along.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Keeps the memory of the service small. Both must be in place before its process starts; `npm start` sets the same. */
const SERVICE = {
  flags: ['--min-semi-space-size=16', '--max-semi-space-size=16'],
  env: { MALLOC_MMAP_THRESHOLD_: '1048576' },
}

const main = fileURLToPath(new URL(await entry(), import.meta.url))
const { flags, env } = process.argv[2] === 'start' ? SERVICE : { flags: [], env: {} }

if (!isNewEnough()) runOn(bundledNode(), flags)
else if (isSet()) await import(main)
else runOn(process.execPath, [...process.execArgv, ...flags])

/** The bundle, or in a checkout whose sources have changed since it was made, the sources. */
async function entry() {
  const bundle = '../dist/main.mjs'
  if (!existsSync(new URL('../src', import.meta.url))) return bundle
  const { BUILDS, isFresh } = await import('../../scripts/freshness.mjs')
  return isFresh(BUILDS.server) ? bundle : '../src/main.ts'
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 7)
}

function isSet() {
  return (
    flags.every((flag) => process.execArgv.includes(flag)) &&
    Object.entries(env).every(([name, value]) => process.env[name] === value)
  )
}

/** Where npm puts it depends on what else is installed. */
function bundledNode() {
  try {
    return createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch {
    process.stderr.write(`Dossier needs Node 24.7 on this platform; this is ${process.version}.\n`)
    process.exit(1)
  }
}

/** Becomes the command where Node can, else stands for it: signals reach it, and its end is the end of this process. */
function runOn(node, options) {
  const args = [...options, main, ...process.argv.slice(2)]
  const environment = { ...process.env, ...env }
  if (process.execve) process.execve(node, [node, ...args], environment)
  const command = spawn(node, args, { stdio: 'inherit', env: environment })
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']
  for (const signal of signals) process.on(signal, () => command.kill(signal))
  command.on('error', (error) => {
    process.stderr.write(`Dossier cannot run ${node}: ${error.message}\n`)
    process.exit(1)
  })
  command.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
