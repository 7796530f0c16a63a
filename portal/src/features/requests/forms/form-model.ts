import type { FieldToFill, FormToFill } from '#features/requests/request-form/form-values.ts'
import { foldText } from '#ui/text/fold-text.ts'
import type { Dataset, FieldType, Form, FormField, FormInput } from './forms.api.ts'

/** A field on the canvas; its key stays while code and place change. */
export type BuiltField = FormField & { key: string }
export type BuiltForm = Omit<FormInput, 'fields'> & { fields: BuiltField[] }

export const FIELD_TYPES: FieldType[] = [
  'text',
  'textarea',
  'integer',
  'decimal',
  'date',
  'datetime',
  'boolean',
  'email',
  'select',
  'multiselect',
  'dataset',
  'file',
]

let lastKey = 0
export const newKey = () => `field-${++lastKey}`

export function builtOf({
  code: _,
  version: __,
  total_hits: ___,
  created_at: ____,
  updated_at: _____,
  ...input
}: Form): BuiltForm {
  return { ...input, fields: input.fields.map((field) => ({ ...field, key: newKey() })) }
}

/** The form as it is sent: what its type does not have is left out. */
export function inputOf({ fields, ...form }: BuiltForm): FormInput {
  return { ...form, fields: fields.map(plainField) }
}

function plainField({ key: _, ...field }: BuiltField): FormField {
  const { choices, localized_choices, dataset, dimension, max_length, ...kept } = field
  const hasChoices = field.type === 'select' || field.type === 'multiselect'
  const hasLength = field.type === 'text' || field.type === 'textarea'
  const translated = localized_choices?.filter((one) => choices?.includes(one.choice)) ?? []
  return {
    ...kept,
    ...(hasChoices && choices ? { choices } : {}),
    ...(hasChoices && translated.length > 0 ? { localized_choices: translated } : {}),
    ...(field.type === 'dataset' && dataset ? { dataset } : {}),
    ...(field.type === 'dataset' && dimension ? { dimension } : {}),
    ...(hasLength && max_length ? { max_length } : {}),
  }
}

/** Whether two forms say the same, wherever their keys come from. */
export function isSame(a: BuiltForm, b: BuiltForm): boolean {
  return JSON.stringify(inputOf(a)) === JSON.stringify(inputOf(b))
}

/** A new field of a type, with a code that no other has. */
export function newField(type: FieldType, label: string, others: BuiltField[]): BuiltField {
  return {
    key: newKey(),
    code: freeCode(label, others),
    label,
    localized_labels: [],
    type,
    required: false,
    ...(type === 'select' || type === 'multiselect' ? { choices: ['A', 'B'] } : {}),
  }
}

/** At most twenty characters, as codes are. */
export function codeFrom(label: string): string {
  return (
    foldText(label)
      .replaceAll(/[^a-z\d]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 20) || 'field'
  )
}

export function freeCode(label: string, others: readonly { code: string }[]): string {
  const base = codeFrom(label)
  const taken = new Set(others.map(({ code }) => code))
  if (!taken.has(base)) return base
  for (let count = 2; ; count++) {
    const code = `${base.slice(0, 17)}_${count}`
    if (!taken.has(code)) return code
  }
}

export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(items.length - 1, to)), 0, item)
  return next
}

type Names = { language_code: string; value: string | null }[]

export function textsOf(names: Names | undefined): Record<string, string> {
  return Object.fromEntries(
    (names ?? []).flatMap(({ language_code, value }) => (value ? [[language_code, value]] : [])),
  )
}

export function namesOf(texts: Record<string, string>): Names {
  return Object.entries(texts).flatMap(([language_code, value]) => (value === '' ? [] : [{ language_code, value }]))
}

/** The form as people would see it now, saved or not: what the server would answer them. */
export function previewOf(
  code: string,
  form: BuiltForm,
  datasets: ReadonlyMap<string, Dataset>,
  language: string,
): FormToFill {
  const inLanguage = (names: Names | undefined, otherwise: string) => textsOf(names)[language] ?? otherwise
  const levelOf = ({ dataset = '', dimension }: FormField) =>
    datasets.get(dataset)?.dimensions.findIndex((one) => one.id === dimension) ?? -1
  const parentOf = (field: FormField, place: number) =>
    field.type !== 'dataset' || levelOf(field) < 1
      ? undefined
      : form.fields
          .slice(0, place)
          .findLast((one) => one.dataset === field.dataset && levelOf(one) >= 0 && levelOf(one) < levelOf(field))
  const datasetOf = (field: FormField, parent: FormField | undefined): FieldToFill['dataset'] => {
    if (field.type !== 'dataset' || !field.dataset) return null
    const dimensions = datasets.get(field.dataset)?.dimensions ?? []
    const last = field.dimension ? levelOf(field) : dimensions.length - 1
    const levels = dimensions.slice(parent ? levelOf(parent) + 1 : 0, last + 1)
    return {
      id: field.dataset,
      levels: levels.map((one) => ({ dimension: one.id, name: inLanguage(one.localized_names, one.name) })),
      is_last_needed: Boolean(field.dimension),
    }
  }
  return {
    slug: code,
    title: inLanguage(form.localized_titles, form.title),
    category: null,
    featured: form.featured ?? false,
    visible_by_employee: form.visible_by_employee ?? false,
    version: 0,
    asks_for_subject: code === 'default',
    fields: form.fields.map((field, place) => {
      const parent = parentOf(field, place)
      const names = new Map(field.localized_choices?.map((one) => [one.choice, one.localized_names]))
      return {
        code: field.code,
        label: inLanguage(field.localized_labels, field.label),
        type: field.type,
        required: field.required ?? false,
        max_length: field.max_length ?? null,
        choices: field.choices?.map((value) => ({ value, label: inLanguage(names.get(value), value) })) ?? null,
        dataset: datasetOf(field, parent),
        depends_on: parent?.code ?? null,
      }
    }),
  }
}
