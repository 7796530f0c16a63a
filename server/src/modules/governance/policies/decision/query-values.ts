import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Looked } from './item-sql.ts'
import type { PolicyRule } from './policy-values.ts'
import type { Answers } from './rule-sql.ts'

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
