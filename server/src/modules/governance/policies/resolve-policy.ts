import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { findCustomFields, mistakeInValue } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import type { Action, PolicyRule, TriggerEvent } from './decision/policy-values.ts'
import { mistakeInDelay } from './delay.ts'
import { findNamed } from './queries.ts'
import type { FiltersInput, RetentionPolicyInput } from './schemas.ts'

type Named = Awaited<ReturnType<typeof findNamed>>
type Fields = Awaited<ReturnType<typeof findCustomFields>>

const LISTS = ['document_type_codes', 'form_codes', 'organization_codes'] as const
const NAMED = {
  document_type_codes: { what: 'Document type', unknown: 'unknown_document_type' },
  form_codes: { what: 'Form', unknown: 'unknown_form' },
  organization_codes: { what: 'Organization', unknown: 'unknown_organization' },
}
const MAX_WANTED = 1000

const SEVERAL: Record<HeldType, string> = {
  employee_document: 'employee documents',
  company_document: 'company documents',
  request: 'requests',
  signature_process: 'signature processes',
  note: 'notes',
  employee: 'employees',
}

const isDocument = (type: HeldType) => type.endsWith('_document')
const hasEmployee = (type: HeldType) => type !== 'company_document'

const ACTIONS_OF: Record<HeldType, readonly Action[]> = {
  employee_document: ['trash', 'delete'],
  company_document: ['trash', 'delete'],
  request: ['delete', 'anonymise'],
  employee: ['delete', 'anonymise'],
  note: ['delete'],
  signature_process: ['delete'],
}

const FITS_TRIGGER: Record<TriggerEvent, (type: HeldType) => boolean> = {
  created: () => true,
  fixed_date: () => true,
  document_date: isDocument,
  document_meta: isDocument,
  employee_departure: hasEmployee,
  employee_custom_field: hasEmployee,
  request_closed: (type) => type === 'request',
  process_ended: (type) => type === 'signature_process',
}

const FITS_FILTER: Record<Exclude<keyof FiltersInput, 'include_below'>, (type: HeldType) => boolean> = {
  document_type_codes: isDocument,
  form_codes: (type) => type === 'request',
  organization_codes: () => true,
  custom_fields: hasEmployee,
}

type Resolved = Pick<
  PolicyRule,
  | 'document_type_ids'
  | 'form_codes'
  | 'organization_keys'
  | 'custom_fields'
  | 'trigger_event'
  | 'trigger_code'
  | 'trigger_date'
> & { filters: FiltersInput }

/** What a policy means: the keys of what it names. Refuses what does not exist, and what does not fit its resource type. */
export async function resolvePolicy(db: Db, client: Client, input: RetentionPolicyInput): Promise<Resolved> {
  const filters = withoutEmpty(input.filters ?? {})
  const asked = Object.fromEntries(LISTS.map((list) => [list, filters[list] ?? []])) as Record<Lists, string[]>
  const [found, fields] = await Promise.all([
    findNamed(db, { client_id: client.id, kind: input.resource_type.replace('_document', ''), ...asked }),
    findCustomFields(db, client),
  ])
  const errors = [
    ...checkFilters(input.resource_type, filters, found),
    ...checkFields(filters.custom_fields ?? {}, fields),
    ...checkTrigger(input, found, fields),
    ...checkRest(input),
  ]
  if (errors.length > 0) throw invalidFields(errors)
  const keysOf = (list: Lists) => (filters[list] ? keysIn(found, list) : null)
  const organizations = keysOf('organization_codes')?.map(Number) ?? null
  const { event, code = null, date = null } = input.trigger
  return {
    filters,
    document_type_ids: keysOf('document_type_codes')?.map(Number) ?? null,
    form_codes: keysOf('form_codes'),
    organization_keys: filters.include_below === false ? (organizations?.map((key) => -key) ?? null) : organizations,
    custom_fields: filters.custom_fields ?? null,
    trigger_event: event,
    trigger_code: code,
    trigger_date: date,
  }
}

type Lists = (typeof LISTS)[number]

function keysIn(found: Named, wanted: Lists): string[] {
  return found
    .filter(({ list }) => list === wanted)
    .map(({ key }) => key)
    .sort()
}

/** An empty list is as none: what is answered for a policy can be put again. */
function withoutEmpty({ include_below, custom_fields, ...lists }: FiltersInput): FiltersInput {
  const given = LISTS.filter((list) => lists[list]?.length).map((list) => [list, lists[list]])
  return {
    ...(Object.fromEntries(given) as FiltersInput),
    ...(include_below === false && lists.organization_codes?.length ? { include_below } : {}),
    ...(custom_fields && Object.keys(custom_fields).length > 0 ? { custom_fields } : {}),
  }
}

