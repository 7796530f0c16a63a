import { type FieldConditions, givenFields } from './field-values.ts'
import type { Policy, PolicyAction, PolicyInput, ResourceType, Trigger } from './retention.api.ts'

/** What is typed on the page of a policy. */
export type PolicyValues = {
  name: string
  enabled: boolean
  resource_type: ResourceType
  document_type_codes: string[]
  form_codes: string[]
  organization_codes: string[]
  include_below: boolean
  custom_fields: FieldConditions
  event: Trigger
  code: string | null
  date: string | null
  years: number | string
  months: number | string
  days: number | string
  action: PolicyAction
  needs_approval: number
  protects: boolean
  legal_basis: string
}

export const RESOURCE_TYPES: readonly ResourceType[] = [
  'employee_document',
  'company_document',
  'request',
  'signature_process',
  'note',
  'employee',
]

export const NEW_POLICY: PolicyValues = {
  name: '',
  enabled: true,
  resource_type: 'employee_document',
  document_type_codes: [],
  form_codes: [],
  organization_codes: [],
  include_below: true,
  custom_fields: {},
  event: 'created',
  code: null,
  date: null,
  years: 10,
  months: 0,
  days: 0,
  action: 'trash',
  needs_approval: 1,
  protects: false,
  legal_basis: '',
}

export const isDocument = (type: ResourceType): boolean => type.endsWith('_document')

/** What can begin the time of something. */
export function triggersOf(type: ResourceType): Trigger[] {
  return [
    'created',
    ...(isDocument(type) ? (['document_date', 'document_meta'] as const) : []),
    ...(type === 'request' ? (['request_closed'] as const) : []),
    ...(type === 'signature_process' ? (['process_ended'] as const) : []),
    ...(type === 'company_document' ? [] : (['employee_departure', 'employee_custom_field'] as const)),
    'fixed_date',
  ]
}

/** What can become of something when its time is over. */
export function actionsOf(type: ResourceType): PolicyAction[] {
  if (isDocument(type)) return ['trash', 'delete']
  return type === 'request' || type === 'employee' ? ['delete', 'anonymise'] : ['delete']
}

/** The values for another kind of things: what does not fit it any longer is left out. */
export function forType(values: PolicyValues, resource_type: ResourceType): PolicyValues {
  const isSameKind = isDocument(values.resource_type) && isDocument(resource_type)
  const events = triggersOf(resource_type)
  const actions = actionsOf(resource_type)
  return {
    ...values,
    resource_type,
    document_type_codes: [],
    form_codes: [],
    ...(resource_type === 'company_document' ? { custom_fields: {} } : {}),
    ...(events.includes(values.event) && (isSameKind || values.event !== 'document_meta')
      ? {}
      : { event: events[0] ?? 'created', code: null }),
    action: actions.includes(values.action) ? values.action : (actions[0] ?? 'delete'),
  }
}

export type Length = { years: number; months: number; days: number }

/** P1Y6M2W in years, months and days. */
export function readDelay(delay: string): Length {
  const [, years, months, weeks, days] = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/.exec(delay) ?? []
  return { years: Number(years ?? 0), months: Number(months ?? 0), days: Number(weeks ?? 0) * 7 + Number(days ?? 0) }
}

export function writeDelay({ years, months, days }: Pick<PolicyValues, 'years' | 'months' | 'days'>): string {
  const parts = [
    [Number(years), 'Y'],
    [Number(months), 'M'],
    [Number(days), 'D'],
  ] as const
  return `P${parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('') || '0D'}`
}

export function valuesOf(policy: Policy): PolicyValues {
  const { name, enabled, resource_type, filters, trigger, delay, action, needs_approval, protects, legal_basis } =
    policy
  const { document_type_codes, form_codes, organization_codes, include_below, custom_fields } = filters
  return {
    name,
    enabled,
    resource_type,
    document_type_codes,
    form_codes,
    organization_codes,
    include_below,
    custom_fields: custom_fields as PolicyValues['custom_fields'],
    event: trigger.event,
    code: trigger.code ?? null,
    date: trigger.date ?? null,
    ...readDelay(delay),
    action,
    needs_approval,
    protects,
    legal_basis,
  }
}

export function toPolicy(values: PolicyValues): PolicyInput {
  const { name, enabled, resource_type, event, action, needs_approval, protects, legal_basis } = values
  const { document_type_codes, form_codes, organization_codes, include_below } = values
  const custom_fields = givenFields(values.custom_fields)
  return {
    name: name.trim(),
    enabled,
    resource_type,
    filters: {
      ...(isDocument(resource_type) ? { document_type_codes } : {}),
      ...(resource_type === 'request' ? { form_codes } : {}),
      organization_codes,
      ...(organization_codes.length > 0 ? { include_below } : {}),
      ...(Object.keys(custom_fields).length > 0 ? { custom_fields } : {}),
    },
    trigger: {
      event,
      ...(needsCode(event) ? { code: values.code } : {}),
      ...(event === 'fixed_date' ? { date: values.date } : {}),
    },
    delay: writeDelay(values),
    action,
    needs_approval,
    protects,
    legal_basis: legal_basis.trim(),
  }
}

export const needsCode = (event: Trigger): boolean => event === 'document_meta' || event === 'employee_custom_field'

/** Whether a policy says enough to be simulated. */
export function isComplete({ event, code, date }: PolicyValues): boolean {
  return (!needsCode(event) || code !== null) && (event !== 'fixed_date' || date !== null)
}

/** An id made of a name: `Payslips (France)` is `payslips-france`. */
export function idOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
}

const FIELDS: Record<string, string> = {
  'trigger.event': 'event',
  'trigger.code': 'code',
  'trigger.date': 'date',
  delay: 'years',
}

/** Where on the page a refusal of the server belongs. */
export function fieldOf(refused: string): string {
  const [first = '', list = '', code = ''] = refused.split('.')
  if (list === 'custom_fields') return `custom_fields.${code}`
  return FIELDS[refused] ?? (first === 'filters' ? list : first)
}

type TypeOf = { code: string; kind: 'employee' | 'company' }

/** The types of documents that no enabled policy is about, of all of their kind or of theirs. */
export function typesWithoutPolicy<Type extends TypeOf>(types: readonly Type[], policies: readonly Policy[]): Type[] {
  const enabled = policies.filter((one) => one.enabled)
  return types.filter(
    ({ code, kind }) =>
      !enabled.some(
        ({ resource_type, filters: { document_type_codes: codes } }) =>
          resource_type === `${kind}_document` && (codes.length === 0 || codes.includes(code)),
      ),
  )
}
