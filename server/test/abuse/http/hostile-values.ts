import type { Schema } from './operations.ts'

/** A body may have 1 MiB; a little is left for what stands around what hurts. */
const ROOM = 1_000_000

/** Texts that are slow to look at where something goes back and forth in them. */
const LONG_TEXTS = [' ', '.', 'a.', '/', '-', '=\t', 'é', '\u0301', '1', 'a@', '<a ', '&amp;', 'x-', '\\"', '👩‍👩‍👧']

/** Bodies by what hurts in them. Each is made when it is wanted. */
type Hostile = Record<string, () => string>

type Fill = (schema: Schema, room: number) => string | undefined

/** JSON bodies of about 1 MB for one operation, each built to hurt in another way. */
export function hostileJson(schema: Schema | undefined, seed: number): Hostile {
  const body = schema ?? { type: 'object', properties: {} }
  const text = LONG_TEXTS[seed % LONG_TEXTS.length] ?? ' '
  return {
    'empty items': () =>
      fillEach(body, (one, room) => (has(one, 'array') ? `[${repeat('{}', ',', room)}]` : undefined)),
    'lists of lists': () =>
      fillEach(body, (one, room) => (has(one, 'array') ? `[${repeat('[0]', ',', room)}]` : undefined)),
    'full lists': () => fillEach(body, (one, room) => (has(one, 'array') ? fullList(one, room) : undefined)),
    'long texts': () =>
      fillEach(body, (one, room) => (has(one, 'string') ? JSON.stringify(long(text, room)) : undefined)),
    'texts as long as they may be': () =>
      fillEach(body, (one, room) =>
        has(one, 'string') && !one.enum ? JSON.stringify(long(text, Math.min(room, one.maxLength ?? 1))) : undefined,
      ),
    'many keys': () => fillEach(body, (one, room) => (has(one, 'object') ? manyKeys(room) : undefined)),
    'unknown keys': () => `${JSON.stringify(exampleOf(body)).slice(0, -1) || '{'},${manyKeys(ROOM).slice(1)}`,
    'deep nesting': () => fillEach(body, (_, room) => '['.repeat(room / 2) + ']'.repeat(room / 2)),
    'long numbers': () => fillEach(body, (_, room) => '1'.repeat(room)),
    'no object': () => `[${repeat('{}', ',', ROOM)}]`,
  }
}

/** The same for a form: many fields, long ones, and one that is repeated. */
export function hostileForm(schema: Schema | undefined): Hostile {
  const names = Object.keys(schema?.properties ?? { a: {} })
  return {
    'many fields': () => repeat('a=1', '&', ROOM),
    'other names': () => Array.from({ length: 110_000 }, (_, index) => `f${index}=`).join('&'),
    'long fields': () => names.map((name) => `${name}=${'%20'.repeat(ROOM / names.length / 3)}`).join('&'),
    'half escapes': () => repeat('%e', '&', ROOM),
  }
}

/** Queries as long as headers may be. */
export function hostileQuery(seed: number): string {
  const room = 60_000
  return [
    `?${repeat('a', '&', room)}`,
    `?q=${'%20'.repeat(room / 3)}x`,
    `?cursor=${'A'.repeat(room)}`,
    `?${repeat('q=%C3', '&', room)}`,
    `?per_page=${'9'.repeat(room)}`,
  ][seed % 5] as string
}

export const BOUNDARY = 'boundary-of-a-hostile-form'

