import { CompiledQuery } from 'kysely'
import { type Db, OpenedDb } from './db.ts'
import { statementName } from './preparing-client.ts'

export type Statement<Row, Values extends readonly unknown[]> = (db: Db, ...values: Values) => Promise<Row[]>

/** A statement written as SQL and compiled once, for the paths where building a query at each call would show. */
export function statement<Row, Values extends readonly unknown[]>(text: string): Statement<Row, Values> {
  const name = statementName(text)
  return async (db, ...values) => {
    if (!(db instanceof OpenedDb)) return inTransaction(db, text, values)
    const { rows } = await db.pool.query({ name, text, values: values as readonly unknown[] as unknown[] })
    return rows
  }
}

/** A statement that finds at most a few rows by their key: many callers share one connection for it. */
export function lookup<Row, Values extends readonly unknown[]>(text: string): Statement<Row, Values> {
  return async (db, ...values) =>
    db instanceof OpenedDb ? db.lanes.query<Row>(text, values) : inTransaction(db, text, values)
}

async function inTransaction<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values as unknown[]))
  return rows
}
