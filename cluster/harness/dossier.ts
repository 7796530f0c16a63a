import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stopChild } from '../../bench/harness/child.ts'
import { atEnd } from '../../bench/harness/ending.ts'
import { buildServer } from '../../server/build.ts'

const MAIN = join(import.meta.dirname, '../../server/dist/main.mjs')

export type Ended = { code: number | null; lines: string[]; seconds: number }

/** A folder for what the processes of a service leave behind, removed at the end. */
export async function serviceFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-cluster-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command of the service that ends by itself, and answers what it said on stderr. */
export async function runDossier(command: string, env: Record<string, string>): Promise<Ended> {
  await buildServer()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [MAIN, command], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  atEnd(() => stopChild(child))
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  const lines = said.split('\n').filter(Boolean)
  return { code: child.exitCode, lines, seconds: (performance.now() - startedAt) / 1000 }
}
