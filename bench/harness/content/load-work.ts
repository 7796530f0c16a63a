import type pg from 'pg'

/** What the managers of a company look after: so many documents, requests and signature processes, spread over its employees. */
const WORK = `
  CREATE TEMP TABLE work ON COMMIT DROP AS
  SELECT n, lpad(n::text, 8, '0') AS number, CASE WHEN n % 50 = 0 THEN 2 ELSE 1 END AS type_id,
    CASE WHEN n % 50 = 0 THEN 'contract' ELSE 'payslip' END AS type, (n * 2654435761 % 4294967296) >> 8 AS mixed,
    ((n * 2654435761 % 4294967296) >> 8) % 100 AS share, now() - (n::float8 / $2::bigint) * interval '1000 days' AS at,
    gen_random_uuid() AS id, employee.key AS employee_key, -employee.ancestors[1] AS organization_key,
    boss.keys[1 + n % cardinality(boss.keys)] AS user_key
  FROM generate_series(1, $2::bigint) AS n
  JOIN (SELECT key, ancestors, row_number() OVER (ORDER BY key) - 1 AS rank, count(*) OVER () AS size
    FROM employees WHERE client_id = $1) AS employee ON employee.rank = n * 7919 % employee.size
  CROSS JOIN (SELECT array_agg(key ORDER BY key) AS keys FROM users WHERE client_id = $1) AS boss`

const INSERTS = [
  `INSERT INTO document_types (client_id, id, code, kind, name, localized_names, visible_by_employee, upload_by_employee, metas,
    filters, search_text, created_at, updated_at)
  SELECT $1, id, code, 'employee', code, '{}', true, false, '[]', '[]', code, now(), now()
  FROM (VALUES (1, 'payslip'), (2, 'contract')) AS type (id, code)`,
  `INSERT INTO documents (client_id, id, kind, document_type_id, employee_key, organization_keys, title, external_unique_id, date,
    metas, filters, filename, content_type, size, sha256, page_count, origin, is_linked, search_text, created_at, updated_at)
  SELECT $1, id, 'employee', type_id, employee_key, ARRAY[organization_key], initcap(type) || ' ' || number, 'x-' || number, at,
    '{}', '{}', type || '-' || number || '.pdf', 'application/pdf', 100000, encode(sha256(number::bytea), 'hex'), 1, 'api', false,
    format(' %s %s %1$s-%2$s.pdf %1$s %2$s pdf x-%2$s x %2$s ', type, number), at, at FROM work`,
  `INSERT INTO form_versions (client_id, code, version, definition, created_at)
  SELECT $1, 'mobility', 1, '{"title": "Mobility", "fields": []}', now()`,
  `INSERT INTO forms (client_id, code, version, search_text, created_at, updated_at) SELECT $1, 'mobility', 1, '', now(), now()`,
  `INSERT INTO requests (client_id, id, form_code, form_version, subject, sort_subject, origin, priority, status, custom_state,
    employee_key, creator_employee_key, manager_keys, processing_date_due, closed_at, visible_by_employee, created_at, updated_at)
  SELECT $1, nextval('request_ids'), 'mobility', 1, 'Request ' || mixed, 'request ' || mixed, 'API', 'NORMAL',
    (CASE WHEN share < 5 THEN 'created' WHEN share < 15 THEN 'open' WHEN share < 20 THEN 'pending' ELSE 'closed' END)::request_status,
    '', employee_key, employee_key, CASE WHEN share < 20 AND mixed % 3 = 0 THEN '{}' ELSE ARRAY[user_key] END, at + interval '5 days',
    CASE WHEN share >= 20 THEN at + interval '2 days' END, n % 2 = 0, at, at FROM work`,
  `INSERT INTO signature_types (client_id, id, name, localized_names, localized_consents, created_at, updated_at)
  SELECT $1, 'simple', 'Simple', '{}', '{}', now(), now()`,
  `INSERT INTO signature_processes (client_id, id, signature_type_id, title, status, metas, filters, auto_send, search_text, created_at,
    updated_at, started_at, ended_at, employee_key, creator_user_key)
  SELECT $1, id, 'simple', 'Contract ' || mixed,
    (CASE WHEN share < 1 THEN 'draft' WHEN share < 4 THEN 'signing' WHEN share < 5 THEN 'signed' WHEN share < 7 THEN 'sent'
      WHEN share < 10 THEN 'canceled' ELSE 'done' END)::signature_status,
    '{}', '{}', false, ' contract ' || mixed || ' ', at, at, at, CASE WHEN share >= 7 THEN at END, employee_key,
    CASE WHEN n % 1000 = 0 THEN user_key END
  FROM work ORDER BY at`,
  `INSERT INTO signature_files (client_id, id, version, filename, size, sha256, page_count)
  SELECT $1, id, 'original', 'contract.pdf', 1000, number, 1 FROM work`,
  `INSERT INTO signature_signers (client_id, process_id, id, rank, type, signing_order, positions, status, user_key, asked_at)
  SELECT $1, id, gen_random_uuid(), 0, 'user', 0, '[]', 'asked', user_key, at FROM work`,
]

/** Fills a company that has its employees and managers, and nothing of this. */
export async function loadWork(client: pg.Client, clientId: string, count: number): Promise<void> {
  await client.query('BEGIN')
  // The checks of foreign keys, a row at a time, would be most of the work.
  await client.query('SET LOCAL session_replication_role = replica')
  await client.query(WORK, [clientId, count])
  for (const insert of INSERTS) await client.query(insert, insert.includes('$1') ? [clientId] : [])
  await client.query('COMMIT')
}
