import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import { type Filter, filteredPage } from '#platform/db/lists/filtered-page.ts'
import { fetchPage, type KeysetPage, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetKey, listOrder } from '#platform/db/lists/keyset-sql.ts'
import { ofClient } from '#platform/db/statement.ts'
import { loadFilesAndSigners, PROCESS_COLUMNS, type ProcessRow, type StoredProcess } from './queries.ts'
import type { ListProcessesQuery } from './schemas.ts'

/** A page of processes. `limits` are what the caller may see of them, beside what they ask for. */
export async function listProcesses(
  db: Db,
  client: Client,
  { query, limits = [] }: { query: ListProcessesQuery; limits?: readonly Filter[] },
  asked: PageRequest,
): Promise<KeysetPage<ProcessRow>> {
  const order = listOrder(query.sort ?? '-created_at', {}, 'key')
  const filters = [...filtersOf(client, query), ...limits]
  const scope = [sql`process.client_id = ${client.id}`]
  // An index has the processes of each status in the order in which they came.
  if (query.status !== undefined) {
    const ofStatus = sql`process.status = ${query.status}`
    if (order.column === 'created_at') scope.push(ofStatus)
    else filters.push({ onWalk: ofStatus })
  }
  const list = { table: 'signature_processes', alias: 'process', columns: ofClient(PROCESS_COLUMNS, client) }
  const page = await fetchPage(
    asked,
    (request) => filteredPage<StoredProcess>(db, { ...list, scope, filters, order }, request),
    (row) => keysetKey(row, order),
  )
  return { ...page, rows: await loadFilesAndSigners(db, client, page.rows) }
}

function filtersOf(client: Client, query: ListProcessesQuery): Filter[] {
  const { q, signature_type_id, employee_technical_id, signer_technical_id } = query
  const filters: Filter[] = []
  const meet = (condition: RawBuilder<unknown>, findsLittle = false) => filters.push({ onWalk: condition, findsLittle })
  if (signature_type_id !== undefined) meet(sql`process.signature_type_id = ${signature_type_id}`)
  if (employee_technical_id !== undefined) {
    meet(sql`process.employee_key = (${keyOf('employees', client, employee_technical_id)})`, true)
  }
  if (signer_technical_id !== undefined) filters.push(signedBy(client, signer_technical_id))
  if (query.created_at_since !== undefined) meet(sql`process.created_at >= ${query.created_at_since}`)
  if (query.updated_at_since !== undefined) meet(sql`process.updated_at >= ${query.updated_at_since}`)
  if (q !== undefined && q.trim() !== '') meet(sql`process.search_text LIKE ${containingWord(q)}`)
  return filters
}

/** Some sign a fifth of all processes, others one: a process at hand is asked for its signers, others are found by theirs. */
function signedBy(client: Client, technicalId: string): Filter {
  const employee = sql`employee_key = (${keyOf('employees', client, technicalId)})`
  const user = sql`user_key = (${keyOf('users', client, technicalId)})`
  const signers = sql`SELECT process_id FROM signature_signers WHERE client_id = ${client.id}`
  return {
    onWalk: sql`EXISTS (${signers} AND process_id = process.id AND (${employee} OR ${user}))`,
    onFind: sql`process.id IN (${signers} AND ${employee} UNION ALL ${signers} AND ${user})`,
  }
}

function keyOf(table: 'employees' | 'users', client: Client, technicalId: string): RawBuilder<unknown> {
  return sql`SELECT key FROM ${sql.table(table)} WHERE client_id = ${client.id} AND technical_id = ${technicalId}`
}
