import type pg from 'pg'

/** Loads a table with its secondary indexes away; they come back as they were, and the database is ready to be measured. */
export async function withoutIndexes(client: pg.Client, tables: string[], load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = format('%I.%I', schemaname, indexname)::regclass)`,
    [tables],
  )
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`)
  await load()
  await client.query(`SET maintenance_work_mem = '512MB'`)
  for (const { indexdef } of rows) await client.query(indexdef)
  await client.query('VACUUM (ANALYZE)')
  await client.query('CHECKPOINT')
}
