/** What a part of a form may be; several for a field of several choices. */
export type FormPart = string | number | boolean | Blob | readonly string[]

export function formOf(parts: Record<string, FormPart | readonly Blob[] | undefined>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    for (const one of part === undefined ? [] : [part].flat()) {
      form.append(name, one instanceof Blob ? one : String(one))
    }
  }
  return form
}
