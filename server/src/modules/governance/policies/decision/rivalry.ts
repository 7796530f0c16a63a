import { lengthOfDelay } from '#modules/governance/policies/delay.ts'
import type { PolicyRule } from './policy-values.ts'

/**
 * Whether a rival decides instead of a policy for all items that both fit, for none, or as their days say. Most policies begin
 * on the same day of an item, so that the longer one decides whatever that day is.
 */
export type Rivalry = 'always' | 'never' | 'depends'

export function rivalryOf(rule: PolicyRule, rival: PolicyRule, isHigher: boolean): Rivalry {
  if (!beginTogether(rule, rival)) return 'depends'
  const order = orderOf(rival.delay, rule.delay)
  if (order === undefined) return 'depends'
  const wins = order === 0 ? isHigher : order > 0
  // Where the day is not known, the higher rank decides.
  return wins === isHigher || isAlwaysKnown(rule) ? (wins ? 'always' : 'never') : 'depends'
}

const beginTogether = (one: PolicyRule, other: PolicyRule) =>
  one.trigger_event === other.trigger_event &&
  one.trigger_code === other.trigger_code &&
  one.trigger_date === other.trigger_date

const WITH_DATE = ['employee_document', 'company_document']

const isAlwaysKnown = ({ resource_type, trigger_event }: PolicyRule) =>
  trigger_event === 'created' || (trigger_event === 'document_date' && WITH_DATE.includes(resource_type))

/**
 * More than 0 if one delay leads to a later day than the other from any day, less if to an earlier one. More months and fewer
 * days lead to either.
 */
function orderOf(one: string, other: string): number | undefined {
  const [own, others] = [lengthOfDelay(one), lengthOfDelay(other)]
  if (!own || !others) return undefined
  const [months, days] = [own.months - others.months, own.days - others.days]
  return months * days < 0 ? undefined : months + days
}
