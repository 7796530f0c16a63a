import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

type Person = { client_id: string; type: string; technical_id: string }

const eraseActor = statement<never, Person>(`
  UPDATE audit_people SET actor_type = NULL, actor_id = NULL, actor_name = NULL, actor_address = NULL, actor_salt = NULL
  WHERE client_id = $client_id AND actor_type = $type AND actor_id = $technical_id`)

const eraseSubject = statement<never, Person>(`
  UPDATE audit_people SET subject_type = NULL, subject_technical_id = NULL, subject_salt = NULL
  WHERE client_id = $client_id AND subject_type = $type AND subject_technical_id = $technical_id`)

/** Takes a person out of what can be read of a trail. The caller holds the lock of the chain. */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  await eraseActor(tx, person)
  await eraseSubject(tx, person)
}

/** How long names stay in a trail of which the client said nothing. */
export const DEFAULT_PERSONAL_MONTHS = 36

export type AuditSettings = { viewer_names: boolean; audit_personal_months: number }

const findSettingsRow = lookup<AuditSettings, { client_id: string }>(`
  SELECT viewer_names, audit_personal_months FROM audit_settings WHERE client_id = $client_id`)

export async function findSettings(db: Db, client: Pick<Client, 'id'>): Promise<AuditSettings | undefined> {
  return (await findSettingsRow(db, { client_id: client.id }))[0]
}

const putRow = statement<never, AuditSettings & { client_id: string }>(`
  INSERT INTO audit_settings (client_id, viewer_names, audit_personal_months)
  VALUES ($client_id, $viewer_names, $audit_personal_months)
  ON CONFLICT (client_id) DO UPDATE SET
    viewer_names = excluded.viewer_names, audit_personal_months = excluded.audit_personal_months`)

export async function putSettings(tx: Tx, client: Client, settings: AuditSettings): Promise<void> {
  await putRow(tx, { client_id: client.id, ...settings })
}

const listChained = statement<{ client_id: string; months: number }, { months: number }>(`
  SELECT head.client_id, coalesce(settings.audit_personal_months, $months::integer) AS months FROM audit_heads head
  LEFT JOIN audit_settings settings ON settings.client_id = head.client_id`)

/** Every client with a trail, and how long names stay in it. */
export function listPersonalMonths(db: Db): Promise<{ client_id: string; months: number }[]> {
  return listChained(db, { months: DEFAULT_PERSONAL_MONTHS })
}

const deletePast = statement<{ sequence: string }, { client_id: string; before: Date; limit: number }>(`
  DELETE FROM audit_people WHERE client_id = $client_id AND sequence = ANY (ARRAY(
    SELECT oldest.sequence FROM (
      SELECT people.sequence, entry.at FROM audit_people people
      JOIN audit_entries entry ON entry.client_id = $client_id AND entry.sequence = people.sequence
      WHERE people.client_id = $client_id ORDER BY people.sequence LIMIT $limit::integer) AS oldest
    WHERE oldest.at < $before))
  RETURNING sequence`)

/** Of the oldest entries whose people can be read, removes that from those of before this moment; answers of how many. */
export async function deletePastPeople(
  tx: Tx,
  clientId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return (await deletePast(tx, { client_id: clientId, before, limit })).length
}
