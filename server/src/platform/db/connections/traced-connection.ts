import type { Tracing } from '#platform/tracing.ts'
import { BEGIN, PreparingConnection } from './preparing-connection.ts'

const MAX_SUMMARIES = 1000
const MAX_SUMMARY_LENGTH = 255
const summaries = new Map<string, string>()

/** What a statement does to which tables, in its order: `INSERT events SELECT event_subscriptions`. Holds no value. */
export function summaryOf(text: string): string {
  const known = summaries.get(text)
  if (known !== undefined) return known
  const steps = Array.from(
    text.matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM|FROM|JOIN)\s+(?:ONLY\s+)?"?([a-z_]+(?:"?\."?[a-z_]+)?)/gi),
    ([, verb = '', table = '']) => `${VERBS[verb.toUpperCase()] ?? 'SELECT'} ${table.replaceAll('"', '')}`,
  )
  const first = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const summary = [...new Set(steps)].join(' ').slice(0, MAX_SUMMARY_LENGTH) || first
  if (summaries.size >= MAX_SUMMARIES) summaries.clear()
  summaries.set(text, summary)
  return summary
}

const VERBS: Record<string, string> = { 'INSERT INTO': 'INSERT', UPDATE: 'UPDATE', 'DELETE FROM': 'DELETE' }

/** Connections whose statements are parts of the step that sends them. */
export function tracedConnection(tracing: Tracing): typeof PreparingConnection {
  const begin = (text: string) =>
    tracing.beginPart(summaryOf(text), { kind: 'client', facts: { 'db.system.name': 'postgresql' } })

  return class TracedConnection extends PreparingConnection {
    // biome-ignore lint/suspicious/noExplicitAny: pg overloads query with eight signatures.
    override query(config: any, values?: any, callback?: any): any {
      const text = typeof config === 'string' ? config : config?.text
      // A transaction begins with its first statement: it has no answer of its own that anything waits for.
      const span = typeof text === 'string' && text !== BEGIN ? begin(text) : undefined
      if (!span) return super.query(config, values, callback)
      const told = typeof values === 'function' ? values : callback
      if (typeof told !== 'function') {
        const answer: Promise<unknown> = super.query(config, values)
        answer.then(
          () => span.end(),
          (error) => span.end(codeOf(error)),
        )
        return answer
      }
      return super.query(
        config,
        typeof values === 'function' ? undefined : values,
        (error: unknown, result: unknown) => {
          span.end(error ? codeOf(error) : undefined)
          told(error, result)
        },
      )
    }

    override async copy(text: string, rows: Iterable<Uint8Array>): Promise<void> {
      const span = begin(text)
      try {
        await super.copy(text, rows)
      } catch (error) {
        span?.end(codeOf(error))
        throw error
      }
      span?.end()
    }
  }
}

/** Messages of PostgreSQL quote values. */
function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? 'failed'
}
