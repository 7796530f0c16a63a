type Fields = Record<string, string | string[]>

/** Stands for bytes that are no UTF-8: every text rule refuses it, and the refusal names the field. */
const UNREADABLE = '\0'

/** Reads `a=1&b=2`, from a query or a form. A repeated name gives a list, which rules for a single text refuse. */
export function parseFields(text: string): Fields {
  const fields: Fields = Object.create(null)
  if (text === '') return fields
  for (const pair of text.split('&')) {
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
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return UNREADABLE
  }
}
