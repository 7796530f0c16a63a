import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnAs } from './run-as.ts'
import type { Runner } from './runner.ts'

export type ServerProcess = {
  pid: number
  ended: Promise<void>
  hasEnded(): boolean
  stop(): Promise<void>
}

type Launch = { runner: Runner; cluster: string; settings: Record<string, string>; logFd: number }

export function spawnServer({ runner, cluster, settings, logFd }: Launch): ServerProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnAs(runner.way, runner.binaries.postgres, ['-D', cluster, ...options], {
    cwd: cluster,
    // Its own session: Ctrl-C reaches the service only, which then ends in its own order.
    detached: true,
    stdio: ['ignore', logFd, logFd],
  })
  let hasEnded = false
  const ended = endOf(child).then(() => {
    hasEnded = true
  })
  const pid = child.pid ?? 0
  if (pid > 0) stopWithService(pid, ended)
  // The service is what keeps the process alive; a program that forgets to stop still ends, and the server with it.
  child.unref()
  return { pid, ended, hasEnded: () => hasEnded, stop: () => (hasEnded ? ended : stopChild(child, ended)) }
}

async function endOf(child: ChildProcess): Promise<void> {
  await once(child, 'exit').catch(() => undefined)
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.ref()
  if (child.pid !== undefined) await endServer(child.pid, ended)
}

/** Ends the server with the service, even one killed outright: then the pipe closes, and the guard sends SIGINT. */
function stopWithService(pid: number, ended: Promise<void>): void {
  const script = 'trap "" INT TERM HUP; read -r _ || kill -INT "$0"'
  const options: SpawnOptions = { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] }
  const guard = spawnAs('direct', '/bin/sh', ['-c', script, String(pid)], options)
  const pipe = guard.stdin as Socket
  // Without a guard the server outlives a killed service, and the next start stops it.
  guard.on('error', () => undefined)
  pipe.on('error', () => undefined)
  guard.unref()
  pipe.unref()
  // A line, not just a closed pipe: the guard must not signal a process that has got the number since.
  void ended.then(() => pipe.end('\n'))
}

const LADDER = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 4_000],
  ['SIGKILL', 4_000],
] as const

/** Fast shutdown first: it ends sessions and writes a checkpoint, so that the next start has nothing to recover. */
export async function endServer(pid: number, ended: Promise<void>): Promise<void> {
  for (const [signal, patienceMs] of LADDER) {
    signalServer(pid, signal)
    if (await isEndedWithin(ended, patienceMs)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end.`)
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function isEndedWithin(ended: Promise<void>, patienceMs: number): Promise<boolean> {
  const timer = new AbortController()
  const tooLate = delay(patienceMs, false, { signal: timer.signal }).catch(() => false)
  const isEnded = await Promise.race([ended.then(() => true), tooLate])
  timer.abort()
  return isEnded
}
