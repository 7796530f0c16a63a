import type { DistributionType } from '#modules/distributions/settings/schemas.ts'
import { checkAttributes, type NamedFilingType } from '#modules/documents/index.ts'
import { isDate } from '#platform/time/moment.ts'
import type { Fields } from './pattern.ts'
import type { Fault } from './piece.ts'

/** What becomes of a part as a document, but for its bytes and its employee. */
export type Description = {
  document_type_id: number | null
  title: string
  date: Date | null
  period: string | null
  metas: Record<string, unknown>
  filters: Record<string, unknown>
}

const MAX_TITLE = 255

/** What the fields of a part make of it, by its distribution type. */
export function describePiece(
  type: DistributionType,
  documentTypes: ReadonlyMap<string, NamedFilingType>,
  fields: Fields,
): { description: Description; fault: Fault | undefined } {
  const code = fields.type ?? type.document_type
  const documentType = documentTypes.get(code)
  const period = fields.period === undefined ? null : plainPeriod(fields.period)
  const known = { ...fields, ...(period === null ? {} : { period }) }
  const date = dateOf(known)
  if (documentType?.kind !== 'employee') {
    const description = { document_type_id: null, title: code, date, period, metas: {}, filters: {} }
    const message = `Employee document type ${code} not found.`
    return { description, fault: { reason: 'unknown_document_type', message } }
  }
  const metas = valuesOf(documentType.metas, type.metas ?? {}, known)
  const filters = valuesOf(documentType.filters, type.filters ?? {}, known)
  const title = titleOf(type, documentType, known)
  const [mistake] = [
    ...checkAttributes('metas', documentType.metas, metas),
    ...checkAttributes('filters', documentType.filters, filters),
  ]
  return {
    description: { document_type_id: documentType.id, title, date, period, metas, filters },
    fault: mistake && { reason: 'wrong_attribute', message: `${mistake.field}: ${mistake.message}` },
  }
}

/** `202401` is `2024-01`, as people write it; anything else stays as it is. */
function plainPeriod(period: string): string {
  return period.replace(/^([1-9]\d{3})[-_./]?(0[1-9]|1[0-2])$/, '$1-$2')
}

/** The date that the part says, or the first day of its period. */
function dateOf({ date, period }: Fields): Date | null {
  if (date !== undefined && isDate(date)) return new Date(date)
  if (period !== undefined && /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(period)) return new Date(`${period}-01`)
  return period !== undefined && isDate(period) ? new Date(period) : null
}

function titleOf(type: DistributionType, { name }: NamedFilingType, fields: Fields): string {
  const given = type.title === undefined ? fields.title : filled(type.title, fields)
  const title = given?.trim() || [name, fields.period].filter(Boolean).join(' ')
  return [...title].slice(0, MAX_TITLE).join('')
}

type Attributes = NamedFilingType['metas']

/** What the set-up says of an attribute; else a field of its name. */
function valuesOf(attributes: Attributes, templates: Record<string, string>, fields: Fields): Record<string, unknown> {
  const values = attributes.flatMap(({ code, type }) => {
    const text = Object.hasOwn(templates, code) ? filled(templates[code] ?? '', fields) : fieldOf(fields, code)
    return text === undefined || text === '' ? [] : [[code, type === 'integer' ? asInteger(text) : text]]
  })
  return Object.fromEntries(values)
}

function asInteger(text: string): number | string {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

/** `{name}` is replaced by the field of that name, and by nothing when there is none. */
function filled(template: string, fields: Fields): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => fieldOf(fields, name) ?? '')
}

function fieldOf(fields: Fields, name: string): string | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
