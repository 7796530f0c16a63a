import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import { fragment } from '#platform/db/statement.ts'
import { itemsSql, type Looked } from './item-sql.ts'
import type { PolicyRule } from './policy-values.ts'
import { Values } from './query-values.ts'
import { decides, isOfDocumentType, MAX_RANK, rivalsOf } from './rivals.ts'
import { dueOn, ruleFits, ruleTriggerDay } from './rule-sql.ts'

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

export type ScanRow = {
  key: string
  /** As its table has it; `resource_id` is the same as text. */
  id: string
  resource_id: string
  document_type_id: number | null
  form_code: string | null
  employee_key: string | null
  /** The organizations of the item itself, beside those of its employee. */
  organization_keys: number[]
  due_on: string | null
  /** `due_on`, or the day to which the item was postponed if that is later. */
  goes_on: string | null
  decides: boolean
}

export type ScanOptions = {
  looked: Looked
  /** Only items that are due on this day and that the policy decides. */
  day?: string
  keys?: readonly string[]
}

/** The items that a policy fits, as a part of a query: when it lets them go, and whether it is the one that decides. */
export function scan(client: Client, decision: Decision, { looked, day, keys }: ScanOptions): RawBuilder<ScanRow> {
  const { rule, hasPostponed } = decision
  const values = new Values(client, looked)
  const rivals = rivalsOf(rule, decision.rivals)
  const own = values.of(rule, MAX_RANK)
  const due = dueOn(ruleTriggerDay(rule, own), own('delay_interval'))
  const type = values.add('resource_type', rule.resource_type)
  const goes = hasPostponed ? 'greatest(placed.due_on, placed.postponed_until)' : 'placed.due_on'
  const deciding = decides(rule, rivals, { values, due })
  const conditions = [
    ...ruleFits(rule, { value: own, answers: values.answers }, ['document_type_ids', 'form_codes']),
    // What is in the trash has been dealt with.
    ...(rule.action === 'trash' ? ['NOT item.is_trashed'] : []),
    ...(rule.action === 'anonymise' ? ['NOT item.is_anonymised'] : []),
    ...(day === undefined ? [] : [`${due} <= ${values.add('day', day)}::date`, ...deciding]),
  ]
  if (keys !== undefined) values.add('keys', keys)
  const weighed = rivals.weighed.map((one) => one.rule)
  const itemOptions = {
    ofEmployees: values.ofEmployees,
    ofPlaces: values.ofPlaces,
    withDeparture: needsDeparture([rule, ...weighed]),
    filtered: {
      ...(rule.document_type_ids && { document_type_id: own('document_type_ids') }),
      ...(rule.form_codes && { form_code: own('form_codes') }),
    },
  }
  const scanSql = `SELECT placed.key, placed.id, placed.resource_id, placed.document_type_id, placed.form_code, placed.employee_key,
      placed.organization_keys, placed.due_on, CASE WHEN placed.due_on IS NOT NULL THEN ${goes} END AS goes_on, placed.decides
    FROM (
      SELECT item.key::text AS key, item.id, item.resource_id, item.document_type_id, item.form_code, item.employee_key,
        item.organization_keys, ${due} AS due_on, ${hasPostponed ? 'postponement.until' : 'NULL::date'} AS postponed_until,
        ${day === undefined && deciding.length > 0 ? deciding.join(' AND ') : 'true'} AS decides
      FROM ${itemsSql(rule.resource_type, looked, itemOptions)}
        ${weighed.some(isOfDocumentType) ? TYPE_JOIN : ''}
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

/** A query that is put together for its policies is planned for them. */
export const planAnew = sql.raw(CUSTOM_PLAN)
