type Part = 'day' | 'month' | 'year'

/** How a locale writes a date in digits. */
export type DateFormat = { order: Part[]; separator: string }

/** 3 November 2026: its three parts cannot be mistaken for one another. */
const SAMPLE = new Date(Date.UTC(2026, 10, 3))

export function dateFormatOf(locale: string): DateFormat {
  const parts = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(SAMPLE)
  const order = parts.map(({ type }) => type).filter((type): type is Part => ['day', 'month', 'year'].includes(type))
  return { order, separator: parts.find(({ type }) => type === 'literal')?.value.trim() || '/' }
}

/** `2026-11-03` as the format has it, `03/11/2026`. */
export function writeDate(iso: string, { order, separator }: DateFormat): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  const parts: Record<Part, string> = { day, month, year }
  return order.map((part) => parts[part]).join(separator)
}

/** `dd/mm/yyyy`, with the letters of the reader's language. */
export function describeFormat({ order, separator }: DateFormat, letters: Record<Part, string>): string {
  return order.map((part) => letters[part].repeat(part === 'year' ? 4 : 2)).join(separator)
}

/**
 * The date that somebody typed as `2026-11-03`, or undefined when it is none: in the order of the format, with any of the
 * usual separators, or as ISO 8601 writes it. Nothing is guessed: a year has four digits, and a day that no month has is
 * not moved to the next one.
 */
export function readDate(text: string, { order }: DateFormat): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const typed = /^(\d{1,4})[/.\- ]\s*(\d{1,2})[/.\- ]\s*(\d{1,4})$/.exec(text.trim())
  const found = iso ?? typed
  if (!found) return undefined
  const given = found.slice(1)
  const parts = Object.fromEntries((iso ? ISO_ORDER : order).map((part, index) => [part, given[index] ?? '']))
  const { year = '', month = '', day = '' } = parts
  if (year.length !== 4 || year < '1000' || day.length > 2) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isReal = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ?? false
  return isReal ? date : undefined
}

const ISO_ORDER: Part[] = ['year', 'month', 'day']
