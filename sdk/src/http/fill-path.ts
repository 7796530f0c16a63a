/** Puts the parameters into the pattern of a path, percent-encoded. */
export function fillPath(pattern: string, parameters: Record<string, unknown>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]))
}

/**
 * An empty segment, `.` and `..` make an address mean something else, however they are written: deleting the value `..`
 * of a data set would delete the data set.
 */
function segment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} cannot be ${JSON.stringify(value) ?? 'left out'} in an address.`)
  }
  return encodeURIComponent(text)
}
