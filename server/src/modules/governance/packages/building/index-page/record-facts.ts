import { textOfHtml } from '#platform/text/html-text.ts'
import { escaped } from './escaped.ts'
import type { PageWords } from './page-words.ts'

/** For programs, and shown elsewhere on the page. */
const UNSHOWN: ReadonlySet<string> = new Set([
  'sha256',
  'files',
  'content_type',
  'size',
  'document_type_id',
  'form_code',
])
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/
const DAY = /^\d{4}-\d\d-\d\d$/
const MARKUP = /<[a-z][^<>]*>/i
const MAX_DEPTH = 4

export type Style = { words: PageWords; moment: Intl.DateTimeFormat; day: Intl.DateTimeFormat }

/** What a record says, as a list of terms; empty if it says nothing. */
export function facts(data: object, style: Style, { kind = '', depth = 0 } = {}): string {
  const rows = Object.entries(data).flatMap(([key, value]) => {
    const shown = UNSHOWN.has(key) ? '' : shownValue(value, style, depth)
    return shown === '' ? [] : [`<dt>${escaped(labelOf(key, style.words))}</dt><dd>${shown}</dd>`]
  })
  return rows.length === 0 ? '' : `<dl${kind && ` class="${kind}"`}>${rows.join('')}</dl>`
}

function shownValue(value: unknown, style: Style, depth: number): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? style.words.yes : style.words.no
  if (typeof value === 'string') return escaped(textOf(value, style))
  if (typeof value !== 'object') return escaped(String(value))
  if (depth >= MAX_DEPTH) return escaped(JSON.stringify(value))
  if (!Array.isArray(value)) return facts(value, style, { depth: depth + 1 })
  const items = value.map((one) => shownValue(one, style, depth + 1)).filter((one) => one !== '')
  if (items.length === 0) return ''
  const isPlain = value.every((one) => typeof one !== 'object')
  return isPlain ? items.join(', ') : `<ol class="parts">${items.map((one) => `<li>${one}</li>`).join('')}</ol>`
}

function textOf(text: string, { words, moment, day }: Style): string {
  if (MOMENT.test(text)) return moment.format(new Date(text))
  if (DAY.test(text)) return day.format(new Date(text))
  const code = /^[A-Z_]+$/.test(text) ? text.toLowerCase() : text
  if (Object.hasOwn(words.values, code)) return words.values[code] ?? text
  return MARKUP.test(text) ? textOfHtml(text) : text
}

/** `employee_number` is readable, where there is no word for it. */
function labelOf(key: string, { fields }: PageWords): string {
  if (Object.hasOwn(fields, key)) return fields[key] ?? key
  return readable(key)
}

export function readable(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
