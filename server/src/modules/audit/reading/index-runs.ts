import { type RawBuilder, sql } from 'kysely'
import { AUDIT_ACTIONS, AUDIT_ACTOR_TYPES } from '#kernel/audit/audit-entry.ts'
import type { AuditFilters } from './schemas.ts'

/*
 * Some actions and people have most of the entries and some have few, and PostgreSQL knows little of which go together. So it
 * is decided here how a list is read: as runs of one index, each of which is in the order of the list. What tells runs apart has
 * few values: a filter that leaves it open means all of them, and a run without entries costs one look.
 */

type Sql = RawBuilder<unknown>

/** The table that is read, what tells its runs apart, and what holds for the rows of a run. */
export type IndexRuns = { table: 'audit_entries' | 'audit_people'; runs: Sql; conditions: Sql[] }

/** Filters by which few entries are found, as a rule. */
export const NARROW_FILTERS = ['resource_id', 'subject_technical_id', 'actor_id'] as const
export type NarrowFilter = (typeof NARROW_FILTERS)[number]

/** How a list is read; undefined if it is the chain itself, or a period of it. */
export function indexRuns(
  clientId: string,
  filters: AuditFilters,
  by: NarrowFilter | undefined,
): IndexRuns | undefined {
  const { action, outcome, actor_type, resource_type } = filters
  if (by === 'actor_id' || by === 'subject_technical_id') return runsOfPeople(clientId, filters)
  const conditions = entryConditions(clientId, 'place', filters)
  if (by === 'resource_id' || (resource_type !== undefined && outcome === undefined && actor_type === undefined)) {
    return runsOfEntries(sql`(${actionsOf(filters)}) AS run`, ['action'], conditions)
  }
  const [types, outcomes] = [sql`(${typesOf(filters)}) AS type`, sql`(${outcomesOf(filters)}) AS ending`]
  if (action !== undefined || resource_type !== undefined) {
    const actions = sql`(${actionsOf(filters)}) AS act`
    const within =
      resource_type === undefined ? sql`` : sql` WHERE ${occursWith(clientId, resource_type, sql`act.action`)}`
    const runs = sql`(SELECT act.action, type.actor_type, ending.outcome FROM ${actions}, ${types}, ${outcomes}${within}) AS run`
    return runsOfEntries(runs, ['action', 'actor_type', 'outcome'], conditions)
  }
  if (outcome === undefined && actor_type === undefined) return undefined
  const runs = sql`(SELECT type.actor_type, ending.outcome FROM ${types}, ${outcomes}) AS run`
  return runsOfEntries(runs, ['actor_type', 'outcome'], conditions)
}

function runsOfEntries(runs: Sql, columns: readonly string[], conditions: Sql[]): IndexRuns {
  return { table: 'audit_entries', runs, conditions: [...sameAsRun(columns), ...conditions] }
}

/** Actions and outcomes lie beside the people. What else is asked of an entry is looked up, row by row. */
function runsOfPeople(clientId: string, filters: AuditFilters): IndexRuns {
  const { resource_type } = filters
  const within =
    resource_type === undefined ? sql`` : sql` WHERE ${occursWith(clientId, resource_type, sql`act.action`)}`
  const runs = sql`(SELECT act.action, ending.outcome FROM (${actionsOf(filters)}) AS act, (${outcomesOf(filters)}) AS ending
    ${within}) AS run`
  const conditions = [...sameAsRun(['action', 'outcome']), ...peopleConditions('place', filters)]
  const { action: _action, outcome: _outcome, actor_id: _actor, subject_technical_id: _subject, ...others } = filters
  const ofEntry = entryConditions(clientId, 'entry', others)
  if (ofEntry.length > 0) {
    conditions.push(sql`(SELECT true FROM audit_entries entry WHERE entry.client_id = ${clientId}
      AND entry.sequence = place.sequence AND ${sql.join(ofEntry, sql` AND `)})`)
  }
  return { table: 'audit_people', runs, conditions }
}

function sameAsRun(columns: readonly string[]): Sql[] {
  return columns.map((column) => sql`${sql.ref(`place.${column}`)} = ${sql.ref(`run.${column}`)}`)
}

/**
 * An action is about resources of one type, or a few: others have no entries that could be found. By their order: for the first
 * of many, PostgreSQL would look through the table.
 */
function occursWith(clientId: string, resourceType: string, action: Sql): Sql {
  return sql`(SELECT entry.action FROM audit_entries entry WHERE entry.client_id = ${clientId}
    AND entry.resource_type = ${resourceType} AND entry.action >= ${action} ORDER BY entry.action LIMIT 1) = ${action}`
}

const texts = (values: readonly string[]) => sql`unnest(${values}::text[])`

function actionsOf({ action }: AuditFilters): Sql {
  const asked = AUDIT_ACTIONS.filter((one) =>
    action?.endsWith('.*') ? one.startsWith(action.slice(0, -1)) : action === undefined || one === action,
  )
  return sql`SELECT ${texts(asked)} AS action`
}

function typesOf({ actor_type }: AuditFilters): Sql {
  return sql`SELECT ${texts(actor_type ? [actor_type] : AUDIT_ACTOR_TYPES)} AS actor_type`
}

function outcomesOf({ outcome }: AuditFilters): Sql {
  return sql`SELECT ${texts(outcome ? [outcome] : ['done', 'refused'])} AS outcome`
}

/** What is asked beside the columns of the runs. */
export function entryConditions(clientId: string, table: string, filters: AuditFilters): Sql[] {
  const { actor_type, resource_type, resource_id, at_since, at_until } = filters
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions: Sql[] = []
  if (filters.outcome !== undefined) conditions.push(sql`${column('outcome')} = ${filters.outcome}`)
  if (actor_type !== undefined) conditions.push(sql`${column('actor_type')} = ${actor_type}`)
  if (resource_type !== undefined) conditions.push(sql`${column('resource_type')} = ${resource_type}`)
  if (resource_id !== undefined) conditions.push(sql`${column('resource_id')} = ${resource_id}`)
  if (at_since !== undefined) conditions.push(sql`${column('at')} >= ${new Date(at_since)}`)
  if (at_until !== undefined) conditions.push(sql`${column('at')} <= ${new Date(at_until)}`)
  const ofPeople = peopleConditions('people', filters)
  if (ofPeople.length > 0) {
    conditions.push(sql`(SELECT true FROM audit_people people WHERE people.client_id = ${clientId}
      AND people.sequence = ${column('sequence')} AND ${sql.join(ofPeople, sql` AND `)})`)
  }
  return conditions
}

function peopleConditions(table: string, { actor_id, subject_technical_id }: AuditFilters): Sql[] {
  const conditions: Sql[] = []
  if (actor_id !== undefined) conditions.push(sql`${sql.ref(`${table}.actor_id`)} = ${actor_id}`)
  if (subject_technical_id !== undefined) {
    conditions.push(sql`${sql.ref(`${table}.subject_technical_id`)} = ${subject_technical_id}`)
  }
  return conditions
}
