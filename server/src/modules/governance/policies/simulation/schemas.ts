import { type Static, Type } from 'typebox'
import { OwnPolicyId, RetentionPolicyInput } from '#modules/governance/policies/schemas.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'

const Until = Type.Optional(
  Type.String({ format: 'date', description: 'The last day that is looked at. Defaults to that in a year.' }),
)

export const SimulationInput = NamedObject('RetentionSimulationInput', {
  ...RetentionPolicyInput.properties,
  id: Type.Optional({ ...OwnPolicyId, description: 'The saved policy that this one stands in for.' }),
  until: Until,
})
export type SimulationInput = Static<typeof SimulationInput>

export const SimulationQuery = Type.Object({ until: Until })

const Counted = (code: string) => NamedObject(code, { code: Type.String(), count: Type.Integer() })

export const Months = Type.Array(
  NamedObject('RetentionMonth', { month: Type.String({ description: 'As in 2031-03.' }), count: Type.Integer() }),
)

export const Simulation = NamedObject('RetentionSimulation', {
  matched: Type.Integer({ description: 'How many items fit the filters.' }),
  total: Type.Integer({
    description: 'How many of them this policy decides and are due until `until`, held ones included.',
  }),
  due_now: Type.Integer({ description: 'How many of `total` are due today.' }),
  held: Type.Integer({ description: 'How many of `total` are under legal hold.' }),
  decided_by_others: Type.Integer({ description: 'How many of `matched` another policy decides.' }),
  without_date: Type.Integer({ description: 'How many of `matched` this policy decides whose day is not known yet.' }),
  by_month: Months,
  by_type: Type.Array(Counted('RetentionTypeCount'), { description: 'Document types, or forms of requests.' }),
  by_organization: Type.Array(Counted('RetentionOrganizationCount'), {
    description: 'An item counts in each of its own organizations.',
  }),
  sample_ids: Type.Array(Type.String(), { description: 'Up to 20 of `total`.' }),
})
export type Simulation = Static<typeof Simulation>

/** What the calendar shows of a policy that lets something go. */
export const CalendarEntry = NamedObject('RetentionCalendarEntry', {
  retention_policy_id: Type.String(),
  total: Type.Integer({
    description: 'How many items this policy decides that are due until `until`, held ones included.',
  }),
  due_now: Type.Integer({ description: 'How many of `total` are due today.' }),
  held: Type.Integer({ description: 'How many of `total` are under legal hold.' }),
  by_month: Months,
})
export type CalendarEntry = Static<typeof CalendarEntry>
