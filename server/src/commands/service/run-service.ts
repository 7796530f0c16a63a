import { flushCompileCache } from 'node:module'
import { print } from '#commands/command.ts'
import { examineCallbacks } from '#commands/doctor/examine-external.ts'
import { demoEntryOf, demoPassword } from '#modules/auth/index.ts'
import { hasClients } from '#modules/clients/index.ts'
import { demoSetup, fillDemo, markDemo, notesOn, reportSetup } from '#modules/setup/index.ts'
import { withLock } from '#platform/db/locks/with-lock.ts'
import type { Http } from '#platform/http/routes.ts'
import { readTrustedProxies } from '#platform/net/client-address.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import { readRoots } from '#platform/seal/read-roots.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from '#src/config.ts'
import { type Deps, openDeps } from '#src/deps.ts'
import { installationOf } from '#src/installation.ts'
import { openGuardedOutbound } from '#src/open-outbound.ts'
import { applySetup, readSetupFile } from '#src/setup.ts'
import { type Sealing, startWorker } from '#src/worker.ts'
import { sayStep } from './steps.ts'
import { demoMessage, readyMessage } from './welcome.ts'

/** By then the first calls are answered, so the work delays no caller. */
const SETTLED_MS = 10_000
/** By then the processes of the embedded PostgreSQL run, and this one waits for them. */
const LAUNCHED_MS = 50
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Runs the service with these settings, until it is to stop. */
export async function runService(config: Config, stopped: Promise<unknown>): Promise<void> {
  let isStopping = false
  void stopped.then(() => {
    isStopping = true
  })
  if (config.ROLE !== 'worker') setTimeout(loadAhead, LAUNCHED_MS).unref()
  const deps = await openDeps(config, { isService: true, say: sayStep })
  try {
    // A stop that was asked for while the database started does not wait for a demo to be made.
    if (isStopping) return
    const demo = await withLock(deps.directAddress, () => setUp(deps))
    const sealing = await sealingOf(config)
    const outbound = await openGuardedOutbound(config, deps.db)
    const stopServing = await serve(deps, outbound)
    const stopWorking =
      config.ROLE === 'api'
        ? async () => {}
        : await startWorker({
            ...deps,
            outbound,
            publicUrl: publicUrlOf(config),
            maxFileBytes: maxFileBytesOf(config),
            eventRetentionDays: config.EVENT_RETENTION_DAYS,
            carrierRoot: config.CARRIER_ROOT,
            sealing,
            tellsTrace: config.WEBHOOK_TRACEPARENT,
          })
    // In one piece: lines of the log must not come between.
    print(readyMessage(config, publicUrlOf(config)) + (demo ? `\n${demoMessage(demo, publicUrlOf(config))}` : ''))
    // What the start has compiled is written then: a process that is killed writes nothing at its end.
    setTimeout(flushCompileCache, SETTLED_MS).unref()
    void warnOfCallbacks(deps, outbound)
    const reason = await Promise.race([stopped, deps.databaseLost])
    await Promise.all([stopServing(), stopWorking()])
    await outbound.close()
    if (reason instanceof StartRefused) throw reason
  } finally {
    await deps.close()
  }
}

/** Loads what answers calls while PostgreSQL starts. Where it is used, it is there, or what is wrong with it is reported. */
function loadAhead(): void {
  void import('#src/app.ts').catch(() => undefined)
}

/** Applies the set-up file, or the demo on an empty database. Of processes that start together, one makes the demo. */
async function setUp(deps: Deps) {
  const { config, db } = deps
  if (config.SETUP_FILE !== undefined) {
    const applied = await applySetup(deps, await readSetupFile(config.SETUP_FILE))
    print(reportSetup(applied))
    for (const { id, changes } of applied) {
      for (const note of notesOn(changes)) deps.log.warn({ client_id: id, note }, 'setup.noted')
    }
    return undefined
  }
  if (await hasClients(db)) return undefined
  if (!(config.DEMO ?? LOOPBACK.includes(config.HOST))) {
    print(
      'The database is empty. Write a set-up file and run: npx dossier apply FILE (see docs/operations/set-up-file.md)',
    )
    return undefined
  }
  sayStep('Loading the demo …')
  const { file, credentials } = demoSetup((technicalId) => demoPassword(deps.keyring, technicalId))
  await applySetup(deps, file)
  await fillDemo({ ...deps, publicUrl: publicUrlOf(config) })
  await markDemo(deps)
  return credentials
}

/** Callbacks that would never leave are named at the start, which does not wait for the name servers that this asks. */
async function warnOfCallbacks({ db, log }: Deps, outbound: Outbound): Promise<void> {
  const findings = await examineCallbacks(db, outbound).catch((error: unknown) => {
    log.warn({ err: error }, 'setup.unexamined')
    return []
  })
  for (const { check, isFine, detail } of findings) {
    if (isFine) continue
    print(`${check}: ${detail}`)
    log.warn({ check, detail }, 'setup.noted')
  }
}

async function sealingOf(config: Config): Promise<Sealing | undefined> {
  const { TIMESTAMP_URL: url, TIMESTAMP_CA_FILE: file, SEAL_RENEWAL_DAYS: renewalDays } = config
  const level = config.SEAL_LEVEL ?? (url === undefined ? 'B-B' : 'B-LTA')
  if (level === 'B-B') return undefined
  if (url === undefined) throw new StartRefused(`SEAL_LEVEL is ${level}, which needs TIMESTAMP_URL.`)
  const roots = file === undefined ? undefined : await readRoots('TIMESTAMP_CA_FILE', file)
  return { level, authority: { url, roots }, renewalDays }
}

/** Listens; a process that only works does so for its vital signs, if at all. */
async function serve(deps: Deps, outbound: Outbound): Promise<() => Promise<void>> {
  const { config } = deps
  const isWorker = config.ROLE === 'worker'
  const port = isWorker ? config.WORKER_PORT : config.PORT
  if (port === undefined) return async () => {}
  // Imported only here: all other commands start faster without it.
  const { buildApp, buildWorkerApp } = await import('#src/app.ts')
  const app = await (isWorker ? buildWorkerApp : buildApp)({
    ...deps,
    outbound,
    publicUrl: publicUrlOf(config),
    trustProxy: readTrustedProxies(config.TRUST_PROXY) ?? false,
    metricsToken: config.METRICS_TOKEN,
    maxFileBytes: maxFileBytesOf(config),
    callsPerMinute: config.RATE_LIMIT_PER_MINUTE,
    installation: installationOf(config, deps.clock.now()),
    demoEntry: demoEntryOf(config, publicUrlOf(config)),
  })
  await listen(app, config.HOST, port, isWorker ? 'WORKER_PORT' : 'PORT')
  sayStep(`Listening on ${config.HOST}:${port}`)
  return () => app.close()
}

function maxFileBytesOf({ MAX_UPLOAD_MB }: Config): number {
  return MAX_UPLOAD_MB * 1024 * 1024
}

async function listen(app: Http, host: string, port: number, setting: string): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartRefused(`${setting} ${port} is in use on ${host}; set ${setting} to another.`)
    throw new StartRefused(`HOST ${host} and ${setting} ${port} cannot be listened on (${code}).`)
  }
}

function publicUrlOf(config: Config): string {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL.replace(/\/+$/, '')
  const isEverywhere = config.HOST === '0.0.0.0' || config.HOST === '::'
  const host = isEverywhere || LOOPBACK.includes(config.HOST) ? 'localhost' : config.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`
}
