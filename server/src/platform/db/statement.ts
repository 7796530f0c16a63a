import { CompiledQuery } from 'kysely'
import { statementName } from '#platform/db/connections/preparing-connection.ts'
import { Database, DatabaseTransaction, type Db, type Tx } from './db.ts'

export type Statement<Row, Values extends readonly unknown[]> = (db: Db, ...values: Values) => Promise<Row[]>

/** A statement written as SQL, for the paths where building a query at each call would show. */
export function statement<Row, Values extends readonly unknown[]>(text: string): Statement<Row, Values> {
  const configOf = prepared(text)
  return async (db, ...values) => {
    if (db instanceof DatabaseTransaction) return (await db.query(configOf(values))).rows
    if (db instanceof Database) return (await db.pool.query(configOf(values))).rows
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, values as readonly unknown[] as unknown[]))).rows
  }
}

/** A statement that may be the whole of a work that was opened for one statement; otherwise it is one among others. */
export function loneStatement<Row, Values extends readonly unknown[]>(text: string) {
  const configOf = prepared(text)
  const amongOthers = statement<Row, Values>(text)
  return async (tx: Tx, ...values: Values): Promise<Row[]> =>
    tx instanceof DatabaseTransaction ? (await tx.queryAlone(configOf(values))).rows : amongOthers(tx, ...values)
}

/** A statement that finds at most a few rows by their key: outside of a transaction many callers share one connection. */
export function lookup<Row, Values extends readonly unknown[]>(text: string): Statement<Row, Values> {
  const configOf = prepared(text)
  const alone = statement<Row, Values>(text)
  return (db, ...values) =>
    db instanceof Database ? db.sharedConnections.query<Row>(configOf(values)) : alone(db, ...values)
}

function prepared(text: string) {
  const name = statementName(text)
  return (given: readonly unknown[]) => {
    const values = given as unknown[]
    return name === undefined ? { text, values } : { name, text, values }
  }
}
