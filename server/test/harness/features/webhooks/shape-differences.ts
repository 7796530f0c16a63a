/** As much of a JSON schema as there is to know here. */
type Keywords = { type?: string | string[]; properties?: Record<string, object>; items?: object }

/**
 * How a sample is made otherwise than the real thing: by its keys in their order, by JSON types, and by the form of ids
 * and times. Lists are compared by their first item. Null stands for something only where the schema has both.
 */
export function shapeDifferences(sample: unknown, real: unknown, schema: object = {}, path = '$'): string[] {
  const { type = [], properties = {}, items }: Keywords = schema
  const kind = kindOf(sample)
  const wanted = kindOf(real)
  if (kind !== wanted) {
    const types = [type].flat().map((one) => (one === 'integer' ? 'number' : one))
    const mayDiffer = [kind, wanted].includes('null') && types.includes(kind) && types.includes(wanted)
    return mayDiffer ? [] : [`${path} is ${kind} instead of ${wanted}`]
  }
  if (Array.isArray(sample) && Array.isArray(real)) {
    if (sample.length === 0 || real.length === 0) {
      return sample.length === real.length ? [] : [`${path} has ${sample.length} items instead of ${real.length}`]
    }
    return shapeDifferences(sample[0], real[0], items, `${path}[0]`)
  }
  if (isObject(sample) && isObject(real)) {
    const keys = Object.keys(sample).join()
    const wantedKeys = Object.keys(real).join()
    if (keys !== wantedKeys) return [`${path} has ${keys} instead of ${wantedKeys}`]
    return Object.keys(real).flatMap((key) =>
      shapeDifferences(sample[key], real[key], properties[key], `${path}.${key}`),
    )
  }
  const form = formOf(sample)
  const wantedForm = formOf(real)
  return form === wantedForm ? [] : [`${path} is written ${form} instead of ${wantedForm}`]
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object'
}

/** Texts of any words are alike; ids and times are not like other texts, nor are times with another precision. */
function formOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace(/\d/g, '0')
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) ? 'a UUID' : 'a text'
}
