import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopChild } from '../../bench/harness/child.ts'
import { atEnd } from '../../bench/harness/ending.ts'
import { freePort } from '../../bench/harness/free-port.ts'
import { START_SETTINGS } from '../../scripts/start-settings.ts'
import { buildServer } from '../../server/build.ts'

const DIST = join(import.meta.dirname, '../../server/dist/main.mjs')
const READY_WITHIN_MS = 120_000

export type DemoService = {
  url: string
  /** What it has printed, with the credentials of the demo if it has made one. */
  said(): string
  stop(): Promise<void>
}

/** The service with the demo, which makes employees to file documents for. */
export async function startDemoService(env: Record<string, string>): Promise<DemoService> {
  await buildServer()
  const port = await freePort()
  const child = spawn(process.execPath, [...START_SETTINGS.flags, DIST, 'start'], {
    env: { PATH: process.env.PATH, ...START_SETTINGS.env, PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  child.stderr.on('data', (part) => (said += part))
  atEnd(() => stopChild(child))
  const until = performance.now() + READY_WITHIN_MS
  while (!/Dossier is ready/.test(said)) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`The service did not start: ${said}`)
    await delay(100)
  }
  return { url: `http://127.0.0.1:${port}`, said: () => said, stop: () => stopChild(child) }
}
