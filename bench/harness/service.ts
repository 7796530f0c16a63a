import { spawn } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { START_SETTINGS } from '../../scripts/start-settings.ts'
import { buildServer } from '../../server/build.ts'
import { stopChild } from './child.ts'
import { CLIENT } from './content/tree.ts'
import type { Database } from './database.ts'
import { atEnd } from './ending.ts'
import { freePort } from './free-port.ts'
import { APPLICATION, keyOf, SECRET, setupFile } from './set-up.ts'

const MAIN = join(import.meta.dirname, '../../server/dist/main.mjs')
const API = '/api/v2/client'

/** Calls with the access token or the API key of one client. */
export type Session = {
  headers: Record<string, string>
  pathOf(rest: string): string
  /** One call; anything but success is an error. */
  call<Body>(method: string, rest: string, body?: unknown): Promise<{ status: number; headers: Headers; body: Body }>
}

/** Its own calls are those of the client with the data sets. */
export type Service = Session & {
  pid: number
  url: string
  /** Where the inspector listens, in a profiled run. */
  inspectorPort: number | undefined
  as(clientId: string, application?: string): Promise<Session>
  /** Calls of group C, with the API key of a client that has one. */
  withKey(clientId: string): Session
}

type ServiceOptions = { isProfiled?: boolean; env?: Record<string, string> }

/** The database of a service, and a folder for what its processes leave behind. */
type Place = Pick<Database, 'folder' | 'url'>

/** The service as users run it: a process of its own, the default log level, the log in a file. */
export async function startService(database: Place, options: ServiceOptions): Promise<Service> {
  const { pid, url, inspectorPort } = await startProcess(database, options)
  const as = (clientId: string, application?: string) => openSession(url, clientId, application)
  const withKey = (clientId: string) => sessionOf(url, '/api', { 'x-api-key': keyOf(clientId) })
  return { pid, url, inspectorPort, as, withKey, ...(await as(CLIENT.id)) }
}

/** A process that runs jobs and answers no calls. */
export async function startWorker(
  database: Place,
  env: Record<string, string> = {},
): Promise<{ pid: number; url: string }> {
  return startProcess(database, { env: { ROLE: 'worker', WEBHOOK_ALLOW_PRIVATE: 'true', ...env } })
}

/** Asks a process that was started here to end, and waits for it. */
export async function endProcess({ pid }: { pid: number }): Promise<void> {
  process.kill(pid, 'SIGTERM')
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isAlive()) await delay(50)
}

async function startProcess(database: Place, { isProfiled = false, env = {} }: ServiceOptions) {
  const setup = join(database.folder, 'set-up.json')
  await writeFile(setup, JSON.stringify(setupFile))
  const logPath = join(database.folder, 'service.log')
  const log = await open(logPath, 'a')
  await buildServer()
  const port = await freePort()
  const inspectorPort = isProfiled ? await freePort() : undefined
  const flags = inspectorPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectorPort}`]
  const child = spawn(process.execPath, [...START_SETTINGS.flags, ...flags, MAIN, 'start'], {
    env: {
      PATH: process.env.PATH,
      ...START_SETTINGS.env,
      PORT: `${port}`,
      WORKER_PORT: `${port}`,
      DATA_DIR: join(database.folder, 'data'),
      DATABASE_URL: database.url,
      SETUP_FILE: setup,
      ...env,
    },
    stdio: ['ignore', log.fd, log.fd],
  })
  atEnd(() => stopChild(child))
  await log.close()
  const url = `http://127.0.0.1:${port}`
  const isUp = async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok ?? false
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`The service ended:\n${await readFile(logPath, 'utf8')}`)
    await delay(100)
  }
  return { pid: child.pid ?? 0, url, inspectorPort }
}

async function openSession(url: string, clientId: string, application = APPLICATION): Promise<Session> {
  return sessionOf(url, API, { authorization: `Bearer ${await requestToken(url, clientId, application)}` })
}

function sessionOf(url: string, base: string, headers: Record<string, string>): Session {
  return {
    headers,
    pathOf: (rest) => `${base}${rest}`,
    async call(method, rest, body) {
      const answer = await fetch(`${url}${base}${rest}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${rest} answered ${answer.status}: ${text}`)
      return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
}

async function requestToken(url: string, clientId: string, application: string): Promise<string> {
  const answer = await fetch(`${url}${API}/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${application}:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: clientId }),
  })
  if (!answer.ok) throw new Error(`The service gave no token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
