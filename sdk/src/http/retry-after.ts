/** `Retry-After` is a number of seconds, or a date. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  // `Date.parse` takes much for a date, such as 1.5.
  if (!/^[A-Z]/i.test(value)) return undefined
  const seconds = Math.ceil((Date.parse(value) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
