import type { requestWords } from '#features/requests/words.ts'
import type { paths } from '#portal-api'
import type { Translate } from '#ui/language/words.ts'

export type FormToFill = paths['/portal/api/me/forms/{slug}']['get']['responses'][200]['content']['application/json']
export type FieldToFill = FormToFill['fields'][number]

/** The values of a form by field, without empty ones. Several choices are a list. */
export type FieldValue = string | string[] | File
export type FieldValues = Record<string, FieldValue | undefined>
export type FieldErrors = Record<string, string | undefined>

/** Fields that every form has in common, by their names on the wire. */
export const SUBJECT = 'subject'
export const BODY = 'body'

export function isEmpty(value: FieldValue | undefined): boolean {
  return value === undefined || (!(value instanceof File) && value.length === 0)
}

/** A form as the server takes it. The form comes first, so that the server knows which files are wanted. */
export function formDataOf(form: FormToFill, values: FieldValues, more: Record<string, string> = {}): FormData {
  const data = new FormData()
  data.set('form_code', form.slug)
  for (const [name, text] of Object.entries(more)) if (text !== '') data.set(name, text)
  if (form.asks_for_subject) {
    data.set(SUBJECT, String(values[SUBJECT] ?? ''))
    data.set(BODY, htmlOfText(String(values[BODY] ?? '')))
  }
  for (const field of form.fields) addValue(data, field, values[field.code])
  return data
}

function addValue(data: FormData, { code, type }: FieldToFill, value: FieldValue | undefined): void {
  if (value instanceof File) data.append(code, value, value.name)
  else if (Array.isArray(value)) data.set(code, JSON.stringify(value))
  else if (value) data.set(code, type === 'datetime' ? new Date(value).toISOString() : value)
}

/** The texts of people become HTML, which is what the server keeps. */
export function htmlOfText(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (escaped === '') return ''
  return escaped
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** What can be told without asking the server. */
export function mistakesIn(form: FormToFill, values: FieldValues, t: Translate<typeof requestWords>): FieldErrors {
  const errors: FieldErrors = {}
  if (form.asks_for_subject) {
    for (const name of [SUBJECT, BODY])
      if (String(values[name] ?? '').trim() === '') errors[name] = t('errors.required')
  }
  for (const field of form.fields) {
    const mistake = mistakeIn(form, field, values, t)
    if (mistake) errors[field.code] = mistake
  }
  return errors
}

function mistakeIn(
  form: FormToFill,
  field: FieldToFill,
  values: FieldValues,
  t: Translate<typeof requestWords>,
): string | undefined {
  const value = values[field.code]
  if (isEmpty(value)) return field.required ? t('errors.required') : undefined
  if (field.type === 'email' && !/^\S+@\S+\.\S+$/.test(String(value))) return t('errors.invalid_email')
  if (field.type !== 'dataset' || !field.dataset?.is_last_needed) return undefined
  const missing = field.dataset.levels[depthOf(String(value)) - depthOf(parentValue(form, field, values))]
  return missing && t('errors.incomplete', { level: missing.name })
}

/** How deep a value of a data set lies: `fr.lyon` on the second level; nothing on none. */
export function depthOf(path: string): number {
  return path === '' ? 0 : path.split('.').length
}

/** The value below which this field's lies: that of the field it depends on. */
export function parentValue(form: FormToFill, field: FieldToFill, values: FieldValues): string {
  const parent = form.fields.find((one) => one.code === field.depends_on)
  const value = parent && values[parent.code]
  return typeof value === 'string' ? value : ''
}

/** The values with one changed; what lay below its old value is forgotten. */
export function withValue(
  form: FormToFill,
  values: FieldValues,
  code: string,
  value: FieldValue | undefined,
): FieldValues {
  const next = { ...values, [code]: value }
  for (const field of form.fields) {
    const own = next[field.code]
    if (field.depends_on === null || typeof own !== 'string') continue
    const above = parentValue(form, field, next)
    if (!own.startsWith(`${above}.`) || above === '') next[field.code] = undefined
  }
  return next
}

type WireError = { field: string; code: string }
const KNOWN = new Set<string>([
  'required',
  'wrong_type',
  'invalid_date',
  'invalid_moment',
  'invalid_email',
  'unknown_choice',
  'unknown_value',
  'too_long',
  'out_of_range',
  'repeated',
  'contradiction',
  'unknown_form',
  'unknown_employee',
])

/** The refusals of the server in the words of the person, by field. */
export function errorsOf(fields: WireError[], t: Translate<typeof requestWords>): FieldErrors {
  return Object.fromEntries(
    fields.map(({ field, code }) => [field, t(`errors.${(KNOWN.has(code) ? code : 'other') as 'required'}`)]),
  )
}
