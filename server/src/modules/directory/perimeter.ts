import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { PLAN_ANEW } from '#platform/db/preparing-client.ts'
import { lookup } from '#platform/db/statement.ts'
import type { Client } from '#platform/db/work.ts'
import type { Permission } from '#platform/http/routes.ts'
import { issuedFor } from '#platform/permission.ts'

/**
 * Where a manager may do something: the organizations of the profiles whose role allows it, each as it stands in the
 * profile: its key when what lies below counts too, the negative key when not. It meets the `places` of organizations
 * and employees, however many lie below it.
 */
export type Perimeter = { places: number[] }

const findPlaces = lookup<{ places: number[] }, [string, string, string[]]>(`
  SELECT to_json(profile.places) AS places FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role AND role.permissions && $3
  WHERE manager.client_id = $1 AND manager.technical_id = $2`)

/** Where this manager may do what `permission` names; nowhere when there is no such manager. */
export async function perimeterOf(
  db: Db,
  client: Client,
  technicalId: string,
  permission: Permission,
): Promise<Perimeter> {
  const profiles = await findPlaces(db, client.id, technicalId, issuedFor(permission))
  return { places: [...new Set(profiles.flatMap(({ places }) => places))] }
}

/** From here on, looking a place up in a hash costs less than comparing it with each of the others. */
const MANY = 16

/**
 * Whether `places`, a column of a list that is walked row by row, lies in a perimeter. Join an employee or an
 * organization to what the list is about and hand its `places` over.
 */
export function isWithin(perimeter: Perimeter, places: RawBuilder<unknown>): RawBuilder<boolean> {
  if (perimeter.places.length < MANY) return findsWithin(perimeter, places)
  return sql`EXISTS (SELECT FROM unnest(${places}) AS place WHERE place = ANY (${listOf(perimeter)}))`
}

/** The same for a search by the index of places, which wants another form. */
export function findsWithin(perimeter: Perimeter, places: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${places} && ${listOf(perimeter)}`
}

/** Written as one text: with thousands of places, that is much of the time which a list takes. */
function listOf({ places }: Perimeter): RawBuilder<unknown> {
  return sql`${`{${places.join(',')}}`}::integer[]`
}

/** A perimeter of no more employees is looked up by their keys; one of more is met soon on a walk. */
const FEW = 1000

/** The keys of the employees in a perimeter, as a list of the database; nothing when there are many. */
export async function fewEmployeesWithin(db: Db, client: Client, perimeter: Perimeter): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`${sql.raw(PLAN_ANEW)}
    SELECT key::text FROM employees employee WHERE client_id = ${client.id}
      AND ${findsWithin(perimeter, sql`employee.places`)} LIMIT ${FEW + 1}`.execute(db)
  return rows.length > FEW ? undefined : `{${rows.map((row) => row.key).join(',')}}`
}

/** Managers, by their key, who may do what `permission` names where `places` (of an employee or an organization) is. */
export function managersWithin(
  client: Client,
  places: RawBuilder<unknown>,
  permission: Permission,
): RawBuilder<unknown> {
  return sql`
    SELECT profile.user_key FROM ${profilesWithin(client, places)}
    JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
      AND role.permissions && ${issuedFor(permission)}::text[]`
}

/** Managers, by their key, who have one of these roles where `places` (of an employee or an organization) is. */
export function managersOfRolesWithin(
  client: Client,
  places: RawBuilder<unknown>,
  roles: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`SELECT profile.user_key FROM ${profilesWithin(client, places)} WHERE profile.role = ANY (${roles})`
}

function profilesWithin(client: Client, places: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`unnest(${places}) AS place
    JOIN profile_organizations named ON named.client_id = ${client.id} AND named.organization_key = abs(place)
    JOIN profiles profile ON profile.client_id = named.client_id AND profile.user_key = named.user_key
      AND profile.position = named.position AND profile.include_below = (place > 0)`
}
