import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { START_SETTINGS } from '../../../../scripts/start-settings.ts'
import { buildServer } from '../../../build.ts'
import { bareEnvironment } from './bare-environment.ts'

const MAIN = join(import.meta.dirname, '../../../dist/main.mjs')

export type Service = {
  url: string
  dataDir: string
  process: ChildProcess
  /** Everything that was printed so far. */
  output(): { stdout: string; stderr: string }
  /** Sends a signal and waits for the end; answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export type ServiceOptions = {
  dataDir: string
  port?: number
  env?: Record<string, string>
  /** Where the program is taken from, and who runs it; by default this checkout and this user. */
  main?: string
  uid?: number
  execPath?: string
}

/** The service as an operator starts it: a process of its own. Resolves when it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = await launchService(options)
  const isReady = async () => (await fetch(`${service.url}/health/ready`)).ok
  await untilReady(
    service.process,
    () => isReady().catch(() => false),
    () => service.output().stderr,
  )
  return service
}

/** A start hangs if it is neither ready nor over by then; how long one takes on a busy machine is not a measure. */
const STUCK_SECONDS = 600

/** Waits until a process is ready. If it ends instead, the test fails with what it said. */
export async function untilReady(
  process: ChildProcess,
  isReady: () => boolean | Promise<boolean>,
  saidBy: () => string,
): Promise<void> {
  await eventually(
    async () => {
      if (await isReady()) return true
      if (process.exitCode !== null || process.signalCode !== null)
        throw new Error(`It ended (${process.signalCode ?? process.exitCode}): ${saidBy()}`)
      return false
    },
    { withinSeconds: STUCK_SECONDS },
  )
}

/** Like startService, without waiting for anything. */
export async function launchService(options: ServiceOptions): Promise<Service> {
  const { dataDir, env = {}, main = MAIN, uid, execPath = process.execPath } = options
  if (main === MAIN) await buildServer()
  const port = options.port ?? (await freePort())
  const child = spawn(execPath, [...START_SETTINGS.flags, main, 'start'], {
    env: { ...bareEnvironment, ...START_SETTINGS.env, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const ended = once(child, 'close')
  after(() => void child.kill('SIGKILL'))
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    process: child,
    output: () => output,
    async end(signal) {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A folder that goes when the test file ends. */
export async function aFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'dossier-'))
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  return folder
}

/** What the first start says about whom to be. */
export function demoCredentials({ stdout }: { stdout: string }) {
  const read = (label: string) => new RegExp(`${label} +(\\S+)`).exec(stdout)?.[1] ?? ''
  return {
    clientId: read('client_id'),
    applicationId: read('application_id'),
    applicationSecret: read('application_secret'),
  }
}
