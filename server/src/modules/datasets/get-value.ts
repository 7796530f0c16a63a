import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { notFound } from '#platform/problem.ts'
import { presentValue } from './present.ts'
import type { Value } from './schemas.ts'
import { keyOfPath } from './value-path.ts'
import { findValue } from './value-queries.ts'

/** The dimension that a value is of; undefined when there is no such value. */
export async function findDimensionOf(
  db: Db,
  client: Client,
  datasetId: string,
  path: string,
): Promise<string | undefined> {
  return (await findValue(db, client.id, datasetId, keyOfPath(path)))[0]?.dimension_id
}

export async function getValue(db: Db, client: Client, datasetId: string, path: string): Promise<Value> {
  const value = await findPresentedValue(db, client, datasetId, path)
  if (!value) throw notFound('value', path)
  return value
}

export async function findPresentedValue(
  db: Db,
  client: Client,
  datasetId: string,
  path: string,
): Promise<Value | undefined> {
  const [row] = await findValue(db, client.id, datasetId, keyOfPath(path))
  return row && presentValue(row, { dataset_id: datasetId, dimension_id: row.dimension_id }, client)
}
