import { isWebAddress } from '#platform/net/web-address.ts'

/** What a mail says. Every text may come from users; only a quote keeps its line breaks. */
export type Letter = {
  language: string
  heading: string
  paragraphs: string[]
  quote?: string
  facts?: [label: string, value: string][]
  action?: Action
  footer: string
}

type Action = { label: string; url: string }

/** Without what could pass for something else, or change what stands around it. Throws when the action leads nowhere. */
export function cleanLetter(letter: Letter): Letter {
  const { language, heading, paragraphs, quote, facts, action, footer } = letter
  return {
    language,
    heading: oneLine(heading),
    paragraphs: paragraphs.map(oneLine).filter((text) => text !== ''),
    ...(quote && { quote: cleanLines(quote) }),
    ...(facts && { facts: facts.map(([label, value]): [string, string] => [oneLine(label), oneLine(value)]) }),
    ...(action && { action: cleanAction(action) }),
    footer: oneLine(footer),
  }
}

function cleanAction({ label, url }: Action): Action {
  return { label: oneLine(label), url: webAddress(url) }
}

function oneLine(text: string): string {
  return cleanLines(text).replace(/[ \n]+/g, ' ')
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g
/** Besides control characters those that turn the direction of what follows, even beyond the text that they are in. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff]/gu

function cleanLines(text: string): string {
  return text.toWellFormed().replace(LINE_BREAK, '\n').replace(UNSEEN, '').replaceAll('\t', ' ').trim()
}

/** In the form that browsers open: nothing in it breaks a line, or leaves the attribute that it stands in. */
function webAddress(url: string): string {
  if (!isWebAddress(url)) throw new Error('The action of a mail leads to no web address.')
  return new URL(url).href
}
