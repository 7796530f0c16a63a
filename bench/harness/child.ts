import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { atEnd } from './ending.ts'

const BENCH = join(import.meta.dirname, '..')
const STOP_WITHIN_MS = 12_000

/** A script of ours in a process of its own, which does one job at a time. */
export type Child<Job, Result> = { pid: number; ask(job: Job): Promise<Result> }

type Answer<Result> = { result: Result } | { failure: string }

export function startChild<Job, Result>(script: string, settings: unknown): Child<Job, Result> {
  const child = fork(join(BENCH, script), [JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  atEnd(() => stopChild(child))
  return {
    pid: child.pid ?? 0,
    async ask(job) {
      const settled = new AbortController()
      const { signal } = settled
      const answered = once(child, 'message', { signal }).then(([answer]) => answer as Answer<Result>)
      const ended = once(child, 'exit', { signal }).then(() => ({ failure: `${script} ended.` }))
      child.send(job as object)
      const answer = await Promise.race([answered, ended])
      // Whichever did not happen stops listening.
      for (const waiting of [answered, ended]) waiting.catch(() => {})
      settled.abort()
      if ('failure' in answer) throw new Error(answer.failure)
      return answer.result
    },
  }
}

/** The other side of `startChild`: does jobs until the parent is gone. */
export function doJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  process.on('SIGINT', () => {}) // the parent ends us in its own order
  process.on('disconnect', () => process.exit())
  process.on('message', async (job: Job) => {
    const answer: Answer<Result> = await work(job).then(
      (result) => ({ result }),
      (error) => ({ failure: String((error as Error).stack) }),
    )
    process.send?.(answer)
  })
}

export function settingsOfChild<Settings>(): Settings {
  return JSON.parse(process.argv[2] ?? '{}') as Settings
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const abort = new AbortController()
  const late = delay(STOP_WITHIN_MS, undefined, { signal: abort.signal }).then(
    () => child.kill('SIGKILL'),
    () => {},
  )
  await ended
  abort.abort()
  await late
}

/** Waits until a program has said this, and answers all that it said; what it says later is dropped. */
export async function untilSaid(output: Readable, words: RegExp): Promise<string> {
  let text = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += chunk
    if (!words.test(text)) continue
    output.resume()
    return text
  }
  throw new Error(`A program ended before it was ready: ${text}`)
}
