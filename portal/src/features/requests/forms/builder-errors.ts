import type { formWords } from '#features/requests/words.ts'
import type { Translate } from '#ui/language/words.ts'
import type { BuiltField, BuiltForm } from './form-model.ts'

/** What is wrong with a form, by where: `title`, `assign_to.0`, or the key of a field and the property. */
export type BuilderErrors = Record<string, string>

/** What everything that edits a field is handed. */
export type PropertiesProps = {
  field: BuiltField
  errors: BuilderErrors
  onChange: (field: BuiltField) => void
  disabled: boolean
}

type WireError = { field: string; code: string }
const KNOWN = new Set<string>([
  'required',
  'repeated',
  'reserved',
  'unfit',
  'unknown_dataset',
  'unknown_dimension',
  'unknown_manager',
  'unknown_role',
  'unknown_choice',
  'too_long',
])

/** The refusals of the server in words; those of a field stay with it when it is moved. */
export function builderErrorsOf(fields: WireError[], form: BuiltForm, t: Translate<typeof formWords>): BuilderErrors {
  return Object.fromEntries(
    fields.map(({ field, code }) => {
      const words = t(`errors.${(KNOWN.has(code) ? code : 'invalid') as 'required'}`)
      const [, place, property] = /^fields\.(\d+)\.([^.]+)/.exec(field) ?? []
      const built = place === undefined ? undefined : form.fields[Number(place)]
      if (!built || property === undefined) return [field, `${field}: ${words}`]
      return [`${built.key}.${property}`, `${built.label || built.code}: ${words}`]
    }),
  )
}

/** What is wrong with one property of a field. */
export function errorOf(errors: BuilderErrors, key: string, property: string): string | undefined {
  return errors[`${key}.${property}`]
}

export function hasError(errors: BuilderErrors, key: string): boolean {
  return Object.keys(errors).some((name) => name.startsWith(`${key}.`))
}
