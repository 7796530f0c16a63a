import { subscribe } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type DefinedStatement, STATEMENT_DEFINED } from '#platform/db/statement.ts'
import type { CollectedStatement } from './collect-statements.ts'

/** How many callers of a definition are looked at: some statements are defined by a helper of a helper. */
const MAX_FRAMES = 30
const OF_THE_HELPERS = /\/platform\/db\/statement\.ts:|\/test\/sql\/collect-thread\.ts:/

function framesOf(stack: string): string[] {
  const frames = stack.matchAll(/(file:\/\/[^\s)]+?):(\d+):(\d+)/g)
  return Array.from(frames, ([, url = '', line, column]) => `${fileURLToPath(url)}:${line}:${column}`)
}

const collected: CollectedStatement[] = []
subscribe(STATEMENT_DEFINED, (message) => {
  const frames = framesOf(new Error().stack ?? '').filter((frame) => !OF_THE_HELPERS.test(frame))
  collected.push({ ...(message as DefinedStatement), frames })
})
Error.stackTraceLimit = MAX_FRAMES
for (const file of workerData as string[]) await import(file)
parentPort?.postMessage(collected)
