const TIME = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is an ISO 8601 date with a time and an offset, of a day that exists. No offset is beyond ±15:59. */
export function isMoment(text: string): boolean {
  return text[10] === 'T' && isDate(text.slice(0, 10)) && TIME.test(text.slice(11)) && isOfFourDigits(new Date(text))
}

/** The offset of a moment may take it out of the years that can be written. */
function isOfFourDigits(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/**
 * Whether a text is an ISO 8601 date, or one with a time and perhaps an offset, of a day that exists. What names no offset
 * is meant in UTC.
 */
export function isWhen(text: string): boolean {
  return isDate(text) || isMoment(text) || isMoment(`${text}Z`)
}

/** The moment that such a text names; a date names its first. */
export function whenOf(text: string): Date {
  return new Date(text.length > 10 && !isMoment(text) ? `${text}Z` : text)
}

/** Without the fraction of a second, which most moments are shown without. */
export function toSeconds(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/** Whether a text is an ISO 8601 date of a day that exists; year 0 does not exist. */
export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined || year === '0000') return false
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
