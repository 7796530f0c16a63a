import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** A statement written as SQL and compiled once, for the paths where building a query at each call would show. */
export function statement<Row, Values extends readonly unknown[]>(text: string) {
  return async (db: Db, ...values: Values): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values as readonly unknown[] as unknown[]))
    return rows
  }
}
