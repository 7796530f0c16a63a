import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { type DefinedStatement, STATEMENT_DEFINED } from '#platform/db/statement.ts'

/** A statement, and the places in the source that lead to its definition, the nearest first. */
export type CollectedStatement = DefinedStatement & { frames: string[] }

const OF_THE_HELPERS = /\/platform\/db\/statement\.ts:|\/test\/sql\/collect-statements\.ts:/

/** Every statement that these files define when they are loaded. None of them may have been loaded before. */
export async function collectStatements(files: string[]): Promise<CollectedStatement[]> {
  const found: CollectedStatement[] = []
  const depth = Error.stackTraceLimit
  const listen = (message: unknown) => {
    Error.stackTraceLimit = 30
    const frames = framesOf(new Error().stack ?? '').filter((frame) => !OF_THE_HELPERS.test(frame))
    Error.stackTraceLimit = depth
    found.push({ ...(message as DefinedStatement), frames })
  }
  subscribe(STATEMENT_DEFINED, listen)
  for (const file of files) await import(file)
  unsubscribe(STATEMENT_DEFINED, listen)
  return found
}

function framesOf(stack: string): string[] {
  const frames = stack.matchAll(/(file:\/\/[^\s)]+?):(\d+):(\d+)/g)
  return Array.from(frames, ([, url = '', line, column]) => `${fileURLToPath(url)}:${line}:${column}`)
}
