import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import { fragment } from '#platform/db/statement.ts'
import { itemsSql, type Looked } from './item-sql.ts'
import type { PolicyRule } from './policy-values.ts'
import { type Answers, dueOn, ruleFits, ruleTriggerDay } from './rule-sql.ts'

/** A policy among those that may decide for the same items. */
export type Decision = {
  rule: PolicyRule
  /** Other enabled policies of the resource type. */
  rivals: PolicyRule[]
  /** Whether any item of the resource type was postponed. */
  hasPostponed: boolean
}

/** The enabled policies of a resource type. */
export type Rules = Pick<Decision, 'hasPostponed'> & { rules: PolicyRule[] }

/** The policies of document types, one for each: of a document at most one fits. */
const TYPE_PREFIX = 'type:'
export const isOfDocumentType = ({ id }: PolicyRule) => id.startsWith(TYPE_PREFIX)

type Parameters = Record<string, RawBuilder<unknown>>

const CASTS: Record<string, string> = {
  document_type_ids: 'integer[]',
  form_codes: 'text[]',
  organization_keys: 'integer[]',
  trigger_code: 'text',
  trigger_date: 'date',
  delay_interval: 'interval',
}

function nameIn(asked: Map<string, string>, condition: string): string {
  const name = asked.get(condition) ?? `fits_${asked.size}`
  asked.set(condition, name)
  return name
}

/** Collects the values of policies as parameters of one query. */
export class Values {
  readonly parameters: Parameters
  readonly #clientId: string

  /** All items ask so much that asking all employees first costs less. */
  constructor({ id }: Client, looked: Looked) {
    this.#clientId = id
    const { ofEmployees, ofPlaces } = this
    this.answers =
      looked === 'all'
        ? {
            ofEmployee: (condition) => `employee.${nameIn(ofEmployees, condition)}`,
            ofPlace: (condition) => `place.${nameIn(ofPlaces, condition)}`,
          }
        : { ofEmployee: (condition) => condition }
    this.parameters = { client_id: sql`${this.#clientId}` }
  }

