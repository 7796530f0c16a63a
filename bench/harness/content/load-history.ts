import type pg from 'pg'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { listPartitions } from '../../../server/src/platform/db/partitions/partitions.ts'
import { nextStart } from '../../../server/src/platform/db/partitions/periods.ts'
import { firstIdOf } from '../../../server/src/platform/uuid.ts'

const YEARS = 3
/** A resource has so many events, an employee so many documents. */
const EVENTS_OF_RESOURCE = 300
export const DOCUMENTS_OF_EMPLOYEE = 30

/** Half of the events tell of values, and one in ten thousand of an article. */
const INSERT_EVENTS = `
  INSERT INTO %TABLE% (client_id, id, type, resource_id, actor_type, actor_id, actor_name, data, created_at)
  SELECT $1, overlay(overlay(gen_random_uuid()::text PLACING
      left(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0'), 8) || '-'
      || right(to_hex((extract(epoch FROM at) * 1000)::bigint), 4) FROM 1 FOR 13) PLACING '7' FROM 15 FOR 1)::uuid,
    CASE WHEN mixed % 10000 = 0 THEN 'article.created' WHEN mixed % 100 < 50 THEN 'dataset_value.updated'
      WHEN mixed % 100 < 75 THEN 'employee_document.created' WHEN mixed % 100 < 76 THEN 'employee_document.deleted'
      ELSE 'employee.updated' END,
    resource, 'application', 'app-' || (mixed >> 9) % 100, 'An application', ('{"id": "' || resource || '"}')::json, at
  FROM (
    SELECT $2::timestamptz + ($3::timestamptz - $2::timestamptz) * ((n - 1)::float8 / $4::bigint) AS at,
      (n * 2654435761 % 4294967296) >> 8 AS mixed, 'E' || lpad((n * 40503 % $5::bigint)::text, 7, '0') AS resource
    FROM generate_series(1, $4::bigint) AS n
  ) AS made`

/** Adds the events of the last years, as an installation has them that was made then: each quarter has its partition. */
export async function loadEvents(db: Db, client: pg.Client, clientId: string, count: number): Promise<void> {
  const end = new Date()
  const begin = new Date(end.getTime() - YEARS * 365 * 24 * 3600 * 1000)
  const bound = (await listPartitions(db, { name: 'events' }))[0]?.to
  const resources = Math.max(1, Math.floor(count / EVENTS_OF_RESOURCE))
  // A table that was made in the same transaction takes rows without a log of them.
  await client.query('BEGIN; ALTER TABLE events DETACH PARTITION events_before')
  await client.query(`SET LOCAL maintenance_work_mem = '512MB'`)
  for (let from = begin; from < end; from = nextStart('quarter', from)) {
    const next = nextStart('quarter', from)
    const to = next < end ? next : end
    const name = `events_${from.toISOString().slice(0, 10).replaceAll('-', '')}`
    const share = Math.round((count * (to.getTime() - from.getTime())) / (end.getTime() - begin.getTime()))
    await client.query(`CREATE TABLE ${name} (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`)
    await client.query(INSERT_EVENTS.replace('%TABLE%', name), [clientId, from, to, share, resources])
    const isLast = next >= end
    if (isLast) await client.query(`INSERT INTO ${name} SELECT * FROM events_before`)
    const last = isLast ? bound : firstIdOf(next)
    await client.query(
      `ALTER TABLE events ATTACH PARTITION ${name} FOR VALUES FROM ('${firstIdOf(from)}') TO ('${last}')`,
    )
  }
  await client.query('TRUNCATE events_before')
  await client.query(
    `ALTER TABLE events ATTACH PARTITION events_before FOR VALUES FROM (MINVALUE) TO ('${firstIdOf(begin)}')`,
  )
  await client.query('COMMIT')
}

/** One in fifty is a contract, the others are payslips; all employees have as many. */
const INSERT_DOCUMENTS = `
  INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title,
    external_unique_id, date, metas, filters, filename, content_type, size, sha256, page_count, origin, is_linked, search_text,
    created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'employee', type.id, employee.key, '{}', initcap(made.name) || ' ' || n, 'x-' || n,
    at, '{}', '{}', made.name || '-' || n || '.pdf', 'application/pdf', 100000,
    encode(sha256(n::bytea), 'hex'), 1, 'api', false,
    format(' %s %s %1$s-%2$s.pdf %1$s %2$s pdf x-%2$s x %2$s ', made.name, n), at, at
  FROM (
    SELECT lpad(n::text, 8, '0') AS n, CASE WHEN n % 50 = 0 THEN 'contract' ELSE 'payslip' END AS name,
      'E' || lpad((1 + n % $3::bigint)::text, 7, '0') AS technical_id,
      now() - (n::float8 / $2::bigint) * interval '1000 days' AS at
    FROM generate_series(1, $2::bigint) AS n
  ) AS made
  JOIN document_types type ON type.client_id = $1 AND type.code = made.name
  JOIN employees employee ON employee.client_id = $1 AND employee.technical_id = made.technical_id`

/** Gives each employee of a company their documents. */
export async function loadDocuments(client: pg.Client, clientId: string, count: number): Promise<void> {
  await client.query('SET session_replication_role = replica')
  await client.query(INSERT_DOCUMENTS, [clientId, count, Math.floor(count / DOCUMENTS_OF_EMPLOYEE)])
  await client.query('SET session_replication_role = origin')
}
