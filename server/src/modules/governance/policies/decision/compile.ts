import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import { fragment } from '#platform/db/statement.ts'
import { itemsSql, type Looked } from './item-sql.ts'
import type { PolicyRule } from './policy-values.ts'
import { dueOn, ruleFits, ruleTriggerDay } from './rule-sql.ts'

/** A policy among those that may decide for the same items. */
export type Decision = {
  rule: PolicyRule
  /** Other enabled policies of the resource type. */
  rivals: PolicyRule[]
  /** Whether any item of the resource type was postponed. */
  hasPostponed: boolean
}

/** The policies of document types, one for each: of a document at most one fits. */
const TYPE_PREFIX = 'type:'
const isOfDocumentType = ({ id }: PolicyRule) => id.startsWith(TYPE_PREFIX)

type Parameters = Record<string, RawBuilder<unknown>>

const CASTS: Record<string, string> = {
  document_type_ids: 'integer[]',
  form_codes: 'text[]',
  organization_keys: 'integer[]',
  trigger_code: 'text',
  trigger_date: 'date',
  delay_interval: 'interval',
}

/** Collects the values of policies as parameters of one query. */
class Values {
  readonly parameters: Parameters
  readonly #clientId: string

  constructor({ id }: Client) {
    this.#clientId = id
    this.parameters = { client_id: sql`${this.#clientId}` }
  }

  add(name: string, value: unknown): string {
    this.parameters[name] = sql`${value}`
    return `$${name}`
  }

  /** How the values of a policy are called in the query. */
  of(rule: PolicyRule, position: number): (name: string) => string {
    const values: Record<string, unknown> = { ...rule, delay_interval: rule.delay }
    const fields = Object.entries(rule.custom_fields ?? {})
    return (name) => {
      const [kind, index = ''] = name.split(/_(?=\d+$)/)
      const field = fields[Number(index)]
      if (kind === 'field') return `${this.add(`${name}_${position}`, field?.[0])}::text`
      if (kind === 'wanted') return `${this.add(`${name}_${position}`, JSON.stringify(field?.[1]))}::jsonb`
      return `${this.add(`${name}_${position}`, values[name])}::${CASTS[name]}`
    }
  }
}

/*
 * Which policy decides is one number an item: the greatest of `day << 16 | rank` over the policies that fit. A day that is not
 * known counts as the latest one; of equal days the policy with more approvals has the higher rank, then the one with the
 * lower id.
 */
const UNKNOWN_DAY = '2147483647'

const weight = (due: string, rank: number) =>
  `(coalesce(${due} - date '0001-01-01', ${UNKNOWN_DAY})::bigint * 65536 + ${rank})`

/** Policies in the order in which they decide when they are due on the same day. */
export function ranked(rules: readonly PolicyRule[]): PolicyRule[] {
  return rules.toSorted((one, other) => other.needs_approval - one.needs_approval || (one.id < other.id ? -1 : 1))
}

type Weighed = { rule: PolicyRule; position: number; rank: number }

const MAX_RANK = 65_535

/** The weights of policies as one expression; null where none fits. */
function greatest(weighed: readonly Weighed[], values: Values, isOfType = false): string {
  const weights = weighed.map(({ rule, position, rank }) => {
    const value = values.of(rule, position)
    const heavy = weight(dueOn(ruleTriggerDay(rule, value), value('delay_interval')), rank)
    const fits = ruleFits(rule, value, isOfType)
    return fits.length === 0 ? heavy : `CASE WHEN ${fits.join(' AND ')} THEN ${heavy} END`
  })
  return weights.length === 0 ? 'NULL::bigint' : `greatest(${weights.join(', ')})`
}

/** The policies of document types together: a join finds the one of an item. */
function weightByType(rank: number): string {
  const day = `CASE type.retention ->> 'from' WHEN 'date' THEN (item.date AT TIME ZONE 'UTC')::date ELSE departure.day END`
  const due = dueOn(`(${day})`, "make_interval(months => (type.retention ->> 'months')::integer)")
  return `CASE WHEN type.retention IS NOT NULL THEN ${weight(due, rank)} END`
}

/** Beyond this many repetitions of a policy, each is looked at for every item instead of for its types only. */
const MAX_REPEATED = 2000

/**
 * Policies that name document types are looked at only for items of these types: types with the same policies are one branch.
 */
function greatestByType(weighed: readonly Weighed[], values: Values, types: readonly number[] | null): string {
  const general = weighed.filter(({ rule }) => rule.document_type_ids === null)
  const limited = weighed.filter(({ rule }) => rule.document_type_ids !== null)
  const byType = Map.groupBy(
    limited.flatMap((one) => (one.rule.document_type_ids ?? []).map((type) => ({ type, one }))),
    ({ type }) => type,
  )
  const known = [...byType].filter(([type]) => types === null || types.includes(type))
  const classes = [...Map.groupBy(known, ([, all]) => all.map(({ one }) => one.position).join(' ')).values()]
  const repeated = classes.reduce((sum, [[, all] = [0, []]]) => sum + all.length, 0)
  if (repeated > MAX_REPEATED) return greatest(weighed, values)
  const branches = classes.map((members, index) => {
    const ids = values.add(
      `class_${index}`,
      members.map(([type]) => type),
    )
    const inClass = (members[0]?.[1] ?? []).map(({ one }) => one)
    return `WHEN item.document_type_id = ANY (${ids}::integer[]) THEN ${greatest(inClass, values, true)}`
  })
  const ofTypes = branches.length === 0 ? 'NULL::bigint' : `CASE ${branches.join(' ')} END`
  return `greatest(${greatest(general, values)}, ${ofTypes})`
}

