import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const DOCS = join(import.meta.dirname, '../../../../../docs/api')

/** The page for those who receive callbacks. */
export const webhookPage = readFileSync(join(DOCS, 'webhooks.md'), 'utf8')

const eventsPage = readFileSync(join(DOCS, 'events.md'), 'utf8')

/** The names that the page of events lists as emitted today. */
export const emittedToday = firstCells(chapter('## Event types', eventsPage))

/** What stands under a heading, up to the next one that is as high. */
export function chapter(heading: string, page = webhookPage): string {
  const [marks = ''] = heading.split(' ')
  const start = `\n${page}`.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`${heading} not found.`)
  const rest = page.slice(start + heading.length)
  const end = rest.search(new RegExp(`^#{1,${marks.length}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}

/** What stands in code marks in the first column of tables. */
export function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, cell = '']) => cell)
}

/** The pieces of code of a language under a heading, in their order. */
export function snippets(heading: string, language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')
  return [...chapter(heading).matchAll(fenced)].map(([, code = '']) => code)
}
