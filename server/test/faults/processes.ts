import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import type { Ledger } from '#test/faults/callbacks/ledger.ts'
import type { TestApp } from '#test/harness/app.ts'
import {
  aFolder,
  launchService,
  type Service,
  type ServiceOptions,
  startService,
  untilReady,
} from '#test/harness/processes/service.ts'
import type { DispatchOrder } from '../scripts/dispatch-callbacks.ts'
import type { EmitOrder } from '../scripts/emit-values.ts'
import { isLong } from './length.ts'
import type { ChainOrder } from './run-chain.ts'
import type { FeatureOrder } from './run-feature.ts'
import type { ImportOrder } from './run-imports.ts'
import type { ReminderOrder } from './run-reminders.ts'

/** The key of openTestDeps. */
const SECRET_KEY = 'a secret key of the test suite, long enough'

export type Child = {
  process: ChildProcess
  /** What it has said so far. */
  lines: string[]
  /** Resolves with the signal or the code that it ended with. */
  ended: Promise<NodeJS.Signals | number | null>
  signal(signal: NodeJS.Signals): void
  end(signal: NodeJS.Signals): Promise<NodeJS.Signals | number | null>
}

/** A script in a process of its own, which ends with its test. */
export function launch(script: string, order: object): Child {
  const file = join(import.meta.dirname, '../scripts', script)
  const child = spawn(process.execPath, [file, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const ended = once(child, 'close').then(() => child.signalCode ?? child.exitCode)
  after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  const end = (name: NodeJS.Signals) => {
    signal(name)
    return ended
  }
  return { process: child, lines, ended, signal, end }
}

/** Something that hands out events and sends callbacks. */
export async function startSender(
  { connection }: Pick<TestApp, 'connection'>,
  order: Omit<DispatchOrder, 'connection' | 'secretKey'> = {},
): Promise<Child> {
  const child = launch('dispatch-callbacks.ts', { connection, secretKey: SECRET_KEY, ...order })
  await untilReadyOrDead(child)
  return child
}

/** Something that changes values of the data set of a ledger. */
export function startProducer(
  { service, datasetId }: Ledger,
  order: Omit<EmitOrder, 'connection' | 'datasetId'>,
): Child {
  return launch('emit-values.ts', { connection: service.connection, datasetId, ...order })
}

async function settingsOf({ connection, blobsFolder }: TestApp) {
  const { host, user, port, database } = connection
  const dataDir = await aFolder()
  // Every process has the same file store.
  await symlink(blobsFolder, join(dataDir, 'files'))
  return {
    dataDir,
    env: {
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      SECRET_KEY,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'error',
    },
  }
}

/** The service as an operator starts it, on the database of the test. */
export async function startWholeService(
  service: TestApp,
  how: Pick<ServiceOptions, 'execPath'> = {},
): Promise<Service> {
  return startService({ ...(await settingsOf(service)), ...how })
}

/** The same, without the APIs. */
export async function startWorkerService(service: TestApp, more: Record<string, string> = {}): Promise<Service> {
  const { dataDir, env } = await settingsOf(service)
  const started = await launchService({ dataDir, env: { ...env, ...more, ROLE: 'worker' } })
  const isReady = () => started.output().stdout.includes('Dossier is ready')
  await untilReady(started.process, isReady, () => started.output().stderr)
  return started
}

/** What runs imports: a worker as an operator starts it in the long form, and one that does nothing else in the short. */
export async function startImporter(service: TestApp): Promise<Pick<Service, 'process' | 'end'>> {
  if (isLong) return startWorkerService(service)
  const { connection, blobsFolder } = service
  return startSmallWorker('run-imports.ts', { connection, blobsFolder } satisfies ImportOrder)
}

/** The same for what reminds managers, through a mail server. */
export async function startReminder(service: TestApp, smtpUrl: string): Promise<Pick<Service, 'process' | 'end'>> {
  if (isLong) return startWorkerService(service, { SMTP_URL: smtpUrl })
  const { connection } = service
  return startSmallWorker('run-reminders.ts', { connection, smtpUrl } satisfies ReminderOrder)
}

/** The same for what a feature does later, with mails. */
export async function startFeature(
  service: TestApp,
  feature: FeatureOrder['feature'],
  smtpUrl: string,
  carrierRoot?: string,
): Promise<Pick<Service, 'process' | 'end'>> {
  const root = carrierRoot === undefined ? {} : { carrierRoot }
  if (isLong) return startWorkerService(service, { SMTP_URL: smtpUrl, CARRIER_ROOT: carrierRoot ?? '' })
  const { connection, blobsFolder } = service
  const order = { feature, connection, blobsFolder, smtpUrl, ...root } satisfies FeatureOrder
  return startSmallWorker('run-feature.ts', order)
}

/** The same for the chains of the audit trail. */
export async function startChainWriter(service: TestApp): Promise<Pick<Service, 'process' | 'end'>> {
  if (isLong) return startWorkerService(service)
  const { connection } = service
  return startSmallWorker('run-chain.ts', { connection } satisfies ChainOrder)
}

/** Some are told to die before they are ready: that is for their proof to judge. */
async function untilReadyOrDead(child: Child): Promise<void> {
  const isReady = () => child.lines.includes('ready')
  await Promise.race([untilReady(child.process, isReady, () => child.lines.join('\n')), child.ended]).catch(() => {})
}

async function startSmallWorker(script: string, order: object): Promise<Pick<Service, 'process' | 'end'>> {
  const child = launch(`../faults/${script}`, order)
  await untilReadyOrDead(child)
  const end = async (signal: NodeJS.Signals) => {
    await child.end(signal)
    return child.process.exitCode
  }
  return { process: child.process, end }
}
