import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type HeadRow = { sequence: string; at: Date | null; hash: Buffer }

const find = lookup<HeadRow, { client_id: string }>(`
  SELECT sequence, at, hash FROM audit_heads WHERE client_id = $client_id`)

/** The last entry of a client's chain; undefined before the first one. */
export async function findHead(db: Db, clientId: string): Promise<HeadRow | undefined> {
  return (await find(db, { client_id: clientId }))[0]
}

const begin = statement<HeadRow, { client_id: string; genesis: Buffer }>(`
  INSERT INTO audit_heads (client_id, sequence, hash) VALUES ($client_id, 0, $genesis) ON CONFLICT DO NOTHING
  RETURNING sequence, at, hash`)

const tryLock = statement<HeadRow, { client_id: string }>(`
  SELECT sequence, at, hash FROM audit_heads WHERE client_id = $client_id FOR UPDATE SKIP LOCKED`)

/** Locks a chain for the one who adds to it; undefined while another does. */
export async function tryLockHead(tx: Tx, clientId: string): Promise<HeadRow | undefined> {
  const [locked] = await tryLock(tx, { client_id: clientId })
  if (locked) return locked
  return (await begin(tx, { client_id: clientId, genesis: Buffer.alloc(32) }))[0]
}

const lock = statement<HeadRow, { client_id: string }>(`
  SELECT sequence, at, hash FROM audit_heads WHERE client_id = $client_id FOR UPDATE`)

/** Locks a chain, as soon as the one who adds to it is done. */
export async function lockHead(tx: Tx, clientId: string): Promise<HeadRow | undefined> {
  const [begun] = await begin(tx, { client_id: clientId, genesis: Buffer.alloc(32) })
  return begun ?? (await lock(tx, { client_id: clientId }))[0]
}

const move = statement<never, { client_id: string; sequence: number; at: Date; hash: Buffer }>(`
  UPDATE audit_heads SET sequence = $sequence, at = $at, hash = $hash WHERE client_id = $client_id`)

export async function moveHead(
  tx: Tx,
  clientId: string,
  head: { sequence: number; at: Date; hash: Buffer },
): Promise<void> {
  await move(tx, { client_id: clientId, ...head })
}

export type ForgottenRow = { person_hash: Buffer; at: Date }

/** People who were erased lately. */
export const listForgotten = statement<ForgottenRow, { client_id: string }>(`
  SELECT person_hash, at FROM audit_forgotten WHERE client_id = $client_id`)

const remember = statement<never, { client_id: string; person_hash: Buffer; at: Date }>(`
  INSERT INTO audit_forgotten (client_id, person_hash, at) VALUES ($client_id, $person_hash, $at)`)

export async function insertForgotten(tx: Tx, clientId: string, forgotten: ForgottenRow): Promise<void> {
  await remember(tx, { client_id: clientId, ...forgotten })
}

/** Of all clients: nothing of before this moment is still on its way. */
export const listPastForgotten = statement<{ client_id: string }, { before: Date }>(`
  SELECT DISTINCT client_id FROM audit_forgotten WHERE at < $before`)

export const deleteForgotten = statement<never, { client_id: string; before: Date }>(`
  DELETE FROM audit_forgotten WHERE client_id = $client_id AND at < $before`)
