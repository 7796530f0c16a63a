import type { PolicyRule } from './policy-values.ts'
import type { Values } from './query-values.ts'
import { rivalryOf } from './rivalry.ts'
import { dueOn, ruleFits, ruleTriggerDay } from './rule-sql.ts'

/** The policies of document types, one for each: of a document at most one fits. */
const TYPE_PREFIX = 'type:'
export const isOfDocumentType = ({ id }: PolicyRule) => id.startsWith(TYPE_PREFIX)

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

export type Weighed = { rule: PolicyRule; position: number; rank: number }

export const MAX_RANK = 65_535

/** Each with the rank that breaks ties. */
export function weighedIn(order: readonly PolicyRule[]): Weighed[] {
  return order.map((rule, position) => ({ rule, position, rank: MAX_RANK - position }))
}

/** The policies that may meet one: those that decide in any case, and those of which the days of an item say it. */
export type Rivals = { always: Weighed[]; weighed: Weighed[]; rankOfOwn: number }

export function rivalsOf(rule: PolicyRule, others: readonly PolicyRule[]): Rivals {
  const order = ranked([rule, ...others.filter((one) => one.id !== rule.id && mayMeet(rule, one))])
  const rankOfOwn = MAX_RANK - order.indexOf(rule)
  const rivals = Map.groupBy(
    weighedIn(order).filter((one) => one.rule !== rule),
    (one) => rivalryOf(rule, one.rule, one.rank > rankOfOwn),
  )
  return { always: rivals.get('always') ?? [], weighed: rivals.get('depends') ?? [], rankOfOwn }
}

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
function greatestByType(weighed: readonly Weighed[], values: Values, isAsked: (type: number) => boolean): string {
  const general = weighed.filter(({ rule }) => rule.document_type_ids === null)
  const limited = weighed.filter(({ rule }) => rule.document_type_ids !== null)
  const byType = Map.groupBy(
    limited.flatMap((one) => (one.rule.document_type_ids ?? []).map((type) => ({ type, one }))),
    ({ type }) => type,
  )
  const known = [...byType].filter(([type]) => isAsked(type))
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

/** The conditions under which no rival decides instead of a policy, those that cost least first. */
export function decides(rule: PolicyRule, rivals: Rivals, own: { values: Values; due: string }): string[] {
  const { values, due } = own
  const { conditions, types } = notBeaten(rivals.always, values)
  if (conditions.includes('false') || rivals.weighed.length === 0) return conditions
  const isAsked = (type: number) => (rule.document_type_ids?.includes(type) ?? true) && !types.has(type)
  const most = heaviest(rivals.weighed, values, isAsked)
  return [...conditions, `coalesce(${weight(due, rivals.rankOfOwn)} > ${most}, true)`]
}

/** The greatest weight of policies of any origin, for items of the types that are asked for. */
export function heaviest(
  weighed: readonly Weighed[],
  values: Values,
  isAsked: (type: number) => boolean = () => true,
): string {
  const single = weighed.filter((one) => !isOfDocumentType(one.rule))
  const ofTypes = weighed.find((one) => isOfDocumentType(one.rule))
  const most = [greatestByType(single, values, isAsked), ...(ofTypes ? [weightByType(ofTypes.rank)] : [])]
  return `greatest(${most.join(', ')})`
}

/** Whether none fits of those that decide in any case; and the document types of which one always does. */
function notBeaten(always: readonly Weighed[], values: Values): { conditions: string[]; types: Set<number> } {
  const ofTypes = always.filter(({ rule }) => namesOnlyTypes(rule))
  const types = new Set(ofTypes.flatMap(({ rule }) => rule.document_type_ids ?? []))
  const others = always.filter(({ rule }) => !rule.document_type_ids?.every((type) => types.has(type)))
  const fitting = others.map(({ rule, position }) =>
    ruleFits(rule, { value: values.of(rule, position), answers: values.answers }),
  )
  if (fitting.some((fits) => fits.length === 0)) return { conditions: ['false'], types }
  const ofNone = `coalesce(item.document_type_id <> ALL (${values.add('beaten', [...types])}::integer[]), true)`
  return {
    conditions: [...(types.size > 0 ? [ofNone] : []), ...fitting.map((fits) => `(${fits.join(' AND ')}) IS NOT TRUE`)],
    types,
  }
}

function namesOnlyTypes(rule: PolicyRule): boolean {
  const { document_type_ids, form_codes, organization_keys, custom_fields } = rule
  return (
    document_type_ids !== null &&
    form_codes === null &&
    organization_keys === null &&
    Object.keys(custom_fields ?? {}).length === 0
  )
}
