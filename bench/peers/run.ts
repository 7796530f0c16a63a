import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { shapeOf } from '../harness/content/tree.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import { atEnd, endAll, endOnSignals, isEnding } from '../harness/ending.ts'
import { type Load, type Round, startLoad } from '../harness/load/load.ts'
import { startService } from '../harness/service.ts'
import { decimals, table } from '../harness/table.ts'
import { memoryOf } from '../harness/usage.ts'
import { startDirectus } from './directus.ts'
import { restartDossier } from './dossier.ts'
import { describeLoss, measureEvents } from './events.ts'
import type { Peer } from './peer.ts'
import { type Chosen, choose, loadPlaces } from './places.ts'
import { startStrapi } from './strapi.ts'

const VALUES = 100_000
const IMPORTED = 10_000
const CONNECTIONS = 8
const ROUNDS = 3
const IDLE_SECONDS = 6
const seconds = Number(process.env.SECONDS ?? 5)
const PEERS = { directus: startDirectus, strapi: startStrapi }
const wanted = process.argv.slice(2)

/** A line: what each program did, and whether more of it is better. */
type Line = { what: string; cells: (number | string | undefined)[]; unit: string; isMoreBetter: boolean }

endOnSignals()
try {
  await main()
} catch (error) {
  // What breaks after Ctrl-C breaks because of it.
  if (!isEnding()) console.error(error)
  process.exitCode = 1
} finally {
  await endAll()
}

async function main(): Promise<void> {
  const database = await startDatabase()
  const peers = await startPeers(database)
  const lines = [
    measured('start until it answers, the second time', 's', peers, (peer) => peer.startMs / 1000),
    await idleMemory(peers.all),
    ...(await rates(peers.all, peers.chosen)),
    await imports(peers.all),
    ...(await events(peers.all)),
  ]
  console.log(`\n${report(peers.all, lines)}\n`)
}

/** With PEERS_FOLDER what was installed stays for the next run. */
async function folderOfPeers(): Promise<string> {
  if (process.env.PEERS_FOLDER !== undefined) return resolve(process.env.PEERS_FOLDER)
  const folder = await mkdtemp(join(tmpdir(), 'dossier-peers-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function startPeers(database: Database): Promise<{ all: Peer[]; chosen: Chosen }> {
  const folder = await folderOfPeers()
  await mkdir(folder, { recursive: true })
  say('starting PostgreSQL and the service')
  const first = await startService(database, {})
  const places = await loadPlaces(database.client, shapeOf(VALUES))
  const others: Peer[] = []
  for (const [name, start] of Object.entries(PEERS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    say(`starting ${name}, which is installed first`)
    others.push(await start(join(folder, name), database, places))
  }
  return { all: [await restartDossier(database, first), ...others], chosen: choose(places) }
}

function measured(what: string, unit: string, { all }: { all: Peer[] }, of: (peer: Peer) => number): Line {
  return { what, unit, isMoreBetter: false, cells: all.map(of) }
}

async function idleMemory(peers: Peer[]): Promise<Line> {
  await delay(IDLE_SECONDS * 1000)
  const cells = await Promise.all(peers.map(({ pid }) => memoryOf(pid)))
  return { what: `memory ${IDLE_SECONDS} s after the start`, unit: 'MB', isMoreBetter: false, cells }
}

/** The programs take turns, so that a neighbour who wakes up on the machine disturbs all. */
async function rates(peers: Peer[], { places, parents, words, beginnings }: Chosen): Promise<Line[]> {
  const load = startLoad()
  const reads: [what: string, paths: (peer: Peer) => string[]][] = [
    ['read one', (peer) => places.map((one) => peer.readOne(one))],
    ['20 values below one, by name', (peer) => parents.map((one) => peer.readChildren(one))],
    ['search: a word in 4 %', (peer) => words.map((one) => peer.search(one))],
    ['search: the beginning of a number, 1 %', (peer) => beginnings.map((one) => peer.search(one))],
  ]
  const lines: Line[] = []
  for (const [what, pathsOf] of reads) {
    say(what)
    const paths = new Map(peers.map((peer) => [peer, pathsOf(peer)]))
    lines.push(await inTurns(what, peers, (peer) => ask(load, peer, { paths: paths.get(peer) ?? [] })))
  }
  say('create')
  let round = 0
  const create = (peer: Peer) => {
    round += 1
    const { forms } = peer.creation
    return ask(
      load,
      peer,
      forms
        ? { ...peer.creation, forms: { ...forms, serials: `r${round}` } }
        : {
            ...peer.creation,
            newValues: `r${round}`,
          },
    )
  }
  lines.push(await inTurns('create', peers, create))
  return lines
}

type Asked = Peer['creation']

function ask(load: Load, { url, headers }: Peer, asked: Asked): Promise<Round> {
  return load.ask({ url, headers, connections: CONNECTIONS, until: { seconds }, ...asked })
}

async function inTurns(what: string, peers: Peer[], run: (peer: Peer) => Promise<Round>): Promise<Line> {
  const rounds = peers.map((): number[] => [])
  for (const peer of peers) await run(peer)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, peer] of peers.entries()) rounds[index]?.push((await run(peer)).rate)
  }
  const cells = rounds.map((rates) => rates.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)])
  return { what, unit: '/s', isMoreBetter: true, cells }
}

async function imports(peers: Peer[]): Promise<Line> {
  const cells: (number | string)[] = []
  for (const peer of peers) {
    say(`import: ${peer.name}`)
    const startedAt = performance.now()
    await peer.importFile?.(IMPORTED)
    cells.push(peer.importFile ? (IMPORTED * 1000) / (performance.now() - startedAt) : 'takes no files')
  }
  return { what: `import of a file of ${IMPORTED} values`, unit: 'rows/s', isMoreBetter: true, cells }
}

async function events(peers: Peer[]): Promise<Line[]> {
  const findings = []
  for (const peer of peers) {
    say(`events: ${peer.name}`)
    findings.push(await measureEvents(peer, seconds))
  }
  const p95 = findings.map((one) => one.p95)
  return [
    { what: 'change to arrival at 20/s, p95', unit: 'ms', isMoreBetter: false, cells: p95 },
    {
      what: 'events lost, receiver up',
      unit: '',
      isMoreBetter: false,
      cells: findings.map((one) => `${one.lostWhileUp}`),
    },
    {
      what: 'events lost, receiver away for a minute',
      unit: '',
      isMoreBetter: false,
      cells: findings.map(describeLoss),
    },
  ]
}

function report(peers: Peer[], lines: Line[]): string {
  const [, ...others] = peers
  const head = ['work', ...peers.map(({ name }) => name), ...others.map(({ name }) => `against ${name.split(' ')[0]}`)]
  const rows = lines.map(({ what, unit, cells, isMoreBetter }) => {
    const [own, ...rest] = cells
    const ratio = (other: number | string | undefined) =>
      typeof own !== 'number' || typeof other !== 'number'
        ? '–'
        : `${decimals(isMoreBetter ? own / other : other / own, 1)} ×`
    const cell = (value: number | string | undefined) =>
      typeof value === 'string' ? value : `${decimals(value, (value ?? 0) < 10 ? 2 : 0)} ${unit}`.trim()
    return [what, ...cells.map(cell), ...rest.map(ratio)]
  })
  return table(head, rows)
}

function say(what: string): void {
  console.log(`${decimals(process.uptime(), 0).padStart(4)} s  ${what}`)
}
