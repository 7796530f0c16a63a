import { setImmediate } from 'node:timers/promises'
import type { Attributes, IOptions } from 'sanitize-html'

type Sanitize = typeof import('sanitize-html')

/** What a text needs; nothing that runs, asks for input, restyles the page or is fetched from elsewhere. */
const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'blockquote', 'pre', 'hr', 'br', 'figure', 'figcaption'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'span', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins'],
  ...['sub', 'sup', 'small', 'mark', 'code', 'kbd', 'samp', 'var', 'q', 'cite', 'abbr', 'dfn', 'time', 'wbr'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]
/** Left out with their content: it is not text, or browsers and parsers differ on where it ends. */
const WITHOUT_TEXT = [
  ...['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'noembed', 'noframes', 'xmp', 'plaintext'],
  ...['title', 'template', 'svg', 'math', 'select', 'object'],
]
/** What every element may have. */
const GLOBAL_ATTRIBUTES = ['dir', 'lang', 'title']
const ATTRIBUTES = new Map([
  ['a', ['href']],
  ['img', ['src', 'alt', 'width', 'height']],
  ['ol', ['start', 'reversed']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan', 'scope']],
  ['time', ['datetime']],
])
const OPTIONS: IOptions = {
  allowedTags: TAGS,
  nonTextTags: WITHOUT_TEXT,
  allowedAttributes: { ...Object.fromEntries(ATTRIBUTES), a: ['href', 'rel'], '*': GLOBAL_ATTRIBUTES },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: 40,
  transformTags: { '*': keepAllowed },
}

/** An answer has at most so much of it made: one call must not keep the process busy. */
const MAX_CHARACTERS = 512 * 1024
const MAX_TAGS = 20_000
/** The parser compares each end tag with all open ones. Browsers go no deeper than this either. */
const MAX_DEPTH = 512
/** The library removes comments from addresses one by one, and copies the rest each time. */
const MAX_ADDRESS_CHARACTERS = 2000
/** How the library writes a picture without attributes. Text cannot hold it: its `<` are escaped. */
const PICTURE_LEFT_OUT = '<img />'

/**
 * Adds `sanitized_body` to texts of users: their HTML without anything that runs, tracks or restyles. It is made at each
 * reading, so that a stricter rule holds for what was stored before. Null where there is no body, and for what exceeds
 * the limit of an answer.
 */
export async function withSanitizedBodies<Item extends { body: string | null }>(items: readonly Item[]) {
  const { default: sanitize } = await import('sanitize-html')
  const made: (Item & { sanitized_body: string | null })[] = []
  let characters = 0
  let tags = 0
  for (const item of items) {
    characters += item.body?.length ?? 0
    if (characters <= MAX_CHARACTERS) tags += item.body?.match(/</g)?.length ?? 0
    const isWithin = characters <= MAX_CHARACTERS && tags <= MAX_TAGS
    made.push({ ...item, sanitized_body: isWithin && item.body !== null ? clean(sanitize, item.body) : null })
    await setImmediate()
  }
  return made
}

class TooDeep extends Error {}

function clean(sanitize: Sanitize, body: string): string | null {
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > MAX_DEPTH) throw new TooDeep()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  try {
    return sanitize(body, { ...OPTIONS, onOpenTag, onCloseTag }).replaceAll(PICTURE_LEFT_OUT, '')
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

/**
 * Decides on attributes before the library looks at them. A picture that must not be fetched loses all of them here, and
 * is cut out at the end: the library's own filter copies what it has written so far for each picture, and a tag that is
 * renamed to one that is not allowed would end a later element by its name.
 */
function keepAllowed(tagName: string, attribs: Attributes) {
  const kept: Attributes = {}
  if (tagName === 'img' && !isOwnPicture(attribs.src ?? '')) return { tagName, attribs: kept }
  for (const name of [...(ATTRIBUTES.get(tagName) ?? []), ...GLOBAL_ATTRIBUTES]) {
    const value = attribs[name]
    if (value !== undefined && (name !== 'href' || isPlainAddress(value))) kept[name] = value
  }
  if (tagName === 'a') kept.rel = 'noopener noreferrer'
  return { tagName, attribs: kept }
}

function isPlainAddress(address: string): boolean {
  return address.length <= MAX_ADDRESS_CHARACTERS && !address.includes('<!--')
}

/** A picture of another site tells that site who reads the text. */
function isOwnPicture(src: string): boolean {
  // Browsers leave out control characters wherever they stand in an address.
  return isPlainAddress(src) && /^(?:\/(?![/\\])|[\w.-]+(?:\/|$))/.test(src.replaceAll(/\p{Cc}| /gu, ''))
}
