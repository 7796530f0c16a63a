import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { DAYS, FORMS, LAST_DAY, REQUESTS_OF_EMPLOYEE, REQUESTS_OF_MANAGER } from './request-clients.ts'

const INSERT_EMPLOYEES = `
  INSERT INTO employees (client_id, technical_id, core_uuid, first_name, last_name, email, custom_fields, terminated,
    ancestors, sort_name, sort_first_name, search_text, created_at, updated_at)
  SELECT $1, 'E' || lpad(n::text, 6, '0'), gen_random_uuid(), 'Eve', 'Employee ' || n, 'e' || n || '@people.example', '{}',
    false, '{}', 'employee ' || n, 'eve', ' eve ', now(), now()
  FROM generate_series(1, $2::int) AS n`

const INSERT_MANAGERS = `
  INSERT INTO users
    (client_id, technical_id, first_name, last_name, email, sort_name, search_text, created_at, updated_at)
  SELECT $1, 'M' || lpad(n::text, 4, '0'), 'Max', 'Manager ' || n, 'm' || n || '@people.example', 'manager ' || n,
    ' max ', now(), now()
  FROM generate_series(1, $2::int) AS n`

/**
 * Serials go through a multiplication, so that neighbours in time share nothing else. Four fifths are closed, as in an
 * archive that has grown for years.
 */
const INSERT_REQUESTS = `
  WITH serial AS (
    SELECT n, nextval('request_ids') AS id, (n * 2654435761 % 4294967296) >> 8 AS mixed,
      $3::timestamptz - ($4::int * n / $2::float8) * interval '1 day' AS made_at
    FROM generate_series(1, $2::bigint) AS n
  ), shaped AS (
    SELECT *, (mixed % 100)::int AS share, (mixed >> 7) % 100 AS other,
      1 + n % greatest(1, $2::bigint / $5::int) AS employee, 1 + n % greatest(1, $2::bigint / $6::int) AS manager
    FROM serial
  )
  INSERT INTO requests (client_id, id, form_code, form_version, subject, sort_subject, body, body_json, origin, priority,
    status, custom_state, employee_key, creator_user_key, manager_keys, processing_date_due, processing_start_date,
    closed_at, visible_by_employee, created_at, updated_at)
  SELECT $1, shaped.id, ($7::text[])[CASE WHEN other < 50 THEN 1 WHEN other < 75 THEN 2 WHEN other < 88 THEN 3
      WHEN other < 95 THEN 4 ELSE 5 END], 1,
    'Request ' || mixed, 'request ' || mixed, '<p>' || repeat('A request of some length. ', 8) || '</p>',
    '{"reason": "family"}',
    (CASE WHEN other < 40 THEN 'PORTAL' WHEN other < 80 THEN 'API' WHEN other < 95 THEN 'EMAIL' ELSE 'PHONE' END)::request_origin,
    (CASE WHEN other < 10 THEN 'LOW' WHEN other < 90 THEN 'NORMAL' ELSE 'URGENT' END)::request_priority,
    (CASE WHEN share < 5 THEN 'created' WHEN share < 15 THEN 'open' WHEN share < 20 THEN 'pending' ELSE 'closed' END)::request_status,
    '', employee.key, manager.key, ARRAY[manager.key], shaped.made_at + interval '5 days',
    CASE WHEN share >= 5 THEN shaped.made_at + interval '1 hour' END,
    CASE WHEN share >= 20 THEN shaped.made_at + interval '2 days' END, other % 2 = 0, shaped.made_at, shaped.made_at + interval '2 days'
  FROM shaped
  JOIN employees employee ON employee.client_id = $1 AND employee.technical_id = 'E' || lpad(shaped.employee::text, 6, '0')
  JOIN users manager ON manager.client_id = $1 AND manager.technical_id = 'M' || lpad(shaped.manager::text, 4, '0')`

const COUNT_THEM = `
  INSERT INTO request_changes_to_count (client_id, change, form_code, status, origin, creator_user_key, created_at, closed_at)
  SELECT client_id, 1, form_code, status, origin, creator_user_key, created_at, closed_at FROM requests WHERE client_id = $1`

/** Fills a client that has nothing but its forms with people and requests. */
export async function loadRequests(client: pg.Client, clientId: string, requests: number): Promise<void> {
  await client.query(INSERT_EMPLOYEES, [clientId, Math.max(1, Math.floor(requests / REQUESTS_OF_EMPLOYEE))])
  await client.query(INSERT_MANAGERS, [clientId, Math.max(1, Math.floor(requests / REQUESTS_OF_MANAGER))])
  await client.query(INSERT_REQUESTS, [
    clientId,
    requests,
    LAST_DAY,
    DAYS,
    REQUESTS_OF_EMPLOYEE,
    REQUESTS_OF_MANAGER,
    [...FORMS],
  ])
  await client.query(COUNT_THEM, [clientId])
}

/** The service adds up what it counts once a minute. */
export async function untilCounted(client: pg.Client): Promise<void> {
  const isLeft = async () => (await client.query('SELECT FROM request_changes_to_count LIMIT 1')).rowCount !== 0
  while (await isLeft()) await delay(1000)
  await client.query('VACUUM (ANALYZE) request_changes_to_count, request_tallies')
}
