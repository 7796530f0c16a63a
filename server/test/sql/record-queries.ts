import { fileURLToPath } from 'node:url'
import { type KyselyPlugin, PostgresQueryCompiler, RawNode, type RootOperationNode } from 'kysely'
import type { Database, Db } from '#platform/db/db.ts'

/** A query that was put together and run: its text, what was passed, and the calls that led to it, the nearest first. */
export type RecordedQuery = { text: string; parameters: readonly unknown[]; frames: string[] }

/** How many callers are looked at: the type of the rows may be said by a caller of a caller. */
const MAX_FRAMES = 30

/**
 * Notes every query in raw SQL that this database runs from now on, each text from each place once. `recorded` is the
 * same database for callers who open a transaction with the query builder.
 */
export function recordQueries(db: Database): { queries: RecordedQuery[]; recorded: Db } {
  const queries: RecordedQuery[] = []
  const known = new Set<string>()
  const compiler = new PostgresQueryCompiler()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (RawNode.is(node as RootOperationNode)) {
        const { sql: text, parameters } = compiler.compileQuery(node, queryId)
        const frames = callers()
        const id = `${text} ${frames.join(' ')}`
        if (!known.has(id)) queries.push({ text, parameters, frames })
        known.add(id)
      }
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const executor = db.getExecutor().withPlugin(plugin)
  db.getExecutor = () => executor
  return { queries, recorded: db.withPlugin(plugin) }
}

/** Calls of our own source, those before an `await` too. */
function callers(): string[] {
  const usual = Error.stackTraceLimit
  Error.stackTraceLimit = MAX_FRAMES
  const { stack = '' } = new Error()
  Error.stackTraceLimit = usual
  const frames = stack.matchAll(/(file:\/\/[^\s)]+?):(\d+):(\d+)/g)
  return Array.from(frames, ([, url = '', line, column]) => `${fileURLToPath(url)}:${line}:${column}`).filter((frame) =>
    frame.includes('/server/src/'),
  )
}
