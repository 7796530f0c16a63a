import type { Letter } from './clean-letter.ts'
import { wrapText } from './wrap-text.ts'

/** A letter as plain text, in lines that no program needs to break. */
export function letterText(letter: Letter): string {
  const { language, heading, paragraphs, quote, facts, action, footer } = letter
  const wrap = (text: string, first = '', rest = first) => wrapText(text, { language, first, rest })
  // French sets it apart.
  const colon = /^fr(?:-|$)/i.test(language) ? '\u00a0: ' : ': '
  const blocks = [
    wrap(heading),
    ...paragraphs.map((paragraph) => wrap(paragraph)),
    quote && quoted(quote, wrap),
    facts?.map(([label, value]) => wrap(`${label}${colon}${value}`, '', '  ')).join('\n'),
    action && `${wrap(action.label)}\n${action.url}`,
    // Programs know this line as the one before what is not part of the message.
    `-- \n${wrap(footer)}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function quoted(quote: string, wrap: (text: string, first: string) => string): string {
  const lines = quote.split('\n').map((line) => wrap(line, '> ').trimEnd())
  return lines.join('\n')
}
