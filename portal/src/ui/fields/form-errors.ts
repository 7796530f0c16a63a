import { Failure } from '#ui/feedback/failure.ts'

type FormLike = { setFieldError(path: string, message: string): void }

/**
 * Puts the field errors of a refusal beside their fields. Answers whether all were placed; if not, tell the rest:
 * `if (!applyApiErrors(form, error)) notify.failure(error)`. `names` maps fields of the wire to those of the form.
 */
export function applyApiErrors(form: FormLike, error: unknown, names: Record<string, string> = {}): boolean {
  if (!(error instanceof Failure) || error.fields.length === 0) return false
  for (const { field, message } of error.fields) form.setFieldError(names[field] ?? dotted(field), message)
  return true
}

/** `names[0].text` and `/names/0/text` are `names.0.text` in a form. */
function dotted(field: string): string {
  return field
    .replace(/^\//, '')
    .replaceAll('/', '.')
    .replaceAll(/\[(\d+)\]/g, '.$1')
}
