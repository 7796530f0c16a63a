import type pg from 'pg'
import { type CompanyShape, firstNames, lastNames } from './people.ts'

const INSERT_ORGANIZATIONS = `
  WITH place AS (
    SELECT nextval('organization_keys')::integer AS key, c, r, o FROM generate_series(0, $2::int) AS c,
      generate_series(0, CASE WHEN c > 0 THEN $3::int ELSE 0 END) AS r,
      generate_series(0, CASE WHEN r > 0 THEN $4::int ELSE 0 END) AS o
  ), named AS (
    SELECT key, c, r, o, 'org' || concat_ws('-', '', nullif(c, 0), nullif(r, 0), nullif(o, 0)) AS code FROM place
  ), above AS (
    SELECT below.key, array_agg(place.key ORDER BY place.c, place.r, place.o) AS keys,
      (array_agg(place.key ORDER BY place.c DESC, place.r DESC, place.o DESC))[2] AS parent_key
    FROM named AS below JOIN place ON (place.c, place.r, place.o)
      IN ((0, 0, 0), (below.c, 0, 0), (below.c, below.r, 0), (below.c, below.r, below.o))
    GROUP BY below.key
  )
  INSERT INTO organizations
    (client_id, key, code, name, parent_key, ancestors, sort_name, search_text, created_at, updated_at)
  SELECT $1, key, code, code, parent_key, keys || -key, code, ' ' || code || ' ' || replace(code, '-', ' ') || ' ', now(), now()
  FROM named JOIN above USING (key)`

/** One after the other through the offices; serials go through a multiplication, so that neighbours share no name. */
const INSERT_EMPLOYEES = `
  WITH office AS (
    SELECT key, ancestors, row_number() OVER (ORDER BY key) - 1 AS number FROM organizations
    WHERE client_id = $1 AND cardinality(ancestors) = 5
  ), person AS (
    SELECT serial, office.ancestors, (serial * 2654435761 % 4294967296) >> 8 AS mixed,
      'E' || lpad(serial::text, 7, '0') AS technical_id
    FROM generate_series(1, $2::bigint) AS serial
    JOIN office ON office.number = serial % (SELECT count(*) FROM office)
  ), named AS (
    SELECT *, 1 + mixed % $7::int AS f, 1 + (mixed >> 8) % $8::int AS l, serial % 25 = 0 AS is_gone,
      lower(technical_id) || '@people.example' AS email
    FROM person
  )
  INSERT INTO employees (client_id, technical_id, core_uuid, first_name, last_name, email, language, custom_fields,
    terminated, ancestors, sort_name, sort_first_name, search_text, created_at, updated_at)
  SELECT $1, technical_id, gen_random_uuid(), ($3::text[])[f], ($5::text[])[l], email, 'en-us', '{"grade": "senior"}',
    is_gone, ARRAY(SELECT unnest(ancestors) ORDER BY 1), ($6::text[])[l] || ' ' || ($4::text[])[f], ($4::text[])[f] || ' ' || ($6::text[])[l],
    concat(' ', ($4::text[])[f], ' ', ($6::text[])[l], ' ', ($4::text[])[f], ' ', lower(technical_id), ' ', email, ' ',
      replace(replace(email, '@', ' '), '.', ' '), ' n', serial, ' '),
    now() - serial * interval '1 second', now() - serial * interval '1 second'
  FROM named`

const INSERT_REGISTRATIONS = `
  INSERT INTO registrations (client_id, employee_key, position, organization_key, employee_number, active)
  SELECT $1, key, 0, -ancestors[1], 'N' || ltrim(substr(technical_id, 2), '0'), NOT terminated FROM employees
  WHERE client_id = $1`

const INSERT_PROFILES = `
  WITH manager AS (
    SELECT key, technical_id, technical_id IN ('company', 'country') AS include_below FROM users WHERE client_id = $1
  ), place AS (
    SELECT key, cardinality(ancestors) - 1 AS depth,
      row_number() OVER (PARTITION BY cardinality(ancestors) ORDER BY key) - 1 AS number
    FROM organizations WHERE client_id = $1
  ), named AS (
    SELECT manager.key AS user_key, include_below, place.key, row_number() OVER (PARTITION BY manager.key) AS rank
    FROM manager JOIN place ON CASE technical_id
      WHEN 'company' THEN depth = 1
      WHEN 'country' THEN depth = 2 AND number = 7
      WHEN 'offices' THEN depth = 4 AND number % 48 = 5
      WHEN 'every' THEN depth = 4
      WHEN 'office' THEN depth = 4 AND number = 17
    END
  ), profile AS (
    INSERT INTO profiles (client_id, user_key, position, role, include_below, organization_keys)
    SELECT $1, user_key, 0, 'hr', include_below, array_agg(CASE WHEN include_below THEN key ELSE -key END ORDER BY rank)
    FROM named GROUP BY user_key, include_below
  )
  INSERT INTO profile_organizations (client_id, user_key, position, rank, organization_key)
  SELECT $1, user_key, 0, rank, key FROM named`

/** Fills a company that has nothing but its managers, who have no profiles yet. */
export async function loadPeople(client: pg.Client, clientId: string, shape: CompanyShape): Promise<void> {
  await client.query(INSERT_ORGANIZATIONS, [clientId, shape.countries, shape.regions, shape.offices])
  // The checks of foreign keys, a row at a time, would be most of the work; `checkPeople` looks at what was made.
  await client.query('SET session_replication_role = replica')
  await client.query(INSERT_EMPLOYEES, [
    clientId,
    shape.employees,
    firstNames.plain,
    firstNames.folded,
    lastNames.plain,
    lastNames.folded,
    firstNames.plain.length,
    lastNames.plain.length,
  ])
  await client.query(INSERT_REGISTRATIONS, [clientId])
  await client.query('SET session_replication_role = origin')
  await client.query(INSERT_PROFILES, [clientId])
}
