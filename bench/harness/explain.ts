import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../../server/src/platform/db/db.ts'
import type { Tables } from '../../server/src/platform/db/tables.ts'
import type { Connection } from './database.ts'

/** How PostgreSQL answers a list: the nodes of its plan, whether one reads all values, and how many rows it drops. */
export type Plan = { nodes: string; hasSeqScan: boolean; dropped: number; ms: number; buffers: number }

type Statement = { sql: string; parameters: readonly unknown[] }
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** What a partition is called beside the name of its table. */
const PARTITION = /_(\d{8}|before|beyond)(?=_|$)/

/** A prepared statement keeps one plan, or is planned each time, from its sixth execution on. */
const EXECUTIONS = 6

/** Explains the very statement with which the service's own `list` makes a page of this table. */
export async function explainList(
  connection: Connection,
  table: string,
  list: (db: Db) => Promise<unknown>,
): Promise<Plan> {
  const { sql, parameters } = await statementOf(connection, table, list)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(`PREPARE list AS ${sql}`)
    const values = parameters.map(literal).join(', ')
    const times = sql.startsWith('/* plan anew */') ? 1 : EXECUTIONS
    let plan: { Plan: Node; 'Execution Time': number } | undefined
    for (let time = 0; time < times; time += 1) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE list (${values})`)
      plan = rows[0]['QUERY PLAN'][0]
    }
    if (!plan) throw new Error('PostgreSQL explained nothing.')
    return {
      nodes: describe(plan.Plan),
      hasSeqScan: flatten(plan.Plan).some((node) => isSeqScan(node, table)),
      dropped: flatten(plan.Plan).reduce((sum, node) => sum + droppedBy(node), 0),
      ms: plan['Execution Time'],
      buffers: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
    }
  } finally {
    await client.end()
  }
}

async function statementOf(
  connection: Connection,
  table: string,
  list: (db: Db) => Promise<unknown>,
): Promise<Statement> {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 1 }) }),
    log({ query: { sql, parameters } }) {
      statements.push({ sql, parameters })
    },
  })
  await list(db)
  await db.destroy()
  // A search may send two; the last one makes the page.
  const found = statements.filter(({ sql }) => new RegExp(`FROM "?${table}\\b`).test(sql)).at(-1)
  if (!found) throw new Error(`The list sent no statement that reads ${table}.`)
  return found
}

function literal(value: unknown): string {
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`)
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}

function isSeqScan(node: Node, table: string): boolean {
  const name = node['Relation Name']
  // The two partitions at the ends have hardly a row.
  const isFull = name === table || droppedBy(node) > 1000
  return node['Node Type'] === 'Seq Scan' && name?.replace(PARTITION, '') === table && isFull
}

/**
 * From the scans up, as rows travel; joins and limits of the frame that every list has are left out, and partitions that
 * were not looked at.
 */
function describe(root: Node): string {
  const nodes = flatten(root).reverse()
  const telling = nodes.filter((node) => !['Nested Loop', 'Limit', 'Function Scan'].includes(node['Node Type']))
  const described = telling.filter((node) => node['Actual Loops'] > 0).map(describeNode)
  const counts = Map.groupBy(described, (text) => text)
  return [...counts].map(([text, { length }]) => (length > 1 ? `${length} × ${text}` : text)).join(' > ')
}

function describeNode(node: Node): string {
  const source = (node['Index Name'] ?? node['Relation Name'])?.replace(PARTITION, '_*')
  const dropped = droppedBy(node)
  return `${node['Node Type']}${source ? ` ${source}` : ''}${dropped > 0 ? ` (${dropped} rows dropped)` : ''}`
}

/** Rows that were read in vain; PostgreSQL tells the average of the loops. */
function droppedBy(node: Node): number {
  return ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops']
}