  /** What is asked beforehand, and how the answers are called. */
  readonly ofEmployees = new Map<string, string>()
  readonly ofPlaces = new Map<string, string>()
  readonly answers: Answers

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
export const UNKNOWN_DAY = '2147483647'

const weight = (due: string, rank: number) =>
  `(coalesce(${due} - date '0001-01-01', ${UNKNOWN_DAY})::bigint * 65536 + ${rank})`

/** Policies in the order in which they decide when they are due on the same day. */
export function ranked(rules: readonly PolicyRule[]): PolicyRule[] {
  return rules.toSorted((one, other) => other.needs_approval - one.needs_approval || (one.id < other.id ? -1 : 1))
}

type Weighed = { rule: PolicyRule; position: number; rank: number }

const MAX_RANK = 65_535

/** The weights of policies as one expression; null where none fits. */
function greatest(weighed: readonly Weighed[], values: Values, known: readonly 'document_type_ids'[] = []): string {
  const weights = weighed.map(({ rule, position, rank }) => {
    const value = values.of(rule, position)
    const heavy = weight(dueOn(ruleTriggerDay(rule, value), value('delay_interval')), rank)
    const fits = ruleFits(rule, { value, answers: values.answers }, known)
    return fits.length === 0 ? heavy : `CASE WHEN ${fits.join(' AND ')} THEN ${heavy} END`
  })
  return weights.length === 0 ? 'NULL::bigint' : `greatest(${weights.join(', ')})`
}

/** The policies of document types together: a join finds the one of an item. */
function weightByType(rank: number): string {
  const day = `CASE type.retention ->> 'from' WHEN 'date' THEN item.dated_on ELSE departure.day END`
  const due = dueOn(`(${day})`, "make_interval(months => (type.retention ->> 'months')::integer)")
  return `CASE WHEN type.retention IS NOT NULL THEN ${weight(due, rank)} END`
}

/** Beyond this many repetitions of a policy, each is looked at for every item instead of for its types only. */
const MAX_REPEATED = 2000

/** Policies that name document types are looked at only for items of these types. */
function greatestByType(weighed: readonly Weighed[], values: Values, types: readonly number[] | null): string {
  const general = weighed.filter(({ rule }) => rule.document_type_ids === null)
  const limited = weighed.filter(({ rule }) => rule.document_type_ids !== null)
  const byType = Map.groupBy(
    limited.flatMap((one) => (one.rule.document_type_ids ?? []).map((type) => ({ type, one }))),
    ({ type }) => type,
  )
  const known = [...byType].filter(([type]) => types === null || types.includes(type))
  if (known.reduce((sum, [, all]) => sum + all.length, 0) > MAX_REPEATED) return greatest(weighed, values)
  const branches = known
    .map(([type, all]) => ({ type, weights: all.map(({ one }) => one) }))
    .sort((one, other) => one.type - other.type)
  return `greatest(${greatest(general, values)}, ${branchesOf(branches, values)})`
}

type Branch = { type: number; weights: Weighed[] }

/** Finds the branch of a type by halves. */
function branchesOf(branches: readonly Branch[], values: Values): string {
  const [first] = branches
  if (!first) return 'NULL::bigint'
  const half = Math.ceil(branches.length / 2)
  const type = `${values.add(`type_${branches[half]?.type ?? first.type}`, branches[half]?.type ?? first.type)}::integer`
  if (branches.length === 1) {
    return `CASE WHEN item.document_type_id = ${type} THEN ${greatest(first.weights, values, ['document_type_ids'])} END`
  }
  const [below, above] = [branches.slice(0, half), branches.slice(half)]
  return `CASE WHEN item.document_type_id < ${type} THEN ${branchesOf(below, values)} ELSE ${branchesOf(above, values)} END`
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
  const values = new Values(client, looked)
  const rivals = ranked(decision.rivals.filter((one) => one.id !== rule.id && mayMeet(rule, one)))
  const own = values.of(rule, MAX_RANK)
  const due = dueOn(ruleTriggerDay(rule, own), own('delay_interval'))
  const type = values.add('resource_type', rule.resource_type)
  const goes = hasPostponed ? 'greatest(placed.due_on, placed.postponed_until)' : 'placed.due_on'
  const conditions = [
    ...ruleFits(rule, { value: own, answers: values.answers }, ['document_type_ids', 'form_codes']),
    // What is in the trash has been dealt with.
    ...(rule.action === 'trash' ? ['NOT item.is_trashed'] : []),
    ...(rule.action === 'anonymise' ? ['NOT item.is_anonymised'] : []),
    ...(day === undefined ? [] : [`${due} <= ${values.add('day', day)}::date`]),
  ]
  if (keys !== undefined) values.add('keys', keys)
  const weighing = decides(rule, rivals, { values, due })
  const itemOptions = {
    ofEmployees: values.ofEmployees,
    ofPlaces: values.ofPlaces,
    withDeparture: needsDeparture([rule, ...rivals]),
    filtered: {
      ...(rule.document_type_ids && { document_type_id: own('document_type_ids') }),
      ...(rule.form_codes && { form_code: own('form_codes') }),
    },
  }
  const scanSql = `SELECT placed.key, placed.resource_id, placed.document_type_id, placed.form_code, placed.organization_keys,
      placed.ancestors, placed.due_on, CASE WHEN placed.due_on IS NOT NULL THEN ${goes} END AS goes_on, placed.decides
    FROM (
      SELECT item.key::text AS key, item.resource_id, item.document_type_id, item.form_code, item.organization_keys,
        employee.ancestors, ${due} AS due_on, ${hasPostponed ? 'postponement.until' : 'NULL::date'} AS postponed_until,
        ${weighing} AS decides
      FROM ${itemsSql(rule.resource_type, looked, itemOptions)}
        ${rivals.some(isOfDocumentType) ? TYPE_JOIN : ''}
        ${hasPostponed ? postponementJoin(type) : ''}
      WHERE ${conditions.length === 0 ? 'true' : conditions.join(' AND ')}
      -- Computed once, however often it is asked for.
      OFFSET bigint '0') placed`
  return fragment<ScanRow>(scanSql, values.parameters)
}

export const TYPE_JOIN = `LEFT JOIN document_types type ON type.client_id = $client_id AND type.id = item.document_type_id`

export const postponementJoin = (type: string) => `LEFT JOIN retention_postponements postponement
  ON postponement.client_id = $client_id AND postponement.resource_type = ${type} AND postponement.resource_id = item.resource_id`

export function needsDeparture(rules: readonly PolicyRule[]): boolean {
  return rules.some((one) => one.trigger_event === 'employee_departure' || isOfDocumentType(one))
}

/** Whether no rival weighs more than the policy does. */
function decides(rule: PolicyRule, rivals: readonly PolicyRule[], own: { values: Values; due: string }): string {
  if (rivals.length === 0) return 'true'
  const order = ranked([rule, ...rivals])
  const others = weighedIn(order).filter((one) => one.rule !== rule)
  const rankOfOwn = MAX_RANK - order.indexOf(rule)
  const most = heaviest(others, own.values, rule.document_type_ids)
  return `coalesce(${weight(own.due, rankOfOwn)} > ${most}, true)`
}

/** Each with the rank that breaks ties. */
export function weighedIn(order: readonly PolicyRule[]): Weighed[] {
  return order.map((rule, position) => ({ rule, position, rank: MAX_RANK - position }))
}

/** The greatest weight of policies of any origin, for items of these types. */
export function heaviest(weighed: readonly Weighed[], values: Values, types: readonly number[] | null): string {
  const single = weighed.filter((one) => !isOfDocumentType(one.rule))
  const ofTypes = weighed.find((one) => isOfDocumentType(one.rule))
  const most = [greatestByType(single, values, types), ...(ofTypes ? [weightByType(ofTypes.rank)] : [])]
  return `greatest(${most.join(', ')})`
}

/** A query that is put together for its policies is planned for them. */
export const planAnew = sql.raw(CUSTOM_PLAN)
