import type { Client } from '#kernel/work.ts'
import { presentValue } from '#modules/datasets/definitions/present.ts'
import type { Value } from '#modules/datasets/definitions/schemas.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { findValue, lockValue, type ValueRow } from './queries.ts'
import { keyOfPath } from './value-path.ts'

/** The dimension that a value is of; undefined when the value does not exist. */
export async function findDimensionOf(
  db: Db,
  client: Client,
  datasetId: string,
  path: string,
): Promise<string | undefined> {
  return (await findValue(db, { client_id: client.id, dataset_id: datasetId, path_key: keyOfPath(path) }))[0]
    ?.dimension_id
}

export async function getValue(db: Db, client: Client, datasetId: string, path: string): Promise<Value> {
  const [row] = await findValue(db, { client_id: client.id, dataset_id: datasetId, path_key: keyOfPath(path) })
  if (!row) throw notFound('value', path)
  return present(row, client, datasetId)
}

/** A value, locked until the transaction ends. */
export async function lockPresentedValue(
  tx: Tx,
  client: Client,
  datasetId: string,
  path: string,
): Promise<Value | undefined> {
  const [row] = await lockValue(tx, { client_id: client.id, dataset_id: datasetId, path_key: keyOfPath(path) })
  return row && present(row, client, datasetId)
}

function present(row: ValueRow, client: Client, datasetId: string): Value {
  return presentValue(row, { dataset_id: datasetId, dimension_id: row.dimension_id }, client)
}
