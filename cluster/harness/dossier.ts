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

/** What a command said, all of it, and line by line what it said on stderr. */
export type Ended = { code: number | null; said: string; lines: string[]; seconds: number }

/** A folder for what the processes of a service leave behind, removed at the end. */
export async function serviceFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-cluster-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command of the service to its end. */
export async function runDossier(args: string[], env: Record<string, string>): Promise<Ended> {
  await buildServer()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(() => stopChild(child))
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const lines = complaints.split('\n').filter(Boolean)
  const seconds = (performance.now() - startedAt) / 1000
  return { code: child.exitCode, said: printed + complaints, lines, seconds }
}
