import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, rmSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from '#platform/db/embedded/embedded.ts'
import type { EmbeddedAddress } from '#platform/db/embedded/service-lock.ts'
import { memoryFolder } from '#test/harness/files/memory-folder.ts'

export const isRoot = process.getuid?.() === 0

export const FAST = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' }

const cleanups = new WeakMap<TestContext, (() => Promise<unknown>)[]>()

/** The hooks of a test run in the order of their making; a server has to end before its folder goes. */
function afterwards(t: TestContext, cleanup: () => Promise<unknown>): void {
  const known = cleanups.get(t)
  if (known) return void known.unshift(cleanup)
  const all = [cleanup]
  cleanups.set(t, all)
  t.after(async () => {
    for (const each of all) await each()
  })
}

/** A folder of this test, gone after it. */
export async function aFolder(t: TestContext): Promise<string> {
  const folder = await realpath(await mkdtemp(join(memoryFolder(), 'dossier-embedded-')))
  afterwards(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A folder for data folders: as `/var/lib` is, open for all to pass. */
export async function aParent(t: TestContext): Promise<string> {
  const folder = await aFolder(t)
  chmodSync(folder, 0o755)
  return folder
}

let template: Promise<string> | undefined

/** A data folder that was used before: spares the test the making of a database. */
export async function aDataDir(t: TestContext): Promise<string> {
  template ??= makeTemplate()
  const dataDir = await aFolder(t)
  const cluster = join(dataDir, 'postgres')
  cpSync(join(await template, 'postgres'), cluster, { recursive: true })
  chmodSync(cluster, 0o700)
  return dataDir
}

async function makeTemplate(): Promise<string> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'dossier-embedded-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  await (await startEmbedded({ dataDir, settings: FAST })).stop()
  return dataDir
}

/** An embedded server of this process, stopped after the test. */
export async function anEmbeddedServer(t: TestContext, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const server = await startEmbedded({ settings: FAST, ...options })
  afterwards(t, async () => {
    await server.stop()
    await rm(server.address.host, { recursive: true, force: true })
  })
  return server
}

export async function query(connection: EmbeddedAddress, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export type EmbeddedProcess = {
  process: ChildProcess
  firstLine: Promise<string>
  lines: string[]
  ended: Promise<void>
}

type Start = EmbeddedOptions & { writes?: boolean }

type Surroundings = { uid?: number; gid?: number; wrapper?: string[] }

/** Another process that runs run-embedded.ts; what it says comes line by line. */
export function anEmbeddedProcess(
  t: TestContext,
  options: Start,
  { wrapper = [], ...identity }: Surroundings = {},
): EmbeddedProcess {
  const main = fileURLToPath(new URL('../../scripts/run-embedded.ts', import.meta.url))
  const [file = '', ...args] = [...wrapper, process.execPath, main, JSON.stringify({ settings: FAST, ...options })]
  const child = spawn(file, args, { ...identity, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const firstLine = new Promise<string>((resolve) => {
    reader.once('line', resolve)
    reader.once('close', () => resolve(''))
  })
  afterwards(t, async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  return { process: child, firstLine, lines, ended }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function until(what: () => boolean | Promise<boolean>, limitMs = 10_000): Promise<boolean> {
  const end = Date.now() + limitMs
  while (Date.now() < end) {
    if (await what()) return true
    await delay(20)
  }
  return false
}