/** Forms in parts. Files are small: they are streamed, and bound to be large. */
export function hostileParts(schema: Schema | undefined): Hostile {
  const names = Object.keys(schema?.properties ?? { file: {} })
  const part = (name: string, content: string, more = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
  const file = (content: string) => part('file', content, '; filename="a.csv"\r\nContent-Type: text/csv')
  const end = `--${BOUNDARY}--\r\n`
  const each = (content: (room: number) => string) =>
    names.map((name) => part(name, content(ROOM / names.length))).join('') + end
  return {
    'many parts': () => part('a', '').repeat(ROOM / 70) + end,
    'headers without end': () => `--${BOUNDARY}\r\n${repeat('X-Header: a', '\r\n', ROOM)}\r\n\r\nx\r\n${end}`,
    'a header without end': () => part(`a${' '.repeat(ROOM)}`, '') + end,
    'long texts': () => each((room) => ' '.repeat(room)),
    'deep JSON': () => each((room) => '['.repeat(room / 2) + ']'.repeat(room / 2)),
    'many keys': () => each(manyKeys),
    'boundaries that are none': () => part('file', repeat(`\r\n--${BOUNDARY.slice(0, -1)}`, '', ROOM)) + end,
    'a file of quotes': () => each(() => '{}') + file(repeat('"', '', ROOM)) + end,
    'a file of separators': () => file(`technical_id,email\n${repeat(',', '', ROOM)}`) + end,
    'a file of lines': () => file(repeat('a;b', '\n', ROOM)) + end,
  }
}

function has({ type }: Schema, wanted: string): boolean {
  return [type ?? []].flat().includes(wanted)
}

function repeat(text: string, between: string, room: number): string {
  return `${text}${between}`.repeat(Math.max(0, Math.floor(room / (text.length + between.length)) - 1)) + text
}

function long(text: string, room: number): string {
  // Quotes and letters beyond ASCII take more bytes than characters.
  return text.repeat(Math.ceil(room / Math.max(text.length, Buffer.byteLength(JSON.stringify(text)) - 2)))
}

/** Many bodies have as many keys as fit in: those are made once for each size. */
const keysBySize = new Map<number, string>()

function manyKeys(room: number): string {
  const known = keysBySize.get(room)
  if (known !== undefined) return known
  const keys = Array.from({ length: room / 12 }, (_, index) => `"${index.toString(36)}k":1`)
  const made = `{${keys.join(',')}}`
  keysBySize.set(room, made)
  return made
}

/** As many items as there may be, each as it should be. */
function fullList({ items = {}, maxItems = 10_000 }: Schema, room: number): string {
  const list: string[] = []
  for (let index = 0, left = room; index < maxItems; index++) {
    const item = JSON.stringify(exampleOf(items, index))
    left -= item.length + 1
    if (left < 0) break
    list.push(item)
  }
  return `[${list.join(',')}]`
}

/** An object of which every property that can be is filled with what hurts; the others are as they should be. */
function fillEach(schema: Schema, fill: Fill): string {
  const entries = Object.entries(schema.properties ?? {})
  const filled = entries.filter(([, one]) => fill(one, 10) !== undefined)
  const texts = entries.map(([name, one]) => {
    const text = fill(one, Math.floor(ROOM / Math.max(1, filled.length))) ?? JSON.stringify(exampleOf(one))
    return `${JSON.stringify(name)}:${text}`
  })
  return `{${texts.join(',')}}`
}

/** Something that fits a schema, as far as its description says. */
function exampleOf(schema: Schema, index = 0): unknown {
  const { properties, enum: choices, items, minItems = 0 } = schema
  if (choices) return choices[0]
  if (has(schema, 'object')) {
    return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, exampleOf(one, index)]))
  }
  if (has(schema, 'array')) return Array.from({ length: minItems }, () => exampleOf(items ?? {}, index))
  if (has(schema, 'string')) return textFor(schema, index)
  if (has(schema, 'integer') || has(schema, 'number')) return schema.minimum ?? 1
  return has(schema, 'boolean') ? true : null
}

function textFor({ format, minLength = 0 }: Schema, index: number): string {
  if (format === 'language') return 'en-us'
  if (format === 'email') return `a${index}@example.com`
  if (format === 'date' || format === 'when') return '2024-01-31'
  return `a${index}`.padEnd(minLength, 'x')
}
