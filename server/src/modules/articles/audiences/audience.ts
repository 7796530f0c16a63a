import { createHash } from 'node:crypto'
import type { Rule } from '#modules/articles/writing/schemas.ts'

/** The audience of an article in canonical form, so that audiences can be compared. */
export type Audience = {
  for_employees: boolean
  for_managers: boolean
  organization_keys: number[]
  roles: string[]
  custom_field_rules: Rule[]
}

export function toAudience(given: Audience): Audience {
  return {
    for_employees: given.for_employees,
    for_managers: given.for_managers,
    organization_keys: [...new Set(given.organization_keys)].sort((left, right) => left - right),
    roles: [...new Set(given.roles)].sort(),
    custom_field_rules: inOrder(given.custom_field_rules.map((rule) => ({ field: rule.field, in: inOrder(rule.in) }))),
  }
}

/** Each once, by what JSON writes for it. */
function inOrder<Item>(items: readonly Item[]): Item[] {
  const byText = new Map(items.map((one) => [JSON.stringify(one), one]))
  return [...byText].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => one)
}

export function digestOf(audience: Audience): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.values(audience)))
    .digest('hex')
}
