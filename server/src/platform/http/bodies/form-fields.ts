type Fields = Record<string, string | string[]>

/** Stands for bytes that are no UTF-8: every text rule refuses it, and the refusal names the field. */
const UNREADABLE = '\0'

/** Of a query or a form; no call has a tenth of them. */
export const MAX_FIELDS = 1000

/** Whether a text has more fields than are read of it. */
export function hasTooManyFields(text: string): boolean {
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0 && fields <= MAX_FIELDS; at = text.indexOf('&', at + 1)) fields++
  return fields > MAX_FIELDS
}

/** Reads `a=1&b=2`, from a query or a form. A repeated name gives a list, which rules for a single text refuse. */
export function parseFields(text: string): Fields {
  const fields: Fields = Object.create(null)
  if (text === '') return fields
  for (const pair of text.split('&', MAX_FIELDS)) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    const value = at < 0 ? '' : decode(pair.slice(at + 1))
    const before = fields[name]
    if (before === undefined) fields[name] = value
    else if (Array.isArray(before)) before.push(value)
    else fields[name] = [before, value]
  }
  return fields
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return UNREADABLE
  }
}
