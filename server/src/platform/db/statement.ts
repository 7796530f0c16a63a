import { channel } from 'node:diagnostics_channel'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { QueryConfig } from 'pg'
import { statementName } from '#platform/db/connections/preparing-connection.ts'
import { Database, DatabaseTransaction, type Db, type Tx } from './db.ts'
import type { Tenant } from './work.ts'

/** For a statement without parameters. */
export type NoParameters = Record<never, unknown>

type Given<Parameters> = keyof Parameters extends never ? [] : [parameters: Parameters]

export type Statement<Row, Parameters extends object = NoParameters> = (
  db: Db,
  ...given: Given<Parameters>
) => Promise<Row[]>

/** Publishes each statement when it is defined: a test checks them all against the schema. */
export const STATEMENT_DEFINED = 'dossier.db.statement-defined'

/** The text as PostgreSQL reads it, and what its numbered parameters are called. */
export type DefinedStatement = { text: string; names: string[] }

/**
 * A statement written as SQL, for the paths where building a query at each call would show. Its text names its
 * parameters (`$client_id`); they are numbered once, here.
 */
export function statement<Row, Parameters extends object = NoParameters>(source: string): Statement<Row, Parameters> {
  return asStatement(define<Parameters>(source))
}

/** A statement that may be the whole of a work that was opened for one statement; otherwise it is one among others. */
export function loneStatement<Row, Parameters extends object = NoParameters>(source: string) {
  const definition = define<Parameters>(source)
  const amongOthers = asStatement<Row, Parameters>(definition)
  return async (tx: Tx, ...given: Given<Parameters>): Promise<Row[]> =>
    tx instanceof DatabaseTransaction
      ? (await tx.queryAlone(definition.configOf(given))).rows
      : amongOthers(tx, ...given)
}

/** A statement that finds at most a few rows by their key: outside of a transaction many callers share one connection. */
export function lookup<Row, Parameters extends object = NoParameters>(source: string): Statement<Row, Parameters> {
  const definition = define<Parameters>(source)
  const alone = asStatement<Row, Parameters>(definition)
  return (db, ...given) => (db instanceof Database ? db.lookUp<Row>(definition.configOf(given)) : alone(db, ...given))
}

type Definition<Parameters> = {
  text: string
  valuesOf(given: Given<Parameters>): unknown[]
  configOf(given: Given<Parameters>): QueryConfig
}

function asStatement<Row, Parameters extends object>({
  text,
  valuesOf,
  configOf,
}: Definition<Parameters>): Statement<Row, Parameters> {
  return async (db, ...given) => {
    if (db instanceof DatabaseTransaction) return (await db.query(configOf(given))).rows
    if (db instanceof Database) return (await db.queryAlone(configOf(given))).rows
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, valuesOf(given)))).rows
  }
}

/** SQL text as a part of a query that is put together: each named parameter is the fragment that is given for it. */
export function fragment<T = unknown>(text: string, parameters: Record<string, RawBuilder<unknown>>): RawBuilder<T> {
  const pieces = text.split(/\$(\w+)/).map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : parameters[piece]))
  return sql<T>`${sql.join(pieces, sql``)}`
}

/** The same of a text whose one parameter is `$client_id`. */
export function ofClient<T = unknown>(text: string, { id }: Tenant): RawBuilder<T> {
  return fragment(text, { client_id: sql`${id}` })
}

/** The parameters that are called as these columns are. */
export function parametersFor(columns: readonly string[]): string {
  return columns.map((column) => `$${column}`).join(', ')
}

const definitions = channel(STATEMENT_DEFINED)

function define<Parameters extends object>(source: string): Definition<Parameters> {
  const { text, names } = numberParameters(source)
  definitions.publish({ text, names } satisfies DefinedStatement)
  const name = statementName(text)
  const valuesOf = ([parameters]: Given<Parameters>): unknown[] =>
    parameters ? names.map((one) => parameters[one as keyof Parameters]) : []
  const configOf = (given: Given<Parameters>) => {
    const values = valuesOf(given)
    return name === undefined ? { text, values } : { name, text, values }
  }
  return { text, valuesOf, configOf }
}

/** Replaces `$client_id` by `$1` and so on, in the order of first use. */
export function numberParameters(source: string): DefinedStatement {
  const names: string[] = []
  const text = source.replace(/\$(\w+)/g, (_, name: string) => {
    if (/^\d/.test(name)) throw new Error(`A statement names its parameters, and this one has $${name}: ${source}`)
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text, names }
}
