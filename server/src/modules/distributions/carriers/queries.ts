import type { Client } from '#kernel/work.ts'
import { contextIn, type EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { Carrier, CarrierSecrets, StoredCarrier } from './schemas.ts'

export const carrierSecretsColumn: EncryptedColumn = {
  table: 'distribution_paper_configurations',
  column: 'encrypted_carrier_secrets',
  clientColumn: 'client_id',
  rowColumn: 'code',
  purpose: 'secrets of a carrier',
}

type CarrierRow = { carrier: StoredCarrier; encrypted_carrier_secrets: string | null }

const find = lookup<CarrierRow, { client_id: string; code: string }>(`
  SELECT carrier, encrypted_carrier_secrets FROM distribution_paper_configurations WHERE client_id = $client_id AND code = $code`)

/** The carrier of a paper configuration as it is now, with its secrets. */
export async function findCarrier(
  db: Db,
  keyring: Keyring,
  client: Pick<Client, 'id'>,
  code: string,
): Promise<{ carrier: StoredCarrier; secrets: CarrierSecrets } | undefined> {
  const [row] = await find(db, { client_id: client.id, code })
  if (!row) return undefined
  const { carrier, encrypted_carrier_secrets: encrypted } = row
  const context = contextIn(carrierSecretsColumn, client.id, code)
  return { carrier, secrets: encrypted === null ? {} : JSON.parse(keyring.decrypt(encrypted, context)) }
}

/** What packages are sent with; by hand when the configuration is gone. */
export async function getCarrier(db: Db, keyring: Keyring, client: Pick<Client, 'id'>, code: string): Promise<Carrier> {
  const found = await findCarrier(db, keyring, client, code)
  return found ? { ...found.carrier, ...found.secrets } : { kind: 'manual' }
}

const findKindOf = lookup<{ kind: StoredCarrier['kind'] }, { client_id: string; code: string }>(`
  SELECT carrier ->> 'kind' AS kind FROM distribution_paper_configurations WHERE client_id = $client_id AND code = $code`)

export async function findCarrierKind(db: Db, client: Client, code: string): Promise<StoredCarrier['kind']> {
  return (await findKindOf(db, { client_id: client.id, code }))[0]?.kind ?? 'manual'
}

const store = statement<
  never,
  { client_id: string; code: string; carrier: string; encrypted_carrier_secrets: string | null }
>(`
  UPDATE distribution_paper_configurations SET carrier = $carrier::json, encrypted_carrier_secrets = $encrypted_carrier_secrets
  WHERE client_id = $client_id AND code = $code`)

type CarrierToStore = { code: string; carrier: StoredCarrier; secrets: CarrierSecrets }

export async function storeCarrier(
  tx: Tx,
  keyring: Keyring,
  client: Client,
  { code, carrier, secrets }: CarrierToStore,
): Promise<void> {
  const context = contextIn(carrierSecretsColumn, client.id, code)
  const hasSecrets = Object.keys(secrets).length > 0
  const encrypted = hasSecrets ? keyring.encrypt(JSON.stringify(secrets), context) : null
  await store(tx, {
    client_id: client.id,
    code,
    carrier: JSON.stringify(carrier),
    encrypted_carrier_secrets: encrypted,
  })
}

const listAll = statement<{ client_id: string; code: string }>(`
  SELECT client_id, code FROM distribution_paper_configurations WHERE carrier ->> 'kind' <> 'manual'
  ORDER BY client_id, code`)

/** The paper configurations of all clients that have a carrier. */
export async function listCarriers(db: Db): Promise<{ client_id: string; code: string }[]> {
  return listAll(db)
}
