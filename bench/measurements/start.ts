import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../scripts/build.ts'
import { stopChild, untilSaid } from '../harness/child.ts'
import { atEnd } from '../harness/ending.ts'
import { freePort } from '../harness/free-port.ts'
import { decimals } from '../harness/table.ts'
import { cpuOfDescendants } from '../harness/usage.ts'
import type { Findings } from '../report/findings.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROUNDS = 3
const HEAD = ['start', 'seconds', 'CPU seconds', 'of bare Node', 'target', 'verdict']

type Taken = { seconds: number; cpuSeconds: number }
type Target = { seconds: number; cpuSeconds?: number }
type Program = {
  file: string
  args: string[]
  env?: Record<string, string>
  /** What it says when it can be used; a program without this ends by itself. */
  ready?: RegExp
}

const BARE = { file: process.execPath, args: ['-e', ''] }
const FASTIFY = {
  file: process.execPath,
  args: [
    '--input-type=module',
    '-e',
    `import fastify from 'fastify'; await fastify().listen({ port: 0 }); console.log('ready')`,
  ],
  ready: /ready/,
}
const HELP = { file: process.execPath, args: ['server/bin/dossier.mjs', '--help'] }

/** How long programs take until they are ready, beside a Node that does nothing: each the fastest of its rounds. */
export async function measureStarts(): Promise<Findings> {
  await build(console.log)
  const bare = await fastest(() => BARE)
  const folders: string[] = []
  const first = await fastest(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dossier-start-'))
    atEnd(() => rm(folder, { recursive: true, force: true }))
    folders.push(folder)
    return npmStart(folder)
  })
  const rows = [
    rowOf('node -e', bare, bare),
    rowOf('bare Fastify', await fastest(() => FASTIFY), bare),
    rowOf('dossier --help', await fastest(() => HELP), bare, { seconds: 0.25 }),
    rowOf('npm start, first, with the demo', first, bare, { seconds: 3 }),
    rowOf('npm start, second', await fastest(() => npmStart(folders[0] ?? '')), bare, { seconds: 1.2, cpuSeconds: 1 }),
  ]
  return { tables: [{ head: HEAD, rows }], figures: [] }
}

async function npmStart(dataDir: string): Promise<Program> {
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  return { file: 'npm', args: ['start'], env, ready: /Dossier is ready/ }
}

function rowOf(name: string, taken: Taken, bare: Taken, target?: Target): string[] {
  const isMet =
    target && taken.seconds < target.seconds && taken.cpuSeconds < (target.cpuSeconds ?? Number.POSITIVE_INFINITY)
  const cpuTarget = target?.cpuSeconds === undefined ? '' : `, < ${target.cpuSeconds} CPU`
  return [
    name,
    decimals(taken.seconds, 2),
    decimals(taken.cpuSeconds, 2),
    decimals(taken.seconds / bare.seconds, 1),
    target ? `< ${target.seconds} s${cpuTarget}` : '–',
    target ? (isMet ? 'met' : 'above') : '–',
  ]
}

async function fastest(program: () => Program | Promise<Program>): Promise<Taken> {
  const rounds: Taken[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await untilReady(await program()))
  const least = (of: (taken: Taken) => number) => Math.min(...rounds.map(of))
  return { seconds: least(({ seconds }) => seconds), cpuSeconds: least(({ cpuSeconds }) => cpuSeconds) }
}

/** Starts a program, waits until it says that it is ready or ends by itself, and ends it. */
async function untilReady({ file, args, env, ready }: Program): Promise<Taken> {
  const cpuBefore = await cpuOfDescendants()
  const startedAt = performance.now()
  const child = spawn(file, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  atEnd(() => stopChild(child))
  await (ready ? untilSaid(child.stdout, ready) : once(child, 'close'))
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = (await cpuOfDescendants()) - cpuBefore
  await stopChild(child)
  return { seconds, cpuSeconds }
}