function checkFilters(type: HeldType, filters: FiltersInput, found: Named): FieldError[] {
  const unfit = Object.entries(FITS_FILTER).filter(([name, fits]) => name in filters && !fits(type))
  if (unfit.length > 0) {
    return unfit.map(([name]) => ({
      field: `filters.${name}`,
      code: 'unfit',
      message: `This is not a filter of ${SEVERAL[type]}.`,
    }))
  }
  const known = new Set(found.map(({ list, code }) => `${list} ${code}`))
  return LISTS.flatMap((list) =>
    (filters[list] ?? []).flatMap((code, index) =>
      known.has(`${list} ${code}`)
        ? []
        : [
            {
              field: `filters.${list}.${index}`,
              code: NAMED[list].unknown,
              message: `${NAMED[list].what} ${code} not found.`,
            },
          ],
    ),
  )
}

function checkFields(wanted: Record<string, unknown>, fields: Fields): FieldError[] {
  return Object.entries(wanted).flatMap(([code, values]) => {
    const path = `filters.custom_fields.${code}`
    const field = fields.get(code)
    if (!field) return [{ field: path, code: 'unknown_custom_field', message: `Custom field ${code} not found.` }]
    if (!Array.isArray(values) || values.length === 0 || values.length > MAX_WANTED) {
      return [{ field: path, code: 'wrong_type', message: `This must be a list of 1 to ${MAX_WANTED} values.` }]
    }
    return values.flatMap((value, index) => {
      const mistake = mistakeInValue(field, value)
      return mistake ? [{ field: `${path}.${index}`, ...mistake }] : []
    })
  })
}

const needsCode = (event: TriggerEvent) => event === 'document_meta' || event === 'employee_custom_field'

function checkTrigger(
  { trigger: { event, code = null, date = null }, resource_type, filters }: RetentionPolicyInput,
  found: Named,
  fields: Fields,
): FieldError[] {
  if (!FITS_TRIGGER[event](resource_type)) {
    return [{ field: 'trigger.event', code: 'unfit', message: `This does not happen to ${SEVERAL[resource_type]}.` }]
  }
  const wrongCode = needsCode(event) ? undefined : misplaced('code', code, event)
  const wrongDate = event === 'fixed_date' ? missing('date', date) : misplaced('date', date, event)
  const errors = [wrongCode, wrongDate].filter((error) => error !== undefined)
  if (!needsCode(event)) return errors
  const mistake = event === 'document_meta' ? mistakeInMeta(code, filters ?? {}, found) : mistakeInField(code, fields)
  if (mistake === undefined) return errors
  return [{ field: 'trigger.code', code: code === null ? 'required' : 'unknown', message: mistake }, ...errors]
}

function misplaced(part: 'code' | 'date', value: string | null, event: TriggerEvent): FieldError | undefined {
  if (value === null) return undefined
  return { field: `trigger.${part}`, code: 'misplaced', message: `The trigger ${event} has no ${part}.` }
}

function missing(part: 'code' | 'date', value: string | null): FieldError | undefined {
  if (value !== null) return undefined
  return { field: `trigger.${part}`, code: 'required', message: REQUIRED }
}

const REQUIRED = 'This field is required.'

function mistakeInMeta(code: string | null, { document_type_codes = [] }: FiltersInput, found: Named) {
  if (code === null) return REQUIRED
  if (document_type_codes.length === 0) return 'A meta needs filters.document_type_codes.'
  const isDate = (metas: { code: string; type: string }[] | null) =>
    metas?.some((meta) => meta.code === code && meta.type === 'date')
  const without = found.find(({ list, metas }) => list === 'document_type_codes' && !isDate(metas))
  return without && `The document type ${without.code} has no date meta ${code}.`
}

function mistakeInField(code: string | null, fields: Fields) {
  if (code === null) return REQUIRED
  return fields.get(code)?.type === 'date' ? undefined : `Custom field ${code} of the type date not found.`
}

function checkRest({ resource_type, delay, action }: RetentionPolicyInput): FieldError[] {
  const wrong = mistakeInDelay(delay)
  const possible = ACTIONS_OF[resource_type]
  return [
    ...(wrong ? [{ field: 'delay', code: 'invalid_delay', message: `This ${wrong}.` }] : []),
    ...(possible.includes(action)
      ? []
      : [{ field: 'action', code: 'unfit', message: `This must be one of ${possible.join(', ')}.` }]),
  ]
}
