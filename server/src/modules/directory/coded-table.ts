import { sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, parametersFor, statement } from '#platform/db/statement.ts'
import { searchText } from '#platform/text/search-text.ts'

export type CodedRow = {
  code: string
  name: string
  created_at: Date
  updated_at: Date
  localized_names?: Translations
}
/** A row whose name is translated. */
export type TranslatedRow = CodedRow & { localized_names: Translations }
export type CodedFilters = { q?: string; updated_at_since?: string; per_page?: number }

export const BY_CODE: ListOrder = { column: 'code', tie: 'code', descending: false }

/** A table of things that have a code of the caller's, a name, and columns of their own. */
export function codedTable<Row extends CodedRow>(table: string, ownColumns: (keyof Row & string)[]) {
  const columns = ['code', 'name', ...ownColumns, 'created_at', 'updated_at']
  const changing = [...columns.filter((one) => one !== 'code' && one !== 'created_at'), 'search_text']
  const select = `SELECT ${columns.join(', ')} FROM ${table}`
  const find = lookup<Row, { client_id: string; code: string }>(
    `${select} WHERE client_id = $client_id AND code = $code`,
  )
  const upsert = statement<never, Record<string, unknown>>(`
    INSERT INTO ${table} (client_id, ${columns.join(', ')}, search_text)
    VALUES ($client_id, ${parametersFor(columns)}, $search_text)
    ON CONFLICT (client_id, code) DO UPDATE SET ${changing.map((one) => `${one} = excluded.${one}`).join(', ')}`)
  const remove = statement<never, { client_id: string; code: string }>(
    `DELETE FROM ${table} WHERE client_id = $client_id AND code = $code`,
  )

  return {
    find: async (db: Db, client: Client, code: string): Promise<Row | undefined> =>
      (await find(db, { client_id: client.id, code }))[0],

    async upsert(tx: Tx, client: Client, row: Row): Promise<void> {
      const search_text = searchText([row.code, row.name, ...Object.values(row.localized_names ?? {})])
      await upsert(tx, { ...row, client_id: client.id, search_text })
    },

    async remove(tx: Tx, client: Client, code: string): Promise<void> {
      await remove(tx, { client_id: client.id, code })
    },

    async list(db: Db, client: Client, query: CodedFilters, request: OrderedRequest): Promise<Row[]> {
      const { beyond, sequence, limit } = keysetSql(table, request)
      const conditions = [sql`client_id = ${client.id}`, ...beyond]
      if (query.q !== undefined) conditions.push(sql`search_text LIKE ${containing(query.q)}`)
      if (query.updated_at_since !== undefined) conditions.push(sql`updated_at >= ${query.updated_at_since}`)
      const { rows } = await sql<Row>`
        ${sql.raw(select)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
      return rows
    },
  }
}

export type CodedTable<Row extends CodedRow> = ReturnType<typeof codedTable<Row>>
