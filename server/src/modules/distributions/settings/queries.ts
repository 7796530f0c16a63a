import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { DistributionGroup, DistributionType, PaperConfiguration, ValidationOption } from './schemas.ts'

/** Validation by hand and no paper: every client has these two. */
export const BY_HAND = 0
export const NO_PAPER = 'no-paper'

export type ValidationOptionRow = Required<ValidationOption>
/** Without its carrier: that counts as it is when packages are handed over. */
export type PaperRow = Required<Omit<PaperConfiguration, 'carrier'>>
export type GroupRow = Required<DistributionGroup>

const OPTION = 'id, code, name, validators, group_code AS "group", acknowledge_warnings'

const findOption = lookup<ValidationOptionRow, { client_id: string; code: string }>(`
  SELECT ${OPTION} FROM distribution_validation_options
  WHERE client_id = $client_id AND (code = $code OR id::text = $code) ORDER BY code = $code LIMIT 1`)

/** By its number, or by its code. */
export async function findValidationOption(db: Db, client: Client, named: string) {
  return (await findOption(db, { client_id: client.id, code: named }))[0]
}

const findCode = lookup<{ id: number }, { client_id: string; code: string }>(`
  SELECT id FROM distribution_validation_options WHERE client_id = $client_id AND code = $code`)

/** The number of the validation option with this code. */
export async function findOptionOfCode(db: Db, client: Client, code: string): Promise<number | undefined> {
  return (await findCode(db, { client_id: client.id, code }))[0]?.id
}

const findPaperRow = lookup<PaperRow, { client_id: string; code: string }>(`
  SELECT code, name, address_window, duplex FROM distribution_paper_configurations WHERE client_id = $client_id AND code = $code`)

export async function findPaper(db: Db, client: Client, code: string): Promise<PaperRow | undefined> {
  return (await findPaperRow(db, { client_id: client.id, code }))[0]
}

const findGroupRow = lookup<GroupRow, { client_id: string; code: string }>(`
  SELECT code, name, managers FROM distribution_groups WHERE client_id = $client_id AND code = $code`)

export async function findGroup(db: Db, client: Client, code: string): Promise<GroupRow | undefined> {
  return (await findGroupRow(db, { client_id: client.id, code }))[0]
}

const allGroups = statement<GroupRow, { client_id: string }>(`
  SELECT code, name, managers FROM distribution_groups WHERE client_id = $client_id ORDER BY name, code`)

export async function listGroups(db: Db, client: Client): Promise<GroupRow[]> {
  return allGroups(db, { client_id: client.id })
}

const allPaper = statement<PaperRow, { client_id: string }>(`
  SELECT code, name, address_window, duplex FROM distribution_paper_configurations WHERE client_id = $client_id
  ORDER BY name, code`)

export async function listPaper(db: Db, client: Client): Promise<PaperRow[]> {
  return allPaper(db, { client_id: client.id })
}

const allOptions = statement<ValidationOptionRow, { client_id: string }>(`
  SELECT ${OPTION} FROM distribution_validation_options WHERE client_id = $client_id ORDER BY name, id`)

export async function listValidationOptions(db: Db, client: Client): Promise<ValidationOptionRow[]> {
  return allOptions(db, { client_id: client.id })
}

const allTypes = statement<{ definition: DistributionType }, { client_id: string }>(`
  SELECT definition FROM distribution_types WHERE client_id = $client_id ORDER BY id`)

export async function listTypes(db: Db, client: Client): Promise<DistributionType[]> {
  return (await allTypes(db, { client_id: client.id })).map(({ definition }) => definition)
}

const byCode = lookup<{ definition: DistributionType }, { client_id: string; code: string }>(`
  SELECT definition FROM distribution_types WHERE client_id = $client_id AND code = $code`)
const byId = lookup<{ definition: DistributionType }, { client_id: string; id: string }>(`
  SELECT definition FROM distribution_types WHERE client_id = $client_id AND id::text = $id`)

export async function findType(db: Db, client: Client, by: 'code' | 'id', named: string) {
  const found =
    by === 'code' ? byCode(db, { client_id: client.id, code: named }) : byId(db, { client_id: client.id, id: named })
  return (await found)[0]?.definition
}

const byNumber = lookup<ValidationOptionRow, { client_id: string; id: number }>(`
  SELECT ${OPTION} FROM distribution_validation_options WHERE client_id = $client_id AND id = $id`)

export async function findValidationOptionById(db: Db, client: Client, id: number) {
  return (await byNumber(db, { client_id: client.id, id }))[0]
}

export async function upsertValidationOption(tx: Tx, client: Client, row: ValidationOptionRow): Promise<void> {
  const { id, group: group_code, ...rest } = row
  const changes = { ...rest, group_code }
  await tx
    .insertInto('distribution_validation_options')
    .values({ client_id: client.id, id, ...changes })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(changes))
    .execute()
}

export async function upsertPaper(tx: Tx, client: Client, row: PaperRow): Promise<void> {
  const { code, ...changes } = row
  await tx
    .insertInto('distribution_paper_configurations')
    .values({ client_id: client.id, ...row })
    .onConflict((conflict) => conflict.columns(['client_id', 'code']).doUpdateSet(changes))
    .execute()
}

export async function upsertGroup(tx: Tx, client: Client, row: GroupRow): Promise<void> {
  const { code, ...changes } = row
  await tx
    .insertInto('distribution_groups')
    .values({ client_id: client.id, ...row })
    .onConflict((conflict) => conflict.columns(['client_id', 'code']).doUpdateSet(changes))
    .execute()
}

export async function upsertType(tx: Tx, client: Client, type: DistributionType): Promise<void> {
  const { id, code } = type
  const definition = JSON.stringify(type)
  await tx
    .insertInto('distribution_types')
    .values({ client_id: client.id, id, code, definition })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet({ code, definition }))
    .execute()
}