function overlap<T>(one: readonly T[] | null | undefined, other: readonly T[] | null | undefined): boolean {
  return !one || !other || one.some((value) => other.includes(value))
}

/** Whether there can be an item that both fit, as far as their values say. */
export function mayMeet(one: PolicyRule, other: PolicyRule): boolean {
  return (
    overlap(one.document_type_ids, other.document_type_ids) &&
    overlap(one.form_codes, other.form_codes) &&
    Object.entries(one.custom_fields ?? {}).every(([code, wanted]) => overlap(wanted, other.custom_fields?.[code]))
  )
}

export type ScanRow = {
  key: string
  resource_id: string
  document_type_id: number | null
  form_code: string | null
  /** The organizations of the item itself; those of its employee are among the ancestors, as negative keys. */
  organization_keys: number[]
  ancestors: number[] | null
  due_on: string | null
  /** `due_on`, or the day to which the item was postponed if that is later. */
  goes_on: string | null
  decides: boolean
}

export type ScanOptions = {
  looked: Looked
  /** Only items that are due on this day. */
  day?: string
  keys?: readonly string[]
}

/** The items that a policy fits, as a part of a query: when it lets them go, and whether it is the one that decides. */
export function scan(client: Client, decision: Decision, { looked, day, keys }: ScanOptions): RawBuilder<ScanRow> {
  const { rule, hasPostponed } = decision
  const values = new Values(client)
  const rivals = ranked(decision.rivals.filter((one) => one.id !== rule.id && mayMeet(rule, one)))
  const own = values.of(rule, MAX_RANK)
  const due = dueOn(ruleTriggerDay(rule, own), own('delay_interval'))
  const type = values.add('resource_type', rule.resource_type)
  const goes = hasPostponed ? 'greatest(placed.due_on, placed.postponed_until)' : 'placed.due_on'
  const conditions = [
    ...ruleFits(rule, own),
    // What is in the trash has been dealt with.
    ...(rule.action === 'trash' ? ['NOT item.is_trashed'] : []),
    ...(rule.action === 'anonymise' ? ['NOT item.is_anonymised'] : []),
    ...(day === undefined ? [] : [`${due} <= ${values.add('day', day)}::date`]),
  ]
  if (keys !== undefined) values.add('keys', keys)
  const scanSql = `SELECT placed.key, placed.resource_id, placed.document_type_id, placed.form_code, placed.organization_keys,
      placed.ancestors, placed.due_on, CASE WHEN placed.due_on IS NOT NULL THEN ${goes} END AS goes_on, placed.decides
    FROM (
      SELECT item.key::text AS key, item.resource_id, item.document_type_id, item.form_code, item.organization_keys,
        employee.ancestors, ${due} AS due_on, ${hasPostponed ? 'postponement.until' : 'NULL::date'} AS postponed_until,
        ${decides(rule, rivals, { values, due })} AS decides
      FROM ${itemsSql(rule.resource_type, looked, { withDeparture: needsDeparture([rule, ...rivals]) })}
        ${rivals.some(isOfDocumentType) ? TYPE_JOIN : ''}
        ${hasPostponed ? postponementJoin(type) : ''}
      WHERE ${conditions.length === 0 ? 'true' : conditions.join(' AND ')}
      -- Computed once, however often it is asked for.
      OFFSET 0) placed`
  return fragment<ScanRow>(scanSql, values.parameters)
}

const TYPE_JOIN = `LEFT JOIN document_types type ON type.client_id = $client_id AND type.id = item.document_type_id`

const postponementJoin = (type: string) => `LEFT JOIN retention_postponements postponement
  ON postponement.client_id = $client_id AND postponement.resource_type = ${type} AND postponement.resource_id = item.resource_id`

function needsDeparture(rules: readonly PolicyRule[]): boolean {
  return rules.some((one) => one.trigger_event === 'employee_departure' || isOfDocumentType(one))
}

/** Whether no rival weighs more than the policy does. */
function decides(rule: PolicyRule, rivals: readonly PolicyRule[], own: { values: Values; due: string }): string {
  if (rivals.length === 0) return 'true'
  const order = ranked([rule, ...rivals])
  const weighed = order.map((one, position) => ({ rule: one, position, rank: MAX_RANK - position }))
  const others = weighed.filter((one) => one.rule !== rule)
  const rankOfOwn = MAX_RANK - order.indexOf(rule)
  const single = others.filter((one) => !isOfDocumentType(one.rule))
  const ofTypes = others.find((one) => isOfDocumentType(one.rule))
  const most = [
    greatestByType(single, own.values, rule.document_type_ids),
    ...(ofTypes ? [weightByType(ofTypes.rank)] : []),
  ]
  return `coalesce(${weight(own.due, rankOfOwn)} > greatest(${most.join(', ')}), true)`
}

/** A query that is put together for its policies is planned for them. */
export const planAnew = sql.raw(CUSTOM_PLAN)
