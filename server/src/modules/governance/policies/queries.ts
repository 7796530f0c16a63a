import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, parametersFor, statement } from '#platform/db/statement.ts'
import type { PolicyRule } from './decision/policy-values.ts'
import type { FiltersInput, ListPoliciesQuery, RetentionPolicy } from './schemas.ts'

export type PolicyRow = Pick<RetentionPolicy, 'name' | 'enabled' | 'legal_basis' | 'protects' | 'origin'> &
  PolicyRule & { filters: FiltersInput; created_at: Date; updated_at: Date }

const COLUMNS = [
  'id',
  'name',
  'enabled',
  'resource_type',
  'filters',
  'document_type_ids',
  'form_codes',
  'organization_keys',
  'custom_fields',
  'trigger_event',
  'trigger_code',
  'trigger_date',
  'delay',
  'action',
  'legal_basis',
  'needs_approval',
  'protects',
  'origin',
  'created_at',
  'updated_at',
]

const SELECT = `
  SELECT policy.id, policy.name, policy.enabled, policy.resource_type, policy.filters, policy.document_type_ids, policy.form_codes,
    policy.organization_keys, policy.custom_fields, policy.trigger_event, policy.trigger_code, policy.trigger_date, policy.delay,
    policy.action, policy.legal_basis, policy.needs_approval, policy.protects, policy.origin, policy.created_at, policy.updated_at
  FROM effective_retention_policies policy`

const find = lookup<PolicyRow, { client_id: string; id: string }>(
  `${SELECT} WHERE policy.client_id = $client_id AND policy.id = $id`,
)

export async function findPolicy(db: Db, client: Client, id: string): Promise<PolicyRow | undefined> {
  return (await find(db, { client_id: client.id, id }))[0]
}

export async function listPolicies(
  db: Db,
  client: Client,
  { resource_type, enabled, q }: ListPoliciesQuery,
  request: OrderedRequest,
): Promise<PolicyRow[]> {
  const { beyond, sequence, limit } = keysetSql('policy', request)
  const conditions = [sql`policy.client_id = ${client.id}`, ...beyond]
  if (resource_type !== undefined) conditions.push(sql`policy.resource_type = ${resource_type}`)
  if (enabled !== undefined) conditions.push(sql`policy.enabled = ${enabled}`)
  if (q !== undefined) conditions.push(sql`policy.search_text LIKE ${containing(q)}`)
  const { rows } = await sql<PolicyRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

const count = statement<{ count: number }, { client_id: string }>(`
  SELECT count(*)::integer AS count FROM retention_policies WHERE client_id = $client_id`)

export async function countPolicies(tx: Tx, client: Client): Promise<number> {
  return (await count(tx, { client_id: client.id }))[0]?.count ?? 0
}

const CHANGED = COLUMNS.filter((column) => !['id', 'resource_type', 'origin', 'created_at'].includes(column))

type Written = Omit<PolicyRow, 'filters' | 'custom_fields'> & {
  client_id: string
  filters: string
  custom_fields: string | null
  search_text: string
}

const upsert = statement<never, Written>(`
  INSERT INTO retention_policies (client_id, ${COLUMNS.join(', ')}, search_text, delay_interval)
  VALUES ($client_id, ${parametersFor(COLUMNS)}, $search_text, $delay::text::interval)
  ON CONFLICT (client_id, id) DO UPDATE SET
    ${[...CHANGED, 'search_text', 'delay_interval'].map((column) => `${column} = excluded.${column}`).join(', ')}`)

export async function storePolicy(tx: Tx, client: Client, row: PolicyRow & { search_text: string }): Promise<void> {
  const { filters, custom_fields } = row
  await upsert(tx, {
    ...row,
    client_id: client.id,
    filters: JSON.stringify(filters),
    custom_fields: custom_fields && JSON.stringify(custom_fields),
  })
}

const remove = statement<never, { client_id: string; id: string }>(`
  DELETE FROM retention_policies WHERE client_id = $client_id AND id = $id`)

export async function deletePolicyRow(tx: Tx, client: Client, id: string): Promise<void> {
  await remove(tx, { client_id: client.id, id })
}

type Named = { list: 'document_type_codes' | 'form_codes' | 'organization_codes'; code: string; key: string }

/** What of these codes there is. A form that was deleted is known as long as there are requests of it. */
export const findNamed = statement<
  Named & { metas: { code: string; type: string }[] | null },
  {
    client_id: string
    kind: string
    document_type_codes: string[]
    form_codes: string[]
    organization_codes: string[]
  }
>(`
  SELECT 'document_type_codes' AS list, code, id::text AS key, metas FROM document_types
    WHERE client_id = $client_id AND kind = $kind AND code = ANY ($document_type_codes::text[])
  UNION ALL SELECT 'form_codes', code, code, NULL FROM forms
    WHERE client_id = $client_id AND code = ANY ($form_codes::text[])
  UNION ALL SELECT 'organization_codes', code, key::text, NULL FROM organizations
    WHERE client_id = $client_id AND code = ANY ($organization_codes::text[])`)
