import type { PolicyRule, TriggerEvent } from './policy-values.ts'

/*
 * What a policy means, as SQL over an item of `itemsSql`. One text serves policies that are rows of a join and policies whose
 * values are parameters: it asks a function how a value is called.
 */

type Value =
  | 'document_type_ids'
  | 'form_codes'
  | 'organization_keys'
  | 'trigger_code'
  | 'trigger_date'
  | 'delay_interval'
export type ValueSql = (name: Value) => string

const fitsTypes = (value: ValueSql) => `item.document_type_id = ANY (${value('document_type_ids')})`
const fitsForms = (value: ValueSql) => `item.form_code = ANY (${value('form_codes')})`

const fitsOrganizations = (value: ValueSql) => `(
  coalesce(employee.ancestors && ${value('organization_keys')}, false)
  OR item.organization_keys <> '{}' AND EXISTS (
    SELECT FROM organizations organization
    WHERE organization.client_id = $client_id AND organization.key = ANY (item.organization_keys)
      AND organization.ancestors && ${value('organization_keys')}))`

/** Whether the employee has one of these values, a JSON array, in a field. */
const fitsField = (code: string, values: string) => `coalesce(${values} @> (employee.custom_fields -> ${code}), false)`

const FITS = { document_type_ids: fitsTypes, form_codes: fitsForms, organization_keys: fitsOrganizations }

/** Whether a policy that is a row of a join fits. */
export function rowFits(policy: string): string {
  const conditions = Object.entries(FITS).map(
    ([name, fits]) => `(${policy}.${name} IS NULL OR ${fits((value) => `${policy}.${value}`)})`,
  )
  const fieldsFit = `NOT EXISTS (
    SELECT FROM jsonb_each(${policy}.custom_fields) AS field (code, wanted) WHERE NOT ${fitsField('field.code', 'field.wanted')})`
  return [...conditions, fieldsFit].join(' AND ')
}

/** The conditions that a policy has, whose values are parameters; `isOfType`: the types are known to fit. */
export function ruleFits(rule: PolicyRule, value: (name: string) => string, isOfType = false): string[] {
  const named = (Object.keys(FITS) as (keyof typeof FITS)[]).filter(
    (name) => rule[name] !== null && !(isOfType && name === 'document_type_ids'),
  )
  const ofFields = Object.keys(rule.custom_fields ?? {}).map((_, index) =>
    fitsField(value(`field_${index}`), value(`wanted_${index}`)),
  )
  return [...named.map((name) => FITS[name](value)), ...ofFields]
}

const dayOf = (moment: string) => `(${moment} AT TIME ZONE 'UTC')::date`

/** A day that was written down as a text, by a field that may have had another type then. */
const dayIn = (text: string) =>
  `CASE WHEN ${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' AND pg_input_is_valid(${text}, 'date') THEN (${text})::date END`

const DAYS: Record<TriggerEvent, (value: ValueSql) => string> = {
  created: () => dayOf('item.created_at'),
  document_date: () => dayOf('item.date'),
  document_meta: (value) => dayIn(`(item.metas ->> ${value('trigger_code')})`),
  employee_departure: () => 'departure.day',
  employee_custom_field: (value) => dayIn(`(employee.custom_fields ->> ${value('trigger_code')})`),
  request_closed: () => dayOf('item.ended_at'),
  process_ended: () => dayOf('item.ended_at'),
  fixed_date: (value) => value('trigger_date'),
}

/** The day on which the time of a policy begins, null as long as it is not known. */
export function rowTriggerDay(policy: string): string {
  const days = Object.entries(DAYS).map(
    ([event, day]) => `WHEN '${event}' THEN ${day((value) => `${policy}.${value}`)}`,
  )
  return `CASE ${policy}.trigger_event ${days.join(' ')} END`
}

export function ruleTriggerDay({ trigger_event }: PolicyRule, value: ValueSql): string {
  return DAYS[trigger_event](value)
}

/** PostgreSQL adds the months first; a day that the month lacks is its last one. */
export const dueOn = (day: string, delay: string) => `(${day} + ${delay})::date`
