import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/build.ts'
import { type FirstLoad, loadFirst } from '../../server/test/harness/browser/first-load.ts'
import { launchBrowser } from '../../server/test/harness/browser/launch-browser.ts'
import { stopChild, untilSaid } from '../harness/child.ts'
import { atEnd } from '../harness/ending.ts'
import { freePort } from '../harness/free-port.ts'
import { decimals } from '../harness/table.ts'
import type { Findings } from '../report/findings.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROUNDS = 5
const TARGET_SECONDS = 3
const HEAD = ['first page on a slow phone', 'seconds', 'of bare page', 'scripts kB', 'requests', 'target', 'verdict']
const PHONE = { width: 360, height: 740 }
const LAST = 'Latest documents'

type Cookie = { name: string; value: string; domain: string; path: string }

/**
 * How long the first page of an employee takes on a phone that was never there, far from town, beside a page of the same
 * heading without style or script: each the fastest of its rounds.
 */
export async function measureFirstPage(): Promise<Findings> {
  await build(console.log)
  const bare = await startBarePage()
  const { url, cookie } = await startDemo()
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  const fastest = async (address: string, cookies: Cookie[]) => {
    const loads: FirstLoad[] = []
    const who = {
      last: LAST,
      viewport: PHONE,
      locale: 'en-US',
      storageState: { cookies: cookies.map(asStored), origins: [] },
    }
    for (let round = 0; round < ROUNDS; round += 1) loads.push(await loadFirst(browser, address, who))
    return loads.reduce((best, one) => (one.ms < best.ms ? one : best))
  }
  const reference = await fastest(bare, [])
  const subject = await fastest(`${url}/portal`, [cookie])
  const rows = [
    rowOf('bare page', reference, reference),
    rowOf('home of an employee', subject, reference, TARGET_SECONDS),
  ]
  return { tables: [{ head: HEAD, rows }], figures: [] }
}

const asStored = (cookie: Cookie) => ({
  ...cookie,
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Lax' as const,
})

function rowOf(name: string, load: FirstLoad, bare: FirstLoad, targetSeconds?: number): string[] {
  const isMet = targetSeconds !== undefined && load.ms < targetSeconds * 1000
  return [
    name,
    decimals(load.ms / 1000, 2),
    decimals(load.ms / bare.ms, 1),
    decimals(load.scriptBytes / 1000, 0),
    String(load.requests),
    targetSeconds === undefined ? '–' : `< ${targetSeconds} s`,
    targetSeconds === undefined ? '–' : isMet ? 'met' : 'above',
  ]
}

async function startBarePage(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Bare</title><h1>Good morning</h1><h2>${LAST}</h2>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The demo as `npm start` makes it, and the session of its employee. */
async function startDemo(): Promise<{ url: string; cookie: Cookie }> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-first-page-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port) }
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] })
  atEnd(() => stopChild(child))
  const welcome = await untilSaid(child.stdout, /API key/)
  const [, email = '', password = ''] = /as an employee +(\S+) +(\S+)/.exec(welcome) ?? []
  const url = `http://127.0.0.1:${port}`
  const answer = await fetch(`${url}/portal/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'dossier' },
    body: JSON.stringify({ email, password }),
  })
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')[0]?.split('=') ?? []
  if (!answer.ok || value === '') throw new Error(`The employee of the demo was not logged in: ${await answer.text()}`)
  return { url, cookie: { name, value, domain: '127.0.0.1', path: '/' } }
}
